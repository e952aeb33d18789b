// Every verb explains itself: help with examples, a manual page.
#include <doctest/doctest.h>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

std::vector<std::string> verbs() {
  std::vector<std::string> names;
  std::istringstream lines{run_podreel({"man", "--list"}).out};
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

}  // namespace

TEST_CASE("every verb has help with examples that name it") {
  REQUIRE(verbs().size() >= 3);
  for (const std::string& verb : verbs()) {
    const CommandResult result = run_podreel({verb, "--help"});
    CAPTURE(verb);
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
    CHECK(result.out.find("\nExamples:\n  # ") != std::string::npos);
    CHECK(result.out.find("podreel " + verb) != std::string::npos);
    CHECK(result.out.find("\nUsage:\n  podreel " + verb) != std::string::npos);
    CHECK_FALSE(std::regex_search(result.out, std::regex{"\\(default[^\n]*\\(default|:NON|:POSITIVE|:INT|:FLOAT"}));
    CHECK(run_podreel({"--help"}).out.find("\n  " + verb + ' ') != std::string::npos);
  }
}

TEST_CASE("every verb has a manual page that man reads without complaint") {
  const bool has_groff = run_shell("command -v groff").exit_code == 0;
  if (!has_groff) MESSAGE("groff is not here: the pages are printed, but not set");
  for (const std::string& verb : verbs()) {
    CAPTURE(verb);
    CHECK(run_podreel({"man", verb}).out.starts_with(".TH \"podreel\\-" + verb + "\" 1 "));
    if (has_groff) CHECK(run_shell("podreel man " + verb + " | groff -k -man -Tutf8 -wall -z").err == "");
  }
}

}  // namespace podreel::testing
