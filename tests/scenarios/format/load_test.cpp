#include "scenarios/format/load.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>

#include "scenarios/format/actions/create_pod.hpp"
#include "scenarios/format/actions/delete_pod.hpp"
#include "support/conformance.hpp"

namespace podreel::format {

using actions::CreatePod;
using actions::DeletePod;
using namespace std::chrono_literals;

namespace {

const std::string head = "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: example}\n";

Loaded load(const std::string& text, const LoadOptions& options = {}) {
  return load_scenarios(api::load_documents(text, "example.yaml"), "example.yaml", options);
}

Loaded load_good(const std::string& text, const LoadOptions& options = {}) {
  Loaded loaded = load(text, options);
  for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.problems.empty());
  return loaded;
}

template <class A>
const A& as(const Step& step) {
  return dynamic_cast<const A&>(*step.action);
}

const std::string pod =
    "{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: 'nginx:1.25'}]}}";

}  // namespace

TEST_CASE("every recorded scenario loads unchanged") {
  const auto folder = testing::conformance_folder();
  if (!folder) {
    MESSAGE("no recordings beside the checkout: skipped");
    return;
  }
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator{*folder / "timeline" / "scenarios"}) {
    const Loaded loaded = load_scenario_file(entry.path().string());
    for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
    CHECK(loaded.scenarios.size() == 1);
    ++count;
  }
  MESSAGE(fmt::format("{} recorded scenarios loaded", count));
  CHECK(count > 0);
}

TEST_CASE("what a scenario does not say has quiet defaults") {
  const Loaded loaded = load_good(head + "spec: {}\n");
  REQUIRE(loaded.scenarios.size() == 1);
  const Scenario& scenario = loaded.scenarios.front();
  CHECK(scenario.name == "example");
  CHECK_FALSE(scenario.duration);
  CHECK(scenario.seed == 1);
  CHECK(scenario.node.name == "node-1");
  CHECK(scenario.node.kubelet.version == release::default_release());
  CHECK(scenario.node.kubelet.identity_policy.kind == decide::PolicyKind::upstream);
  CHECK_FALSE(scenario.node.api_server.version);
}

TEST_CASE("an endpoint's answer that names no status is a good one") {
  const Loaded loaded = load_good(head + R"(spec:
  runtime: {pods: [{name: web, http: [{takes: 1s}, {from: 5s, status: 503}], tcp: [{takes: 1s}], grpc: [{takes: 1s}]}]}
  timeline: [{at: 0s, createPod: )" +
                                  pod + "}]\n");
  const runtime_fake::PodScript& script = loaded.scenarios.front().runtime.pods.front();
  CHECK(script.http.front().status == 200);
  CHECK(script.http.back().status == 503);
  CHECK(script.tcp.front().status == 0);
  CHECK(script.grpc.front().status == 0);
}

TEST_CASE("a whole scenario is read into plain values") {
  const Loaded loaded = load_good(head + R"(spec:
  duration: 10m
  seed: 7
  node:
    name: worker-3
    kubelet:
      version: "1.28.0"
      featureGates: {SidecarContainers: true}
      identityPolicy: {name: dual-hash, release: "1.12", ignoreFields: [StartupProbe]}
      config: {syncFrequency: 2m, crashLoopBackOff: {maxContainerRestartPeriod: 60s}}
    apiServer: {version: "1.29"}
  runtime:
    images: [{name: "nginx:1.25", present: false, pull: {takes: 8s, failFirst: 4, error: gone}}]
    pods:
      - name: web
        sandbox: {diesAt: 40s, killsContainers: false}
        containers: [{name: app, runs: [{for: 30s, exitCode: 1}, {for: forever, onTerm: ignore}]}]
        exec: [{command: live, answers: [{from: 0s}, {from: 60s, exitCode: 1, takes: 3s, output: "no"}]}]
        http: [{from: 0s, status: 200}]
    calls: [{call: CreateContainer, pod: web, container: app, failFirst: 3, error: broken, takes: 1s}]
  timeline:
    - {at: 20s, deletePod: {name: web, gracePeriodSeconds: 5}}
    - {at: 0s, createPod: )" + pod +
                                  R"(}
)");
  const Scenario& scenario = loaded.scenarios.at(0);
  CHECK(scenario.duration == 10min);
  CHECK(scenario.node.kubelet.version == release::Release{28, 0});
  const decide::PolicySettings& policy = scenario.node.kubelet.identity_policy;
  CHECK(policy.kind == decide::PolicyKind::dual_hash);
  CHECK(policy.older == release::parse_release("1.12"));
  CHECK_FALSE(policy.types);
  CHECK(policy.ignored_fields == std::vector<std::string>{"StartupProbe"});
  CHECK(scenario.node.kubelet.config.max_container_restart_period == 60s);
  CHECK(scenario.node.api_server.version == *release::parse_release("1.29"));
  CHECK(scenario.runtime.images.at(0).pull_fail_first == 4);
  const runtime_fake::PodScript& script = scenario.runtime.pods.at(0);
  CHECK(script.sandbox.dies_at == 40s);
  CHECK_FALSE(script.sandbox.kills_containers);
  CHECK(script.containers.at(0).runs.at(0).runs_for == 30s);
  CHECK_FALSE(script.containers.at(0).runs.at(1).runs_for);
  CHECK(script.containers.at(0).runs.at(1).on_term.ignore);
  CHECK(script.exec.at(0).answers.at(1).takes == 3s);
  CHECK(scenario.runtime.calls.at(0).takes == 1s);
  REQUIRE(scenario.timeline.size() == 2);
  CHECK(scenario.timeline[0].action->name() == "createPod");
  CHECK(as<DeletePod>(scenario.timeline[1]).pod == "default/web");
  CHECK(as<DeletePod>(scenario.timeline[1]).grace_period_seconds == 5);
}

TEST_CASE("manifests beside a scenario are created at 0, manifests alone are a scenario") {
  const Loaded beside = load_good(pod + "\n---\n" + head + "spec: {timeline: [{at: 5s, killSandbox: {pod: web}}]}\n");
  REQUIRE(beside.scenarios.at(0).timeline.size() == 2);
  CHECK(as<CreatePod>(beside.scenarios[0].timeline[0]).pod == "default/web");
  const Loaded alone = load_good(pod);
  CHECK(alone.scenarios.at(0).name == "example");
  CHECK(alone.scenarios[0].timeline.at(0).at == 0s);
  CHECK_FALSE(alone.scenarios[0].duration);
}

TEST_CASE("n pods like this are spread evenly and share one object; globs name them all") {
  const Loaded loaded =
      load_good(head + "spec: {timeline: [{at: 1s, createPods: {count: 4, spread: 10s, template: " + pod +
                "}}, {at: 60s, deletePod: {name: 'web-*'}}]}\n");
  const std::vector<Step>& timeline = loaded.scenarios.at(0).timeline;
  REQUIRE(timeline.size() == 8);
  CHECK(timeline[3].at == 8500ms);
  CHECK(as<CreatePod>(timeline[3]).pod == "default/web-3");
  CHECK(as<CreatePod>(timeline[3]).object == as<CreatePod>(timeline[0]).object);
  CHECK(as<DeletePod>(timeline[7]).pod == "default/web-3");
}

TEST_CASE("variables take their type from the default, and --set replaces them") {
  const std::string text = head +
                           "spec:\n  variables: {grace: 10, tag: '1.25', name: web}\n  timeline:\n"
                           "    - at: 0s\n      createPod:\n        apiVersion: v1\n        kind: Pod\n"
                           "        metadata: {name: '${name}'}\n"
                           "        spec: {containers: [{name: app, image: 'nginx:${tag}', args: ['$${HOME}']}]}\n"
                           "    - {at: 5s, deletePod: {name: '${name}', gracePeriodSeconds: '${grace}'}}\n";
  const Loaded loaded = load_good(text);
  const CreatePod& created = as<CreatePod>(loaded.scenarios.at(0).timeline[0]);
  CHECK((*created.object)["spec"]["containers"][0]["image"] == "nginx:1.25");
  CHECK((*created.object)["spec"]["containers"][0]["args"][0] == "${HOME}");
  CHECK(as<DeletePod>(loaded.scenarios[0].timeline[1]).grace_period_seconds == 10);
  LoadOptions options;
  options.variables = {{"grace", "3"}, {"tag", "2"}};
  const Loaded set = load_good(text, options);
  CHECK(as<DeletePod>(set.scenarios.at(0).timeline[1]).grace_period_seconds == 3);
  CHECK((*as<CreatePod>(set.scenarios[0].timeline[0]).object)["spec"]["containers"][0]["image"] == "nginx:2");
  options.variables = {{"grcae", "3"}};
  CHECK(load(text, options).problems.at(0).message.find("did you mean \"grace\"?") != std::string::npos);
}

TEST_CASE("a matrix makes one run of each combination") {
  const std::string text = head +
                           "spec:\n  variables: {grace: 10}\n  matrix: {kubelet: ['1.28', '1.30'], grace: [1, 2]}\n"
                           "  timeline:\n    - {at: 0s, createPod: " +
                           pod + "}\n    - {at: 5s, deletePod: {name: web, gracePeriodSeconds: '${grace}'}}\n";
  const Loaded loaded = load_good(text);
  REQUIRE(loaded.scenarios.size() == 4);
  CHECK(title(loaded.scenarios[0]) == "example [grace=1, kubelet=1.28]");
  CHECK(title(loaded.scenarios[3]) == "example [grace=2, kubelet=1.30]");
  CHECK(loaded.scenarios[3].node.kubelet.version == *release::parse_release("1.30"));
  CHECK(as<DeletePod>(loaded.scenarios[1].timeline[1]).grace_period_seconds == 2);
  LoadOptions options;
  options.kubelet = *release::parse_release("1.32");
  const Loaded one_release = load_good(text, options);
  CHECK(one_release.scenarios.size() == 2);
  CHECK(one_release.scenarios[0].node.kubelet.version == *release::parse_release("1.32"));
}

TEST_CASE("expectations are read, each form") {
  const Loaded loaded = load_good(head + "spec:\n  timeline: [{at: 0s, createPod: " + pod + R"(}]
  expect:
    - {at: 90s, pod: web, matches: {status: {phase: Running}}}
    - {by: 90s, pod: web, exists: false}
    - {event: {reason: Killing, message: "*definition changed*"}, between: [60s, 70s], count: 1}
    - {never: {event: {reason: BackOff}}}
    - {always: {pod: web, matches: {status: {phase: Running}}}, from: 10s}
    - {call: {op: StartContainer, container: app}, count: {atLeast: 2}, when: {kubelet: {since: "1.28"}}}
    - {order: [{event: {reason: Killing}}, {call: {op: StartContainer}}], because: the kill comes first}
)");
  const std::vector<Expectation>& expectations = loaded.scenarios.at(0).expectations;
  REQUIRE(expectations.size() == 7);
  CHECK(std::get<PodAt>(expectations[0].what).at == 90s);
  CHECK_FALSE(std::get<PodReaches>(expectations[1].what).pod.exists);
  const Records& killing = std::get<Records>(expectations[2].what);
  CHECK(killing.record.pattern["kind"] == "event");
  CHECK(killing.span.until == 70s);
  CHECK(killing.count.at_most == 1);
  CHECK(std::get<Records>(expectations[3].what).count.at_most == 0);
  CHECK(std::get<PodAlways>(expectations[4].what).span.from == 10s);
  CHECK(std::get<Records>(expectations[5].what).record.pattern["kind"] == "runtime");
  CHECK(expectations[5].when.kubelet.at(0).since == release::Release{28, 0});
  CHECK(std::get<Order>(expectations[6].what).records.size() == 2);
  CHECK(expectations[6].because == "the kill comes first");
  CHECK(expectations[0].text == "{at: 90s, pod: web, matches: {status: {phase: Running}}}");
}

}  // namespace podreel::format
