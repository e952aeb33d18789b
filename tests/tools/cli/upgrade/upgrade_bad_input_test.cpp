// What `podreel upgrade` says about input that is wrong: where, what was found, what is accepted.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;

CommandResult upgrade_input(const std::string& input, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"upgrade", "-f", "-", "--from", "1.30", "--to", "1.31"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

std::string pod(const std::string& spec, const std::string& name = "a") {
  return "kind: Pod\nmetadata: {name: " + name + "}\nspec: " + spec + "\n";
}

/// The command refuses `input` with exactly this message, and answers nothing.
void check_refused(const std::string& input, const std::string& message) {
  const CommandResult result = upgrade_input(input);
  CAPTURE(message);
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(result.err.find(message) != std::string::npos);
  if (result.err.find(message) == std::string::npos) CHECK(result.err == message);
}

const std::string good = pod("{containers: [{name: c, image: i}]}");

}  // namespace

TEST_CASE("what is not a pod") {
  check_refused("kind: Pdo\nmetadata: {name: a}\n", "<stdin>:1:7: kind: unknown kind \"Pdo\"; did you mean \"Pod\"?");
  check_refused("just text\n", "<stdin>:1:1: found the string \"just text\", accepted: a Kubernetes object");
  check_refused("metadata: {name: a}\n", "<stdin>:1:1: kind: required, but missing");
}

TEST_CASE("no containers") {
  check_refused(pod("{}"), "<stdin>:3:7: spec.containers: required, but missing");
  check_refused(pod("{containers: []}"), "<stdin>:3:20: spec.containers: required, but empty");
}

TEST_CASE("a container without a name") {
  check_refused(pod("{containers: [{image: i}]}"), "<stdin>:3:21: spec.containers[0].name: required, but missing");
}

TEST_CASE("invalid quantities and ports") {
  check_refused(pod("{containers: [{name: c, image: i, resources: {limits: {cpu: 1x}}}]}"),
                "<stdin>:3:67: spec.containers[0].resources.limits.cpu: found the string \"1x\", accepted: a quantity "
                "such as 100m, 1.5 or 64Mi");
  check_refused(
      pod("{containers: [{name: c, image: i, ports: [{containerPort: 70000}]}]}"),
      "<stdin>:3:65: spec.containers[0].ports[0].containerPort: found the integer 70000, accepted: 1 to 65535");
}

TEST_CASE("an unknown release, a policy that does not exist, a path of one") {
  const CommandResult release =
      testing::run_podreel({"upgrade", "-f", "-", "--from", "1.99", "--to", "1.31"}, {.standard_input = good});
  CHECK(release.exit_code == 2);
  CHECK(release.err.find("1.99") != std::string::npos);
  CHECK(release.err.find("1.37") != std::string::npos);
  const CommandResult policy = upgrade_input(good, {"--policy", "dual"});
  CHECK(policy.exit_code == 2);
  CHECK(
      policy.err.find(
          R"(--policy: found "dual"; did you mean "dual-hash"? Accepted: upstream, serialized-spec, dual-hash, rewrite)") !=
      std::string::npos);
  CHECK(testing::run_podreel({"upgrade", "-f", "-", "--path", "1.30"}, {.standard_input = good}).exit_code == 2);
  CHECK(testing::run_podreel({"upgrade", "-f", "-", "--from", "1.30"}, {.standard_input = good}).exit_code == 2);
}

TEST_CASE("a pod that is there twice is named with both places") {
  check_refused(good + "---\n" + good, "<stdin>:5:1: duplicate pod default/a; the first is at <stdin>:1");
}

TEST_CASE("two templates are two workloads, whatever their pods would be called") {
  const std::string controller =
      "kind: ReplicationController\napiVersion: v1\nmetadata: {name: web}\n"
      "spec: {template: {spec: {containers: [{name: c, image: i}]}}}\n";
  const CommandResult result = upgrade_input(controller + "---\n" + controller);
  CHECK(result.exit_code == 1);
  CHECK(result.out.ends_with("1.30 to 1.31: 2 of 2 containers restart\n"));
  const std::string generated = "kind: Pod\nmetadata: {generateName: a-}\nspec: {containers: [{name: c, image: i}]}\n";
  CHECK(upgrade_input(generated + "---\n" + generated).exit_code == 1);
}

TEST_CASE("--keep-going answers for what is right, and the exit status says that something was skipped") {
  const CommandResult result = upgrade_input(good + "---\n" + pod("{}", "b") + "---\n" + good, {"--keep-going"});
  CHECK(result.exit_code == 2);
  CHECK(result.out.ends_with("1.30 to 1.31: 1 of 1 container restarts\n"));
  CHECK(result.err.find("<stdin>:7:7: spec.containers: required, but missing") != std::string::npos);
  CHECK(result.err.ends_with("podreel upgrade: ignored input with 2 errors\n"));
}

TEST_CASE("--keep-going reads on after a hundred problems") {
  std::string list = R"({"kind":"List","items":[)";
  for (int index = 0; index < 150; ++index) list += R"({"kind":"Pod","metadata":{"name":"x"},"spec":{}},)";
  list += R"({"kind":"Pod","metadata":{"name":"y"},"spec":{"containers":[{"name":"c","image":"i"}]}}]})";
  const CommandResult patient = upgrade_input(list, {"--keep-going"});
  CHECK(patient.exit_code == 2);
  CHECK(patient.out.ends_with("1.30 to 1.31: 1 of 1 container restarts\n"));
  CHECK(patient.err.ends_with("podreel upgrade: ignored input with 150 errors\n"));
  const CommandResult hasty = upgrade_input(list);
  CHECK(hasty.exit_code == 2);
  CHECK(hasty.err.find("100 problems so far; the rest was not read") != std::string::npos);
}

TEST_CASE("broken JSON names its place") {
  const CommandResult result = upgrade_input("{\"kind\":\"List\",\"items\":[\n{\"kind\":\"Pod\" \"x\":1}]}");
  CHECK(result.exit_code == 2);
  CHECK(result.err.find("<stdin>:2:") != std::string::npos);
  CHECK(result.err.find("items[0]") != std::string::npos);
}

TEST_CASE("the matrix has no places for SARIF") {
  CHECK(testing::run_podreel({"upgrade", "--matrix", "-o", "sarif", "-f", "-"}, {.standard_input = good}).exit_code ==
        2);
}

TEST_CASE("a policy that ignores a field which containers do not have") {
  const std::string policy = "dual-hash 1.12 ignoring StartupProb";
  const std::string message = "containers have no field \"StartupProb\"; did you mean \"StartupProbe\"?";
  const CommandResult upgrade = upgrade_input(good, {"--policy", policy});
  CHECK(upgrade.exit_code == 2);
  CHECK(testing::has(upgrade.err, "--policy: " + message));
  const CommandResult run = testing::run_podreel({"run", "scenarios/crash-loop.yaml", "--policy", policy});
  CHECK(run.exit_code == 2);
  CHECK(testing::has(run.err, "--policy: " + message));
  CHECK(upgrade_input(good, {"--policy", policy + "e"}).exit_code != 2);
}

}  // namespace podreel
