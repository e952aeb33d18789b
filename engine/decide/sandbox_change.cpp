#include "engine/decide/sandbox_change.hpp"

#include <algorithm>

#include "engine/release/behaviour/deciding.hpp"

namespace podreel::decide {

namespace {

using runtime::SandboxState;
using runtime::SandboxStatus;

/// Why the newest sandbox cannot stay, before its IP is looked at; null if it can.
const Rule* sandbox_replacement_rule(const Observed& observed) {
  const auto& sandboxes = observed.status.sandboxes;
  const auto ready = std::count_if(sandboxes.begin(), sandboxes.end(),
                                   [](const SandboxStatus& sandbox) { return sandbox.state == SandboxState::ready; });
  const SandboxStatus& newest = sandboxes.front();
  if (ready > 1) return &rules::several_sandboxes;
  if (newest.state != SandboxState::ready) return &rules::sandbox_not_ready;
  if (newest.host_network != observed.pod.spec->host_network) return &rules::network_changed;
  return nullptr;
}

/// 1.7 does not look at the IP.
bool needs_ip(const Observed& observed) {
  return observed.behaviour.has(release::modern_pod_actions) && !observed.pod.spec->host_network;
}

}  // namespace

SandboxChange sandbox_change(const Observed& observed) {
  if (observed.status.sandboxes.empty()) return {true, 0, {}, &rules::no_sandbox};
  const SandboxStatus& newest = observed.status.sandboxes.front();
  const Rule* rule = sandbox_replacement_rule(observed);
  if (rule == nullptr && needs_ip(observed) && newest.ip && newest.ip->empty()) rule = &rules::sandbox_without_ip;
  if (rule == nullptr) return {false, newest.attempt, newest.id, &rules::sandbox_fine};
  const std::string_view id = rule == &rules::network_changed ? std::string_view{} : newest.id.view();
  return {true, newest.attempt + 1, id, rule};
}

bool sandbox_panics(const Observed& observed) {
  if (!observed.behaviour.has(release::sandbox_without_network_panics) || observed.status.sandboxes.empty())
    return false;
  return sandbox_replacement_rule(observed) == nullptr && needs_ip(observed) && !observed.status.sandboxes.front().ip;
}

}  // namespace podreel::decide
