#include "engine/manifests/log_sections.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace podreel::manifests {

namespace {

/// Text without sections, read in pieces of `size` bytes.
std::string without_sections(std::string_view text, std::size_t size) {
  LogSections sections;
  std::string rest;
  for (std::size_t at = 0; at < text.size(); at += size) rest += sections.remove(text.substr(at, size));
  return rest + sections.finish();
}

}  // namespace

TEST_CASE("sections of logs are removed wherever pieces end, and lines keep their numbers") {
  const std::string text =
      "{\"a\": 1}\n==== START logs for container c of pod n/p ====\n{ ]\n==== odd\nlast==== END logs for container c "
      "of "
      "pod n/p ====\n{\"b\": 2}\n==== START logs for container c of pod n/p ====\ncut off";
  for (const std::size_t size : {1U, 2U, 3U, 7U, 20U, 1000U}) {
    CAPTURE(size);
    CHECK(without_sections(text, size) == "{\"a\": 1}\n\n\n\n\n{\"b\": 2}\n\n");
  }
}

TEST_CASE("text without sections stays as it is") {
  for (const std::string& text : {std::string{"a\n=\n==\n===\n====\n==== x\nb"}, std::string{"===="}, std::string{}}) {
    for (const std::size_t size : {1U, 3U, 1000U}) CHECK(without_sections(text, size) == text);
  }
}

}  // namespace podreel::manifests
