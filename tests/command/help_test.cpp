// Every verb explains itself: help with examples, completion, a manual page.
#include <doctest/doctest.h>
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

TEST_CASE("bash completes verbs, options and values") {
  const auto complete = [](const std::string& words, const std::string& count) {
    return run_shell("source <(podreel completion bash); COMP_WORDS=(" + words + "); COMP_CWORD=" + count +
                     "; _podreel; echo \"${COMPREPLY[@]}\"")
        .out;
  };
  CHECK(complete("podreel vers", "1") == "versions\n");
  CHECK(complete("podreel versions --ou", "2") == "--output\n");
  CHECK(complete("podreel versions -o j", "3") == "json\n");
  CHECK(complete("podreel versions 1.3", "2") == "1.30 1.31 1.32 1.33 1.34 1.35 1.36\n");
  CHECK(complete("podreel man comp", "2") == "completion\n");
}

TEST_CASE("the scripts for zsh and fish are read by those shells") {
  for (const std::string shell : {"zsh", "fish"}) {
    CHECK(run_podreel({"completion", shell}).exit_code == 0);
    if (run_shell("command -v " + shell).exit_code != 0) {
      MESSAGE(shell, " is not here: its script is printed, but not read");
    } else {
      CHECK(
          run_shell("file=$(mktemp) && podreel completion " + shell + " > $file && " + shell + " -n $file").exit_code ==
          0);
    }
  }
}

}  // namespace podreel::testing
