#include "scenarios/format/flow_text.hpp"

#include <doctest/doctest.h>

namespace podreel::format {

namespace {

/// Read and written again.
std::string rewritten(const std::string& yaml) {
  const api::LoadedFile file = api::load_documents(yaml, "a.yaml");
  REQUIRE(file.documents.size() == 1);
  return flow_text(file.documents.front());
}

}  // namespace

TEST_CASE("documents are written in one line, as YAML's flow style has it") {
  CHECK(rewritten("a: [1, 2.5, word]\nb: {c: null, d: true}\n") == "{a: [1, 2.5, word], b: {c: null, d: true}}");
}

TEST_CASE("a string that YAML would take for something else keeps its quotes") {
  for (const char* text : {"True", "false", "yes", "Off", "~", "NULL", "1.30", "1e3", "", " a", "a: b", "-x", "#x"}) {
    CHECK(rewritten(std::string{"'"} + text + "'") == std::string{"\""} + text + "\"");
  }
  for (const char* text : {"Running", "yesterday", "web-1", "1m30s"}) {
    CHECK(rewritten(std::string{"'"} + text + "'") == text);
  }
}

}  // namespace podreel::format
