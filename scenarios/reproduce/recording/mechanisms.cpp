#include "scenarios/reproduce/recording/mechanisms.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace podreel::reproduce {

namespace {

using nlohmann::json;
using Facts = std::set<std::string, std::less<>>;

/// A mechanism, and the facts each of which shows that it was exercised.
struct Mechanism {
  std::string_view name;
  std::array<std::string_view, 6> facts;
};

constexpr std::array mechanisms{
    Mechanism{"pod start", {"call RunPodSandbox"}},
    Mechanism{"image pulls", {"call PullImage", "event ErrImageNeverPull"}},
    Mechanism{"init containers", {"init container"}},
    Mechanism{"sidecars", {"sidecar"}},
    Mechanism{"ephemeral containers", {"step addEphemeralContainer"}},
    Mechanism{"restart policies", {"restartPolicy Never", "restartPolicy OnFailure", "restart rules"}},
    Mechanism{"restarts and back-off", {"restart", "event BackOff"}},
    Mechanism{"startup probes", {"startupProbe"}},
    Mechanism{"liveness probes", {"livenessProbe"}},
    Mechanism{"readiness probes", {"readinessProbe"}},
    Mechanism{"lifecycle hooks", {"postStart", "preStop"}},
    Mechanism{"pod termination", {"step deletePod", "step removeStaticPod"}},
    Mechanism{"sandbox replacement", {"step killSandbox", "another sandbox"}},
    Mechanism{"lost containers", {"step removeContainer"}},
    Mechanism{"static pods", {"static pod"}},
    Mechanism{"in-place resize", {"step resizePod", "call UpdateContainerResources"}},
    Mechanism{"admission", {"rejection", "step taintNode", "step labelNode"}},
    Mechanism{"eviction and preemption", {"event Evicted", "event Preempting", "event EvictionThresholdMet"}},
    Mechanism{"deadlines", {"activeDeadlineSeconds", "event DeadlineExceeded"}},
    Mechanism{"volumes and configuration", {"volumes", "envFrom", "valueFrom", "event FailedMount"}},
    Mechanism{"kubelet restarts", {"step startKubelet"}},
    Mechanism{"runtime failures", {"failed call", "step hangRuntime", "step restartRuntime", "step setRuntimeStatus"}},
    Mechanism{"API server outages", {"step stopApiServer", "step cutNetwork"}},
};

constexpr auto names = [] {
  std::array<std::string_view, mechanisms.size()> all{};
  std::ranges::transform(mechanisms, all.begin(), &Mechanism::name);
  return all;
}();

/// Returns a text field; empty if it is missing.
std::string text_in(const json& record, const char* key) {
  const auto found = record.find(key);
  return found != record.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool is_positive(const json& record, const char* key) {
  const auto found = record.find(key);
  return found != record.end() && found->is_number() && found->get<double>() > 0;
}

void add_call(Facts& facts, const json& record) {
  const std::string op = text_in(record, "op");
  facts.insert("call " + op);
  if (record.contains("error")) facts.insert("failed call");
  if (op == "CreateContainer" && is_positive(record, "attempt")) facts.insert("restart");
  if (op == "RunPodSandbox" && is_positive(record, "sandbox_attempt")) facts.insert("another sandbox");
}

/// A kubelet rejects a pod with phase, reason and message alone.
bool is_rejection(const json& status) {
  return text_in(status, "phase") == "Failed" && !text_in(status, "reason").empty() && !status.contains("containers");
}

void add_record(Facts& facts, const json& record) {
  const std::string kind = text_in(record, "kind");
  if (kind == "runtime") add_call(facts, record);
  if (kind == "event") facts.insert("event " + text_in(record, "reason"));
  if (kind == "status" && is_rejection(record)) facts.insert("rejection");
}

void add_container(Facts& facts, const json& container) {
  for (const char* field : {"startupProbe", "livenessProbe", "readinessProbe", "envFrom"}) {
    if (container.contains(field)) facts.insert(field);
  }
  if (container.contains("restartPolicyRules")) facts.insert("restart rules");
  if (const auto hooks = container.find("lifecycle"); hooks != container.end()) {
    for (const auto& [hook, handler] : hooks->items()) facts.insert(hook);
  }
  if (const auto variables = container.find("env"); variables != container.end()) {
    const auto refers = [](const json& variable) { return variable.contains("valueFrom"); };
    if (std::ranges::any_of(*variables, refers)) facts.insert("valueFrom");
  }
}

void add_pod(Facts& facts, const actions::NewPod& pod) {
  if (pod.is_static) facts.insert("static pod");
  const auto found = pod.object.find("spec");
  if (found == pod.object.end()) return;
  const json& spec = *found;
  facts.insert("restartPolicy " + text_in(spec, "restartPolicy"));
  if (spec.contains("activeDeadlineSeconds")) facts.insert("activeDeadlineSeconds");
  if (const auto volumes = spec.find("volumes"); volumes != spec.end() && !volumes->empty()) facts.insert("volumes");
  for (const char* list : {"initContainers", "containers"}) {
    if (!spec.contains(list)) continue;
    for (const json& container : spec[list]) {
      add_container(facts, container);
      if (list != std::string_view{"initContainers"}) continue;
      facts.insert(text_in(container, "restartPolicy") == "Always" ? "sidecar" : "init container");
    }
  }
}

bool is_exercised(const Mechanism& mechanism, const Facts& facts) {
  return std::ranges::any_of(mechanism.facts,
                             [&facts](std::string_view fact) { return !fact.empty() && facts.contains(fact); });
}

}  // namespace

std::span<const std::string_view> mechanism_names() {
  return names;
}

std::vector<std::string_view> mechanisms_in(const format::Scenario& scenario, const std::vector<json>& records,
                                            sim::Duration length) {
  Facts facts;
  for (const json& record : records) add_record(facts, record);
  for (const format::Step& step : scenario.timeline) {
    if (step.at > length) continue;
    facts.insert("step " + std::string{step.action->name()});
    if (const auto pod = step.action->creates(scenario.node.name)) add_pod(facts, *pod);
  }
  std::vector<std::string_view> exercised;
  for (const Mechanism& mechanism : mechanisms) {
    if (is_exercised(mechanism, facts)) exercised.push_back(mechanism.name);
  }
  return exercised;
}

}  // namespace podreel::reproduce
