// Data goes to standard output, or the command says why it could not.
#include <csignal>
#include <doctest/doctest.h>

#include "tests/support/command.hpp"

namespace podreel::testing {

TEST_CASE("a full disk behind standard output is reported, with exit code 3") {
  const CommandResult result = run_podreel({"versions"}, {.redirection = "> /dev/full"});
  CHECK(result.exit_code == 3);
  CHECK(result.err == "podreel versions: cannot write standard output: No space left on device\n");
}

TEST_CASE("a closed standard output is reported, with exit code 3") {
  const CommandResult result = run_podreel({"versions"}, {.redirection = ">&-"});
  CHECK(result.exit_code == 3);
  CHECK(result.err == "podreel versions: cannot write standard output: Bad file descriptor\n");
}

TEST_CASE("a reader that goes away ends the command quietly, as it ends every filter") {
  const CommandResult result = run_shell("exec 3> >(true); wait $!; podreel versions -o json >&3; echo ${?} >&2");
  CHECK(result.err == std::to_string(128 + SIGPIPE) + "\n");
}

TEST_CASE("a full standard error is no reason to hang or to crash") {
  const CommandResult result = run_podreel({"nonsense"}, {.redirection = "2> /dev/full"});
  CHECK(result.signal == 0);
  CHECK(result.exit_code != 0);
}

TEST_CASE("what a scenario asks for and podreel does not model is reported beside the answer, once") {
  const std::string scenario =
      R"({"apiVersion": "podreel.dev/v1alpha1", "kind": "Scenario", "metadata": {"name": "psi"}, "spec": {)"
      R"("node": {"kubelet": {"version": "1.33", "featureGates": {"KubeletPSI": true}}}}})";
  for (const std::string verb : {"run", "test"}) {
    CAPTURE(verb);
    const CommandResult result = run_podreel({verb, "-f", "-"}, {.standard_input = scenario});
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("warning: -:1:") == 0);
    CHECK(result.err.find(
              "spec.node.kubelet.featureGates.KubeletPSI: without effect: podreel does not model the changes of "
              "this feature gate in kubelet 1.33\n") != std::string::npos);
    CHECK(result.err.find("KubeletPSI") == result.err.rfind("KubeletPSI"));
  }
}

TEST_CASE("no colour where nobody sees it, nor with NO_COLOR") {
  CHECK(run_podreel({"versions"}).out.find('\x1b') == std::string::npos);
}

}  // namespace podreel::testing
