#include "tools/cri/runtime/wire_limits.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "scenarios/format/actions/action.hpp"
#include "tools/cri/runtime/error_code.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;

bool needs_network(const json& handler) {
  constexpr std::array needed{"httpGet", "tcpSocket", "grpc"};
  return handler.is_object() &&
         std::ranges::any_of(needed, [&handler](const char* key) { return handler.contains(key); });
}

bool probes_network(const json& container) {
  constexpr std::array probes{"livenessProbe", "readinessProbe", "startupProbe"};
  if (!container.is_object()) return false;
  const json lifecycle = container.value("lifecycle", json::object());
  return std::ranges::any_of(probes,
                             [&container](const char* key) { return needs_network(container.value(key, json{})); }) ||
         (lifecycle.is_object() &&
          (needs_network(lifecycle.value("postStart", json{})) || needs_network(lifecycle.value("preStop", json{}))));
}

bool probes_network_of(const json& pod) {
  const json spec = pod.value("spec", json::object());
  if (!spec.is_object()) return false;
  for (const char* list : {"containers", "initContainers"}) {
    const json containers = spec.value(list, json::array());
    if (std::ranges::any_of(containers, probes_network)) return true;
  }
  return false;
}

void check_timeline(const format::Scenario& scenario, WireLimits& limits) {
  std::set<std::string> names;
  for (const format::Step& step : scenario.timeline) {
    const std::string_view name = step.action->name();
    if (name == "alterHash" || name == "rewriteHashes") {
      names.insert(fmt::format("{}: hashes of containers belong to their kubelet", name));
    }
  }
  limits.refused.insert(limits.refused.end(), names.begin(), names.end());
}

}  // namespace

WireLimits wire_limits(const format::Scenario& scenario) {
  WireLimits limits;
  if (scenario.node.settled) limits.refused.emplace_back("node.settled: a served runtime begins without containers");
  check_timeline(scenario, limits);
  if (scenario.runtime.node_usage || scenario.runtime.image_filesystem) {
    limits.left_out.emplace_back("usage of the node: a simulated kubelet does not measure it over CRI");
  }
  const format::KubeletSettings& kubelet = scenario.node.kubelet;
  if (release::behaviour_of(kubelet.version, kubelet.feature_gates).has(release::evented_pleg)) {
    limits.left_out.emplace_back("the evented PLEG: a simulated kubelet uses relists over CRI");
  }
  return limits;
}

std::vector<CodedError> coded_pull_errors(const format::Scenario& scenario) {
  std::vector<CodedError> coded;
  for (const runtime_fake::ImageScript& image : scenario.runtime.images) {
    const bool fails = image.pull_fail_first > 0 || image.pull_fails != runtime_fake::ScriptedOdds{};
    if (!fails) continue;
    const Status sent = status_of(with_code_by_text({image.pull_error}));
    const runtime::Error error = error_of(sent.code, sent.message);
    if (error.message != image.pull_error) coded.push_back({image.name, image.pull_error, error.message});
  }
  return coded;
}

std::vector<std::string> pull_errors_without_code(const format::Scenario& scenario) {
  std::vector<std::string> notes;
  for (const CodedError& error : coded_pull_errors(scenario)) {
    notes.push_back(fmt::format("runtime.images {}: the error \"{}\" has no code; over CRI it is sent as \"{}\"",
                                error.image, error.written, error.sent));
  }
  return notes;
}

std::vector<std::string> network_limits(const format::Scenario& scenario) {
  std::set<std::string> limits;
  for (const format::Step& step : scenario.timeline) {
    const auto pod = step.action->creates(scenario.node.name);
    if (pod && pod->object.is_object() && probes_network_of(pod->object)) {
      limits.insert(fmt::format("network probes and hooks of {}: no process listens on the pod's ports; accepted: exec",
                                pod->name));
    }
  }
  return {limits.begin(), limits.end()};
}

}  // namespace podreel::cri
