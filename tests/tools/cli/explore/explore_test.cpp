// `podreel explore` as it is used.
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

const std::string scenario = "scenarios/init-containers.yaml";

}  // namespace

TEST_CASE("what is found is written as a scenario that podreel test replays") {
  const ScratchFolder folder;
  const std::string found = (folder.path() / "found").string();
  const CommandResult result = run_podreel({"explore", scenario, "--allow", "reboot,callError", "--budget", "2000",
                                            "--keeps", "leftovers-do-not-count", "--save", found});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "init-containers: 1 invariant broken; "));
  CHECK(has(result.out, "  leftovers-do-not-count, after "));
  CHECK(has(result.out, "the node reboots "));
  CHECK(has(result.out, ", in this sync:\n"));
  CHECK(has(result.err, " runs per second"));
  const CommandResult replayed = run_podreel({"test", found});
  CHECK(replayed.exit_code == 1);
  CHECK(has(replayed.out, "{keeps: leftovers-do-not-count}"));
  CHECK(has(run_shell("cat " + found + "/*.yaml").out, "\n    Explanation of the sync:\n    - "));
}

TEST_CASE("a report has all parts of an issue for Kubernetes") {
  const ScratchFolder folder;
  const std::string reports = (folder.path() / "reports").string();
  const CommandResult result =
      run_podreel({"explore", scenario, "--kubelet-version", "1.36", "--allow", "reboot,callError", "--budget", "2000",
                   "--keeps", "leftovers-do-not-count", "--report", reports});
  CHECK(result.exit_code == 1);
  CHECK(has(result.err, "init-containers: leftovers-do-not-count after "));
  CHECK(has(result.out, reports));
  const std::string report = run_shell("cat " + reports + "/*.md").out;
  CHECK(has(report, "# Broken: leftover init containers of an earlier sandbox do not count"));
  CHECK(has(report, "comes from kubernetes/kubernetes#137710.\n"));
  CHECK(has(report, "- breaks: 1."));
  CHECK(has(report, "- holds: none\n"));
  CHECK(has(report, "kind: Scenario"));
  CHECK(has(report, "## Timeline\n\n```\n"));
  CHECK(has(report, "- pkg/kubelet/kubelet.go, SyncPod; kuberuntime/kuberuntime_manager.go, computePodActions\n"));
  CHECK(has(report, "podreel record " + reports));
  CHECK(run_podreel({"test", reports}).exit_code == 1);
  const CommandResult again = run_podreel({"explore", scenario, "--budget", "10", "--report", reports});
  CHECK(again.exit_code == 2);
  CHECK(has(again.err, "--report"));
}

TEST_CASE("fleets in a folder are passed over, and what is wrong below it is reported at its place") {
  const ScratchFolder folder;
  const std::string below = (folder.path() / "below").string();
  std::filesystem::create_directory(below);
  const std::string root = folder.path().string();
  std::filesystem::copy_file(source_path("scenarios/single-pod.yaml"), root + "/single-pod.yaml");
  for (const char* fleet : {"shop", "next-minor"}) {
    std::filesystem::copy_file(source_path(fmt::format("scenarios/library/fleets/{}.yaml", fleet)),
                               fmt::format("{}/{}.yaml", below, fleet));
  }
  const CommandResult passed = run_podreel({"explore", root, "--kubelet-version", "1.36", "--budget", "5"});
  CHECK_MESSAGE(passed.exit_code == 0, passed.err);
  CHECK(has(passed.out, "single-pod: 0 invariants broken; 5 runs"));
  CHECK(!has(passed.out, "shop"));
  CHECK(run_podreel({"explore", below + "/shop.yaml", "--budget", "5"}).exit_code == 2);

  std::ofstream{below + "/wrong.yaml"} << "kind: Scenario\nmetadata: {name: x}\nspec: {duration: three}\n";
  for (const bool compares : {true, false}) {
    std::vector<std::string> arguments{"explore", root, "--kubelet-version", "1.35"};
    if (compares) arguments.insert(arguments.end(), {"--against", "1.36"});
    const CommandResult refused = run_podreel(arguments);
    CHECK(refused.exit_code == 2);
    CHECK_MESSAGE(has(refused.err, below + "/wrong.yaml:3:18: spec.duration: "), refused.err);
    CHECK(refused.out.empty());
  }
}

TEST_CASE("what cannot be run under the newer kubelet is left out of a comparison, which says so") {
  const ScratchFolder folder;
  const std::string gated = (folder.path() / "gated.yaml").string();
  std::ofstream{gated} << R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: gated}
spec:
  duration: 1m
  node: {kubelet: {version: "1.30", featureGates: {EventedPLEG: false}}}
)";
  const CommandResult result =
      run_podreel({"explore", gated, "--kubelet-version", "1.13", "--against", "1.14", "--budget", "1"});
  CHECK(result.exit_code == 0);
  CHECK_MESSAGE(has(result.err, "note: 1 file is left out, whose scenarios cannot be run with these options\n"),
                result.err);
}

TEST_CASE("a run that does not end under a release is a difference like others, and does not end the comparison") {
  const CommandResult result =
      run_podreel({"explore", "scenarios/library/mechanisms/ended-container-is-probed.yaml",
                   "scenarios/single-pod.yaml", "--kubelet-version", "1.36", "--against", "1.35", "--budget", "1"});
  CHECK_MESSAGE(result.exit_code <= 1, result.err);
  CHECK(has(result.out, "SHOWN BY"));
}

TEST_CASE("a broken expectation is shown without an instant, and its scenario expects the same") {
  const ScratchFolder folder;
  const auto file = folder.path() / "own.yaml";
  std::ofstream{file} << R"(apiVersion: podreel.dev/v1alpha1
kind: Scenario
metadata: {name: own}
spec:
  duration: 1m
  timeline:
    - at: 0s
      createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: "app:1"}]}}
  expect:
    - {never: {event: {reason: SandboxChanged}}}
)";
  const std::string reports = (folder.path() / "reports").string();
  const CommandResult result = run_podreel({"explore", file.string(), "--allow", "reboot", "--at-once", "1",
                                            "--expectations", "--keeps", "restarts-wait", "--report", reports});
  CHECK(result.exit_code == 1);
  CHECK_MESSAGE(has(result.out, "found 1, expected exactly 0\n    the node reboots at "), result.out);
  const std::string scenario_text = run_shell("cat " + reports + "/*.yaml").out;
  CHECK(has(scenario_text, "description: |\n    This run violates expect[0]: found 1, expected exactly 0."));
  CHECK(has(scenario_text, "reason: SandboxChanged"));
  const std::string report = run_shell("cat " + reports + "/*.md").out;
  CHECK(has(report, "`podreel explore` found it in a simulation: found 1, expected exactly 0.\n"));
  CHECK(has(report, "## Code that acts\n\n- pkg/kubelet/"));
  CHECK_FALSE(has(report, "## The sync"));
  CHECK(run_podreel({"test", reports}).exit_code == 1);
}

TEST_CASE("a search without findings says so") {
  const CommandResult result =
      run_podreel({"explore", scenario, "--budget", "40", "--at-once", "1", "--keeps", "back-off-has-an-end"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "init-containers: 0 invariants broken; 40 runs with "));
}

TEST_CASE("a former name of an invariant is accepted with a warning") {
  const CommandResult result =
      run_podreel({"explore", scenario, "--budget", "10", "--at-once", "1", "--keeps", "time-goes-on"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.err, "warning: --keeps: \"time-goes-on\" is a former name; write no-livelock\n"));
}

TEST_CASE("the coverage is reported, and whether the search is complete") {
  const std::vector<std::string> search{"explore", "scenarios/single-pod.yaml", "--allow", "reboot", "--budget",
                                        "5000"};
  const CommandResult all = run_podreel(search);
  CHECK(all.exit_code == 0);
  CHECK(has(all.out, "  complete: all combinations of at most 2 faults of these kinds were tried: reboot\n"));
  CHECK(has(all.out, "  runs with 0, 1, … faults: 1, "));
  const CommandResult some = run_podreel(
      {"explore", "scenarios/single-pod.yaml", "--allow", "reboot", "--budget", "50", "--at-once", "4", "-o", "jsonl"});
  CHECK(has(some.out, R"("complete":false,"faults":["reboot"],"atOnce":4,"runsByFaultCount":[1,)"));
  CHECK_FALSE(has(some.out, R"("left":0,)"));
}

TEST_CASE(
    "differences between two policies are reported by their cause, and written as scenarios that podreel test "
    "replays") {
  const ScratchFolder folder;
  const std::string found = (folder.path() / "found").string();
  const CommandResult result =
      run_podreel({"explore", "scenarios/single-pod.yaml", "--kubelet-version", "1.30", "--against", "1.31",
                   "--against-policy", "dual-hash 1.30", "--save", found});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "1.31 hashes only name and image "));
  CHECK(has(result.out, " upstream "));
  CHECK(has(run_podreel({"test", found}).out, " passed, 0 failed"));
  const CommandResult same = run_podreel({"explore", "scenarios/single-pod.yaml", "--kubelet-version", "1.28",
                                          "--against", "1.29", "--against-policy", "serialized-spec"});
  CHECK(same.exit_code == 0);
  CHECK(same.out == "found no difference between upstream and serialized-spec in these scenarios\n");
}

TEST_CASE("the library of invariants is listed with its sources") {
  const CommandResult result = run_podreel({"explore", "--list"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "leftovers-do-not-count"));
  CHECK(has(result.out, "kubernetes.io"));
}

TEST_CASE("what cannot be obeyed is refused") {
  struct Case {
    std::vector<std::string> arguments;
    std::string said;
  };
  for (const Case& wrong : {
           Case{{"--budget", "0"}, "--budget: found 0; accepted: a number of runs from 1 to"},
           Case{{"--budget",
                 "10"
                 "x"},
                "--budget: found 10x; accepted"},
           Case{{"--at-once", "17"}, "--at-once: found 17; accepted: 1 to 16"},
           Case{{"--allow", "reboots"}, "--allow: found reboots; did you mean \"reboot\"?; accepted: callError"},
           Case{{"--keeps", "back-off-has-no-end"}, "--keeps: found back-off-has-no-end"},
           Case{{"--policy", "dual-hash"}, "--policy: found \"dual-hash\"; accepted: upstream"},
           Case{{"--against-policy", "upstream"},
                "--against-policy: found upstream, which is also the policy of the first side"},
           Case{{"--against-policy", "serialized-spec", "--keeps", "restarts-wait"},
                "--keeps applies to the search for broken invariants only"},
       }) {
    std::vector<std::string> arguments{"explore", scenario};
    arguments.insert(arguments.end(), wrong.arguments.begin(), wrong.arguments.end());
    const CommandResult result = run_podreel(arguments);
    CHECK(result.exit_code == 2);
    CHECK_MESSAGE(has(result.err, wrong.said), result.err);
    CHECK(result.out.empty());
  }
}

}  // namespace podreel::testing
