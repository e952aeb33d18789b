// A node that begins with settled pods goes on as one that has lived through their lives.
#include "scenarios/simulation/settled_pod.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/timestamp.hpp"
#include "engine/trace/json_line.hpp"
#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/load.hpp"
#include "tests/support/recorded_run.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

using namespace std::chrono_literals;

namespace {

using Lines = std::vector<std::string>;

/// A pod, and what the scenario says of it.
struct SettledSituation {
  std::string_view what;
  /// What its spec has.
  std::string_view spec;
  /// What its script has beside its name.
  std::string_view script = "containers: []";
  std::string_view images = "[]";
  /// Steps 20 s after the next kubelet's start, as the members that follow `at`.
  std::string_view later = {};
  /// Several such pods meet: they wait for each other's pulls, want the same port, or get new addresses in turn.
  bool meet = false;
  /// Of the first kubelet that knows this.
  int since = 8;
};

// clang-format off
constexpr auto settled_situations = std::to_array<SettledSituation>({
      {"one container", "containers: [{name: app, image: 'app:1'}]"},
      {"two containers with resources",
       "containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 100m, memory: 64Mi}}}, "
       "{name: side, image: 'side:1', env: [{name: A, value: b}]}]"},
      {"guaranteed", "containers: [{name: app, image: 'app:1', resources: {limits: {cpu: '1', memory: 64Mi}}}]"},
      {"init containers",
       "initContainers: [{name: one, image: 'one:1'}, {name: two, image: 'two:1'}], "
       "containers: [{name: app, image: 'app:1'}]",
       "containers: [{name: two, runs: [{for: 3s, exitCode: 1}, {for: 2s}]}]"},
      {"a sidecar", "initContainers: [{name: side, image: 'side:1', restartPolicy: Always}], "
       "containers: [{name: app, image: 'app:1'}]"},
      {"a job with a sidecar", "restartPolicy: OnFailure, "
       "initContainers: [{name: side, image: 'side:1', restartPolicy: Always}], "
       "containers: [{name: app, image: 'app:1'}]", "containers: [{name: app, runs: [{for: 20s}]}]"},
      {"probes that succeed",
       "containers: [{name: app, image: 'app:1', livenessProbe: {exec: {command: [live]}, periodSeconds: 7}, "
       "readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}}]"},
      {"a startup probe that succeeds late",
       "containers: [{name: app, image: 'app:1', startupProbe: {exec: {command: [up]}, periodSeconds: 5, "
       "failureThreshold: 30}}]", "exec: [{command: up, answers: [{exitCode: 1}, {from: 30s}]}]"},
      {"never ready",
       "containers: [{name: app, image: 'app:1', readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 5}}]",
       "http: [{status: 500}]"},
      {"a liveness probe that fails, and a container that ignores SIGTERM",
       "terminationGracePeriodSeconds: 25, "
       "containers: [{name: app, image: 'app:1', livenessProbe: {exec: {command: [live]}, periodSeconds: 10}}]",
       "containers: [{name: app, runs: [{onTerm: ignore}]}], "
       "exec: [{command: live, answers: [{exitCode: 0}, {from: 15s, exitCode: 1}]}]"},
      {"a container that takes its time to end",
       "containers: [{name: app, image: 'app:1', livenessProbe: {exec: {command: [live]}, periodSeconds: 10}}]",
       "containers: [{name: app, runs: [{onTerm: {exitAfter: 20s, exitCode: 7}}]}], "
       "exec: [{command: live, answers: [{exitCode: 0}, {from: 15s, exitCode: 1}]}]"},
      {"hooks", "containers: [{name: app, image: 'app:1', lifecycle: {postStart: {exec: {command: [begin]}}, "
       "preStop: {exec: {command: [end]}}}}]", "exec: [{command: end, answers: [{takes: 3s}]}]", "[]",
       "deletePod: {name: 'web*'}"},
      {"a crash loop", "containers: [{name: app, image: 'app:1'}]",
       "containers: [{name: app, runs: [{for: 5s, exitCode: 1, message: oh}]}]"},
      {"two containers of which one crashes late", "containers: [{name: app, image: 'app:1'}, {name: b, image: 'b:1'}]",
       "containers: [{name: app, runs: [{for: 41s, exitCode: 1}, {for: 13s, exitCode: 2}]}]"},
      {"a job that succeeds", "restartPolicy: Never, containers: [{name: app, image: 'app:1'}]",
       "containers: [{name: app, runs: [{for: 10s}]}]"},
      {"a job that fails", "restartPolicy: Never, containers: [{name: app, image: 'app:1'}]",
       "containers: [{name: app, runs: [{for: 10s, exitCode: 3}]}]"},
      {"a job that is going to end", "restartPolicy: OnFailure, containers: [{name: app, image: 'app:1'}]",
       "containers: [{name: app, runs: [{for: 10s, exitCode: 1}, {for: 630s}]}]"},
      {"an image that does not come", "containers: [{name: app, image: 'app:1'}]", "containers: []",
       "[{name: 'app:1', present: false, pull: {takes: 1s, failFirst: 1000, error: manifest unknown}}]", "", true},
      {"an image that is being pulled", "containers: [{name: app, image: 'app:1'}]", "containers: []",
       "[{name: 'app:1', present: false, pull: {takes: 55s}}]", "", true},
      {"an image that was pulled", "containers: [{name: app, image: 'app:1', imagePullPolicy: Always}]", "containers: []",
       "[{name: 'app:1', present: false, pull: {takes: 2s, failFirst: 1}}]", "", true},
      {"a ConfigMap that is missing",
       "containers: [{name: app, image: 'app:1', envFrom: [{configMapRef: {name: settings}}]}]", "containers: []", "[]",
       "addConfigMap: {name: settings}"},
      {"a volume that is missing",
       "volumes: [{name: v, configMap: {name: settings}}], "
       "containers: [{name: app, image: 'app:1', volumeMounts: [{name: v, mountPath: /v}]}]", "containers: []", "[]",
       "addConfigMap: {name: settings}"},
      {"the host's network", "hostNetwork: true, containers: [{name: app, image: 'app:1'}]"},
      {"a sandbox that has died", "containers: [{name: app, image: 'app:1'}]", "sandbox: {diesAt: 20s}", "[]", "", true},
      {"a sandbox that is going to die", "containers: [{name: app, image: 'app:1'}]", "sandbox: {diesAt: 625s}"},
      {"a deadline", "activeDeadlineSeconds: 30, containers: [{name: app, image: 'app:1'}]"},
      {"a deadline to come", "activeDeadlineSeconds: 620, containers: [{name: app, image: 'app:1'}]"},
      {"a node that is not wanted", "nodeSelector: {disk: ssd}, containers: [{name: app, image: 'app:1'}]"},
      {"more than there is", "containers: [{name: app, image: 'app:1', resources: {requests: {cpu: '100'}}}]"},
      {"a gate that is not open", "readinessGates: [{conditionType: example.com/open}], "
       "containers: [{name: app, image: 'app:1'}]"},
      {"a conflict", "containers: [{name: app, image: 'app:1'}, {name: rival, image: 'app:1'}]",
       "containers: [{name: app, needs: [port]}, {name: rival, needs: [port], conflict: {for: 17s, exitCode: 9}}]", "[]", "", true},
      {"a label and an image that change", "containers: [{name: app, image: 'app:1'}]", "containers: []", "[]",
       "patchPod: {name: 'web*', patch: {metadata: {labels: {a: b}}, spec: {containers: [{name: app, image: 'app:2'}]}}}"},
      {"a label that changes", "containers: [{name: app, image: 'app:1'}]", "containers: []", "[]",
       "labelPod: {name: 'web*', labels: {a: b}}"},
      {"a resize", "containers: [{name: app, image: 'app:1', resources: {requests: {cpu: 100m}, limits: {cpu: 200m}}}]",
       "containers: []", "[]", "resizePod: {pod: 'web-*', container: app, resources: {requests: {cpu: 150m}}}", false, 33},
      {"a container that is gone", "containers: [{name: app, image: 'app:1'}]", "containers: []", "[]",
       "exitContainer: {pod: web-0, container: app, exitCode: 4}"},
      {"another API server", "containers: [{name: app, image: 'app:1'}]", "containers: []", "[]",
       "upgradeApiServer: {version: '1.36'}"},
});
// clang-format on

struct Takeover {
  /// Minor releases.
  int from;
  int to;
};

constexpr std::chrono::seconds between_kubelets = 5s;

format::Scenario read_takeover(const std::string& text) {
  const format::Loaded read = format::load_scenarios(api::load_documents(text, "test.yaml"), "test.yaml");
  for (const api::Problem& problem : read.problems) FAIL(to_string(problem));
  return read.scenarios.front();
}

/// The kubelet that the pods have had for `age` is taken over. `settled`: they have had it before the scenario.
format::Scenario scenario_of(const SettledSituation& situation, Takeover kubelets, int count, std::chrono::seconds age,
                             bool settled) {
  const std::string pods =
      fmt::format("{{count: {}, template: {{apiVersion: v1, kind: Pod, metadata: {{name: web}}, spec: {{{}}}}}}}",
                  count, situation.spec);
  const std::chrono::seconds begin = settled ? 0s : age;
  std::string timeline;
  if (!settled) {
    timeline = fmt::format("{{at: 0s, createPods: {}}}, {{at: {}s, stopKubelet: {{}}}}, ", pods, begin.count());
  }
  timeline +=
      fmt::format("{{at: {}s, startKubelet: {{version: '1.{}'}}}}, ", (begin + between_kubelets).count(), kubelets.to);
  if (!situation.later.empty()) {
    timeline += fmt::format("{{at: {}s, {}}}", (begin + between_kubelets + 20s).count(), situation.later);
  }
  return read_takeover(fmt::format(
      "{{apiVersion: podreel.dev/v1alpha1, kind: Scenario, metadata: {{name: taken-over}}, spec: {{timing: ideal, "
      "duration: {}s, node: {{labels: {{zone: a}}, allocatable: {{cpu: 16, memory: 16Gi, pods: 110}}, "
      "kubelet: {{version: '1.{}'}}{}}}, "
      "runtime: {{images: {}, pods: [{{name: 'web*', {}}}]}}, timeline: [{}]}}}}",
      (begin + between_kubelets + 90s).count(), kubelets.from,
      settled ? fmt::format(", settled: {{for: {}s, pods: {}}}", age.count(), pods) : "", situation.images,
      situation.script, timeline));
}

/// The text with all times so much later.
std::string moved(const std::string& text, sim::Duration later) {
  static const boost::regex instant{R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"};
  return boost::regex_replace(text, instant, [later](const boost::smatch& match) {
    return api::format_timestamp(*api::parse_timestamp(match.str()) + later);
  });
}

/// "default/web-0" of a line of JSON; empty if it is about no pod.
std::string pod_of(const std::string& line) {
  static const boost::regex pod{R"-("pod":"([^"]+)")-"};
  boost::smatch match;
  return boost::regex_search(line, match, pod) ? match.str(1) : std::string{};
}

/// What happened from the next kubelet's start on, and how the pods are at the end, in the time of the node that has
/// lived through it all.
Lines taken_over(const format::Scenario& scenario, sim::Duration later) {
  ReplayOptions options;
  Lines lines;
  struct Keep final : trace::Sink {
    void write(const trace::Record& record) override {
      const auto* kubelet = std::get_if<trace::KubeletProcess>(&record.payload);
      has_begun = has_begun || (kubelet != nullptr && kubelet->what == "start");
      if (!has_begun) return;
      std::string line;
      trace::append_json_line(line, record, start);
      lines->push_back(moved(line, move));
    }
    sim::Time start;
    sim::Duration move{};
    Lines* lines = nullptr;
    bool has_begun = false;
  } keep;
  keep.start = start_time(scenario, options) - later;
  keep.move = later;
  keep.lines = &lines;
  options.sinks = {&keep};
  options.print_objects = true;
  const ReplayResult result = replay(scenario, options);
  for (const nlohmann::json& object : result.objects) lines.push_back(moved(object.dump(), later));
  return lines;
}

std::string difference(const Lines& lived, const Lines& settled) {
  const auto [left, right] = std::ranges::mismatch(lived, settled);
  if (left == lived.end() && right == settled.end()) return {};
  return fmt::format("lived:   {}\nsettled: {}", left == lived.end() ? "nothing" : *left,
                     right == settled.end() ? "nothing" : *right);
}

std::string difference(const SettledSituation& situation, Takeover kubelets, int count, std::chrono::seconds age) {
  Lines lived = taken_over(scenario_of(situation, kubelets, count, age, false), {});
  Lines settled = taken_over(scenario_of(situation, kubelets, count, age, true), age);
  // Which of two containers ends first that end at the same instant depends on which of them was started first.
  std::ranges::stable_sort(lived, {}, pod_of);
  std::ranges::stable_sort(settled, {}, pod_of);
  return difference(lived, settled);
}

const std::vector<Takeover>& takeovers() {
  static const std::vector<Takeover> all{{8, 12}, {12, 19}, {19, 24}, {24, 27}, {27, 30}, {30, 31}, {33, 36}, {36, 36}};
  return all;
}

}  // namespace

TEST_CASE("a settled pod is taken over as one that has lived on the node") {
  testing::Sample sample{{.sanitized = 11}};
  for (const SettledSituation& situation : settled_situations) {
    for (const Takeover kubelets : takeovers()) {
      if (kubelets.from < situation.since) continue;
      for (const std::chrono::seconds age : {41s, 600s}) {
        if (!sample.has_next()) continue;
        const std::string found = difference(situation, kubelets, 1, age);
        CHECK_MESSAGE(found.empty(), situation.what << ", 1." << kubelets.from << " to 1." << kubelets.to << " after "
                                                    << age.count() << " s\n"
                                                    << found);
      }
    }
  }
}

TEST_CASE("several settled pods are taken over as those that have lived on the node") {
  testing::Sample sample{{.sanitized = 11}};
  for (const SettledSituation& situation : settled_situations) {
    if (situation.meet) continue;
    for (const Takeover kubelets : takeovers()) {
      if (kubelets.from < situation.since) continue;
      if (!sample.has_next()) continue;
      const std::string found = difference(situation, kubelets, 3, 600s);
      CHECK_MESSAGE(found.empty(), situation.what << ", 1." << kubelets.from << " to 1." << kubelets.to << "\n"
                                                  << found);
    }
  }
}

TEST_CASE("nodes that share settled pods are as those that do not") {
  SettledPods shared;
  for (const std::string_view kubelet : {"1.30", "1.31", "1.30"}) {
    for (const std::string_view node : {"node-1", "node-2"}) {
      format::Scenario scenario = scenario_of(settled_situations.at(12), {30, 31}, 3, 600s, true);
      scenario.node.name = node;
      scenario.node.kubelet.version = *release::parse_release(kubelet);
      ReplayOptions options;
      options.print_objects = true;
      const ReplayResult own = replay(scenario, options);
      options.settled = &shared;
      const ReplayResult found = replay(scenario, options);
      REQUIRE(found.objects.size() == 3);
      CHECK(found.objects == own.objects);
      CHECK(found.objects.front()["spec"]["nodeName"] == node);
    }
  }
}

TEST_CASE("a pod that asks for its node has settled there") {
  SettledPods shared;
  ReplayOptions options;
  options.settled = &shared;
  for (const std::string_view node : {"node-1", "node-2"}) {
    const SettledSituation situation{
        "", "nodeSelector: {kubernetes.io/hostname: node-2}, containers: [{name: app, image: 'a:1'}]"};
    format::Scenario scenario = scenario_of(situation, {30, 31}, 1, 600s, true);
    scenario.node.name = node;
    CHECK((replay(scenario, options).pods.front()->status.phase == api::PodPhase::running) == (node == "node-2"));
  }
}

TEST_CASE("a pod lives once for all nodes that admit it, and once for all that reject it for the same reason") {
  const SettledSituation situation{"",
                                   "nodeSelector: {disk: ssd}, containers: [{name: app, image: 'a:1', resources: "
                                   "{requests: {cpu: '2'}}}]"};
  const format::Scenario scenario = scenario_of(situation, {30, 31}, 1, 600s, true);
  const format::NamedPod& pod = scenario.node.settled->pods.front();
  SettledPods shared;
  SettledLives& lives = shared.on(scenario, {});
  const auto settled = [&](const std::string& node, const std::string& cpu, const std::string& disk) {
    format::Scenario there = scenario;
    there.node.allocatable = {{"cpu", cpu}};
    there.node.labels = {{"disk", disk}};
    CHECK(&shared.on(there, {}) == &lives);
    return lives.of(pod.name, pod.object,
                    {.name = node, .allocatable = {{{"cpu", cpu}}}, .labels = {{{"disk", disk}}}});
  };
  const auto here = settled("a", "4", "ssd");
  CHECK(here->pod->status.phase == api::PodPhase::running);
  CHECK(settled("b", "8", "ssd") == here);
  const auto rejected = settled("c", "8", "hdd");
  CHECK(rejected->pod->status.phase == api::PodPhase::failed);
  CHECK(rejected->pod->status.reason == "NodeAffinity");
  CHECK(settled("d", "16", "hdd") == rejected);
  CHECK(settled("e", "1", "ssd")->pod->status.reason == "OutOfcpu");
}

TEST_CASE("an API server that runs in a settled pod answers from the beginning") {
  format::Scenario scenario = scenario_of(settled_situations.front(), {30, 31}, 1, 600s, true);
  scenario.node.api_server.runs_in = {"web-0"};
  scenario.node.api_server.ready_after = 30s;
  scenario.timeline.push_back(
      {1s, actions::create_pod("default/more", scenario.node.settled->pods.front().object), {}, {}});
  std::ranges::stable_sort(scenario.timeline, {}, &format::Step::at);
  CHECK(replay(scenario).pods.size() == 2);
}

TEST_CASE("a settled pod is there before the kubelet, as the API and the runtime have it") {
  format::Scenario scenario = scenario_of(settled_situations.front(), {30, 31}, 1, 600s, true);
  scenario.duration = 4s;
  const testing::RunHistory history = testing::recorded_run(scenario);
  REQUIRE(history.pods.at("default/web-0").size() == 1);
  const nlohmann::json& pod = *history.pods.at("default/web-0").front().object;
  CHECK(pod["status"]["containerStatuses"][0]["ready"] == true);
  CHECK(pod["metadata"]["creationTimestamp"] == "2023-12-31T23:50:00Z");
  CHECK(replay(scenario).kubelets == std::vector{*release::parse_release("1.30")});
}

}  // namespace podreel::simulation
