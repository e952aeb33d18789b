#include "tools/cli/arguments/run_lists.hpp"

#include <doctest/doctest.h>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

std::vector<std::string> kubelets(const std::string& text) {
  std::vector<std::string> names;
  for (const release::Release release : releases_in(text)) names.push_back(release::to_string(release));
  return names;
}

}  // namespace

TEST_CASE("seeds are numbers and ranges, in the order of the list") {
  CHECK(seeds_in("7") == std::vector<std::uint64_t>{7});
  CHECK(seeds_in("9,1-3,0") == std::vector<std::uint64_t>{9, 1, 2, 3, 0});
  CHECK(seeds_in("18446744073709551614-18446744073709551615").size() == 2);
}

TEST_CASE("seeds that are none, or too many, are refused") {
  for (const char* text : {"", "a", "1-", "-1", "3-1", "1,,2", "1 - 3", "1.5", "18446744073709551616", "1-3,2",
                           "0-1000000", "0-18446744073709551615"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(seeds_in(text)), BadInput);
  }
}

TEST_CASE("kubelets are releases, and all minors from one to another") {
  CHECK(kubelets("1.30.7") == std::vector<std::string>{"1.30.7"});
  const std::vector<std::string> some = kubelets("1.28.3..1.30,1.30,1.36");
  REQUIRE(some.size() == 4);
  CHECK(some[0] == "1.28.3");
  CHECK(some[1].starts_with("1.29."));
  CHECK(some[2].starts_with("1.30."));
  CHECK(some[3].starts_with("1.36."));
  for (const char* text : {"", "1.30,", "1.30..", "1.31..1.30", "1.2", "1.99", "1.30-1.31"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(static_cast<void>(releases_in(text)), BadInput);
  }
}

}  // namespace podreel::cli
