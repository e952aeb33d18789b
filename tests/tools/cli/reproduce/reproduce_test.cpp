// `podreel reproduce`.
#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

constexpr const char* paste =
    "NAME    READY   STATUS                       RESTARTS   AGE\n"
    "web-0   0/1     CreateContainerConfigError   0          62s\n"
    "  Warning  Failed  2s (x5 over 62s)  kubelet  Error: secret \"keys\" not found\n";

}  // namespace

TEST_CASE("an incident becomes a scenario that holds") {
  const CommandResult reproduced = run_podreel({"reproduce", "-f", "-"}, {.standard_input = paste});
  CHECK(reproduced.exit_code == 0);
  CHECK(has(reproduced.out, "default/web-0: the Secret keys is missing\n"));
  CHECK(has(reproduced.out, "2 of 2 observations reproduced"));
  const CommandResult tested =
      run_shell("podreel reproduce -f - -o yaml | podreel test -f -", {.standard_input = paste});
  CHECK(tested.exit_code == 0);
  const CommandResult document = run_podreel({"reproduce", "-", "-o", "json"}, {.standard_input = paste});
  CHECK(nlohmann::json::parse(document.out)["reproduced"] == 2);
}

TEST_CASE("observations that are not reproduced make exit code 1, and says what is there in its place") {
  const std::string text = std::string{paste} + "  Warning  NodeShutdown  3s  kubelet  Pod was rejected\n";
  const CommandResult reproduced = run_podreel({"reproduce", "-"}, {.standard_input = text});
  CHECK(reproduced.exit_code == 1);
  CHECK(has(reproduced.out,
            "missing     Warning NodeShutdown 3s: Pod was rejected\n              podreel: no such observation"));
}

TEST_CASE("input that says nothing of a pod is refused with what is accepted") {
  const CommandResult foreign = run_podreel({"reproduce", "-"}, {.standard_input = "Nom: web\n\xff\xfe\n"});
  CHECK(foreign.exit_code == 2);
  CHECK(has(foreign.err, "found no pod in 2 lines; accepted: the output of kubectl describe, get pods"));
  const CommandResult missing =
      run_podreel({"reproduce", "-"}, {.standard_input = "Error from server (NotFound): pods \"web\" not found\n"});
  CHECK(missing.exit_code == 2);
  const CommandResult cut = run_podreel({"reproduce", "-"}, {.standard_input = "{\"kind\": \"List\", \"items\": [\n"});
  CHECK(cut.exit_code == 2);
  CHECK(has(cut.err, "line 1: cannot read the object, which is incomplete: "));
}

TEST_CASE("a pod that the input does not have is refused, with a suggestion") {
  const CommandResult refused = run_podreel({"reproduce", "-", "--pod", "web-1"}, {.standard_input = paste});
  CHECK(refused.exit_code == 2);
  CHECK(has(refused.err, "did you mean \"web-0\"?"));
  CHECK(run_podreel({"reproduce", "-", "--budget", "much"}, {.standard_input = paste}).exit_code == 2);
}

TEST_CASE("a description that is cut before it says anything is refused, and what is missing is said") {
  const CommandResult cut = run_podreel({"reproduce", "-"}, {.standard_input = "Name:         web-0\n"
                                                                               "Namespace:    shop\n"
                                                                               "Status:       Running\n"
                                                                               "Containers:\n"
                                                                               "  web:\n"
                                                                               "    Image:  web:1\n"});
  CHECK(cut.exit_code == 2);
  CHECK(has(cut.err, "web-0 has no container state and no event, so the output is incomplete"));
  const CommandResult waiting = run_podreel({"reproduce", "-"}, {.standard_input = "web-0   0/1   Pending   0   5m\n"});
  CHECK(waiting.exit_code == 2);
  CHECK(has(waiting.err, "web-0 is not scheduled"));
}

TEST_CASE("what is not in English is refused with a way out, and what the API server did not have is said") {
  const CommandResult foreign = run_podreel({"reproduce", "-"}, {.standard_input = "Nom :            web-0\n"
                                                                                   "Espace de noms : boutique\n"
                                                                                   "Événements :     <aucun>\n"});
  CHECK(foreign.exit_code == 2);
  CHECK(has(foreign.err, "LC_ALL=C"));
  const CommandResult missing =
      run_podreel({"reproduce", "-"}, {.standard_input = "Error from server (NotFound): pods \"web-7\" not found\n"});
  CHECK(missing.exit_code == 2);
  CHECK(has(missing.err, "the API server reports that pod web-7 does not exist"));
}

TEST_CASE("events of a pod that is not there are refused with the pods that are") {
  const std::string events =
      "LAST SEEN   TYPE      REASON    OBJECT      MESSAGE\n"
      "5s          Warning   BackOff   pod/api-1   Back-off restarting failed container\n";
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: web-0}\nspec: {containers: [{name: web, image: \"web:1\"}]}\n";
  const CommandResult beside = run_podreel({"reproduce", "-"}, {.standard_input = pod + "```\n" + events});
  CHECK(beside.exit_code == 2);
  CHECK(has(beside.err, "the events belong to a pod that is not in the input: api-1; the input has web-0"));
  const ScratchFolder folder;
  std::ofstream{folder / "pod.yaml"} << pod;
  const CommandResult given =
      run_podreel({"reproduce", "-", "--manifest", folder / "pod.yaml"}, {.standard_input = events});
  CHECK(given.exit_code == 2);
  CHECK(has(given.err, "found web-0, which matches no pod; pods of the input: api-1"));
}

TEST_CASE("what podreel does not simulate is named") {
  const CommandResult reproduced = run_podreel(
      {"reproduce", "-"},
      {.standard_input = "  Warning  NodeShutdown  60s  kubelet  Pod was rejected as the node is shutting down.\n"});
  CHECK(reproduced.exit_code == 1);
  CHECK(has(reproduced.out,
            "Cannot be explained:\n  - podreel cannot reproduce a pod that was rejected while its node shut down"));
}

TEST_CASE("a log about the node alone is answered with the node's cause, and without a scenario") {
  const std::string log =
      "I0313 16:02:43.934473    1450 kubelet.go:1778] skipping pod synchronization - [PLEG is not healthy: pleg was "
      "last seen active 3m5.3s ago; threshold is 3m0s]\n";
  const CommandResult reproduced = run_podreel({"reproduce", "-"}, {.standard_input = log});
  CHECK(reproduced.exit_code == 1);
  CHECK(has(reproduced.out, "The node: the runtime hangs: the kubelet has waited for a relist for 3m5.3s\n"));
  const CommandResult scenario = run_podreel({"reproduce", "-", "-o", "yaml"}, {.standard_input = log});
  CHECK(scenario.exit_code == 2);
  CHECK(has(scenario.err, "podreel cannot simulate a pod of this input"));
}

TEST_CASE("a pod that no node has is answered with the scheduler's reason") {
  const CommandResult reproduced =
      run_podreel({"reproduce", "-"},
                  {.standard_input = "web-0   0/1   Pending   0   5m\n"
                                     "  Warning  FailedScheduling  5m  default-scheduler  0/3 nodes are available: 3 "
                                     "Insufficient cpu.\n"});
  CHECK(reproduced.exit_code == 1);
  CHECK(
      has(reproduced.out, "default/web-0: the scheduler finds no node: 0/3 nodes are available: 3 Insufficient cpu."));
  CHECK(has(reproduced.out, "not simulated\n"));
}

TEST_CASE("lines that nothing explains are listed, and make the cause a possible one") {
  const std::string text =
      "web-0   0/1   ContainerCreating   0   12m\n"
      "E0310 09:15:42.101234    2001 gadgets.go:12] \"The gadget is broken\" pod=\"default/web-0\"\n";
  const CommandResult reproduced = run_podreel({"reproduce", "-"}, {.standard_input = text});
  CHECK(reproduced.exit_code == 1);
  CHECK(has(reproduced.out, "default/web-0: possible cause: the pod's sandbox is still being created\n"));
  CHECK(has(reproduced.out, "Not used:\n  - line 2: \"The gadget is broken\""));
}

TEST_CASE("releases are printed as ranges, and the nodes of the input decide them") {
  const std::string row = "web-0  0/1  CreateContainerConfigError  0  62s\n";
  CHECK(has(run_podreel({"reproduce", "-"}, {.standard_input = row}).out, "the input fits 1."));
  const std::string nodes =
      "NAME     STATUS   ROLES    AGE   VERSION\n"
      "node-8   Ready    <none>   91d   v1.29.8-eks-1a2b\n\n";
  CHECK(has(run_podreel({"reproduce", "-"}, {.standard_input = nodes + row}).out, "(kubelet 1.29, "));
}

TEST_CASE("pods of one name in several clusters are answered cluster by cluster") {
  const std::string text =
      "$ kubectl --context staging get pods\n"
      "web-0   0/1   ErrImageNeverPull   0   62s\n"
      "$ kubectl --context prod get pods\n"
      "web-0   0/1   OOMKilled   3 (20s ago)   2m\n";
  const CommandResult both = run_podreel({"reproduce", "-"}, {.standard_input = text});
  CHECK(has(both.out, "Cluster staging:\ndefault/web-0: the image of web is missing"));
  CHECK(has(both.out, "Cluster prod:\ndefault/web-0: web repeatedly runs out of memory"));
  const CommandResult json = run_podreel({"reproduce", "-", "-o", "json"}, {.standard_input = text});
  const auto clusters = nlohmann::json::parse(json.out)["clusters"];
  REQUIRE(clusters.size() == 2);
  CHECK(clusters[1]["cluster"] == "prod");
}

}  // namespace podreel::testing
