// What shells complete on podreel's command line.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

/// The words are as bash parts them, the last is completed.
std::string completed_by_bash(const std::string& words) {
  return run_shell("source <(podreel completion bash); COMP_WORDS=(" + words +
                   "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _podreel; echo \"${COMPREPLY[@]}\"")
      .out;
}

}  // namespace

TEST_CASE("bash completes verbs, options and values") {
  CHECK(completed_by_bash("podreel vers") == "versions\n");
  CHECK(completed_by_bash("podreel versions --ou") == "--output\n");
  CHECK(completed_by_bash("podreel versions -o j") == "json\n");
  CHECK(completed_by_bash("podreel versions 1.3") == "1.30 1.31 1.32 1.33 1.34 1.35 1.36 1.37\n");
  CHECK(completed_by_bash("podreel man comp") == "completion\n");
  CHECK(completed_by_bash("podreel lesson 1") == "1 10 11 12 13 14 15 16 17 18 19\n");
  CHECK(completed_by_bash("podreel run --policy u") == "upstream\n");
}

TEST_CASE("bash completes the last of a list, and what follows an equals sign") {
  CHECK(completed_by_bash("podreel test --kubelet-version 1.30,1.35") == "1.30,1.35\n");
  CHECK(completed_by_bash("podreel run --kubelet-version = 1.35") == "1.35\n");
  CHECK(completed_by_bash("podreel run --feature-gates SidecarC") ==
        "SidecarContainers=true SidecarContainers=false\n");
  CHECK(completed_by_bash("podreel run --feature-gates SidecarContainers =") == "true false\n");
  CHECK(completed_by_bash("podreel run --feature-gates SidecarContainers = true,EventedP") ==
        "true,EventedPLEG=true true,EventedPLEG=false\n");
  CHECK(completed_by_bash("podreel run --feature-gates SidecarContainers = true,EventedPLEG = f") == "false\n");
}

TEST_CASE("fish completes the last of a list") {
  if (run_shell("command -v fish").exit_code != 0) {
    MESSAGE("fish is not here: its completion is not tried");
    return;
  }

  const auto complete = [](const std::string& line) {
    return run_shell("fish --no-config -c 'podreel completion fish | source; complete -C \"" + line + "\"' | cut -f1")
        .out;
  };
  CHECK(complete("podreel test --kubelet-version 1.30,1.35") == "1.30,1.35\n");
  CHECK(complete("podreel run --feature-gates EventedPLEG=t") == "EventedPLEG=true\n");
  CHECK(complete("podreel lesson 12") == "12\n");
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
