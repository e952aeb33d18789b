// Ends of pods that a kubelet detects late: skipped work leaves the same records as executed work.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/format/load.hpp"
#include "tests/support/replayed_lines.hpp"

namespace podreel::simulation {

namespace {

struct Situation {
  std::string_view what;
  /// Of the pod "web", in the spec and in the metadata; without a spec it is the static pod "agent".
  std::string_view spec;
  std::string_view metadata;
  /// What happens after the first pod has come.
  std::string_view then;
};

const std::vector<Situation> situations{
    {"a pod is deleted while its kubelet is away", "terminationGracePeriodSeconds: 5", "",
     "{at: 10s, stopKubelet: {}}, {at: 12s, deletePod: {name: web}}, {at: 20s, startKubelet: {}}"},
    {"a pod is deleted by force while its kubelet is away", "terminationGracePeriodSeconds: 5", "",
     "{at: 10s, stopKubelet: {}}, {at: 12s, deletePod: {name: web, gracePeriodSeconds: 0}}, "
     "{at: 20s, startKubelet: {}}"},
    {"a pod is deleted by force", "terminationGracePeriodSeconds: 5", "",
     "{at: 12s, deletePod: {name: web, gracePeriodSeconds: 0}}"},
    {"a deleted pod stays for its finalizer", "terminationGracePeriodSeconds: 2", "finalizers: [example.com/keep]",
     "{at: 12s, deletePod: {name: web}}, {at: 40s, removeFinalizers: {pod: web}}"},
    {"a pod has finished before its kubelet starts, and is deleted then", "restartPolicy: Never", "",
     "{at: 5s, exitContainer: {pod: web, container: app, exitCode: 0}}, {at: 20s, stopKubelet: {}}, "
     "{at: 25s, startKubelet: {}}, {at: 50s, deletePod: {name: web}}"},
    {"a finished pod is deleted while its kubelet is away", "restartPolicy: Never", "",
     "{at: 5s, exitContainer: {pod: web, container: app, exitCode: 3}}, {at: 20s, stopKubelet: {}}, "
     "{at: 22s, deletePod: {name: web}}, {at: 25s, startKubelet: {}}"},
    {"a pod passes its deadline", "activeDeadlineSeconds: 30, terminationGracePeriodSeconds: 2", "",
     "{at: 50s, deletePod: {name: web}}"},
    {"a pod that is not admitted is deleted", "nodeSelector: {disk: ssd}", "", "{at: 30s, deletePod: {name: web}}"},
    {"a pod whose sandbox has died is deleted", "terminationGracePeriodSeconds: 2", "",
     "{at: 30s, killSandbox: {pod: web}}, {at: 70s, deletePod: {name: web}}"},
    {"a static pod's manifest goes", "", "", "{at: 20s, removeStaticPod: {path: /m/agent.yaml}}"},
    {"a static pod's manifest goes while its kubelet is away", "", "",
     "{at: 15s, stopKubelet: {}}, {at: 20s, removeStaticPod: {path: /m/agent.yaml}}, {at: 25s, startKubelet: {}}"},
    {"a mirror pod is deleted", "", "", "{at: 20s, deletePod: {name: agent-node-1}}"},
    {"a mirror pod is deleted by force", "", "", "{at: 20s, deletePod: {name: agent-node-1, gracePeriodSeconds: 0}}"},
};

format::Scenario scenario_of(const Situation& situation, std::string_view release) {
  const std::string first =
      situation.spec.empty()
          ? "addStaticPod: {path: /m/agent.yaml, manifest: {apiVersion: v1, kind: Pod, metadata: {name: agent}, "
            "spec: {terminationGracePeriodSeconds: 3, containers: [{name: agent, image: 'agent:1'}]}}}"
          : fmt::format(
                "createPod: {{apiVersion: v1, kind: Pod, metadata: {{name: web, {}}}, "
                "spec: {{{}, containers: [{{name: app, image: 'app:1'}}]}}}}",
                situation.metadata, situation.spec);
  const std::string text = fmt::format(
      "{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: ends}}, spec: {{description: In a test., "
      "duration: 3m, node: {{labels: {{disk: hdd}}, kubelet: {{version: '{}'}}}}, timeline: [{{at: 0s, {}}}, {}]}}}}",
      release, first, situation.then);
  format::Loaded loaded = format::load_scenarios(api::load_documents(text, "ends"), "ends");
  for (const api::Problem& problem : loaded.problems) FAIL(to_string(problem));
  REQUIRE(loaded.scenarios.size() == 1);
  return std::move(loaded.scenarios.front());
}

}  // namespace

TEST_CASE("ends of pods are accounted for as they are executed, by kubelets of every kind") {
  for (const Situation& situation : situations) {
    for (const std::string_view release : {"1.19", "1.22", "1.26", "1.30", "1.36"}) {
      CAPTURE(std::string{situation.what});
      CAPTURE(std::string{release});
      CHECK(testing::difference_of_idle_work(scenario_of(situation, release), {}) == "");
    }
  }
}

}  // namespace podreel::simulation
