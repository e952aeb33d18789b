#include "engine/decide/decision.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <utility>

#include "engine/decide/policy.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/invariant.hpp"
#include "engine/memory/text_buffer.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/release/behaviour_table.hpp"

namespace podreel::decide {

namespace {

void fill(Reason& reason, const Rule& rule, const release::Behaviour& behaviour, std::string_view subject,
          memory::Text found, std::string_view effect) {
  reason.subject = subject;
  reason.found = std::move(found);
  reason.rule = rule.name;
  reason.says = rule.says;
  reason.effect = effect;
  if (!rule.capability) return;
  const release::BehaviourRow* row = release::row_of(rule.capability, behaviour.release);
  if (row == nullptr) return;
  reason.since = release::since(*row, behaviour.release);
  reason.source = row->source;
}

/// Empty for a container that has exited.
std::string_view state_of(const runtime::ContainerStatus* container) {
  if (container == nullptr) return "does not exist";
  switch (container->state) {
    case runtime::ContainerState::created:
      return "created, not started";
    case runtime::ContainerState::running:
      return "running";
    case runtime::ContainerState::exited:
      return {};
    case runtime::ContainerState::unknown:
      return "in an unknown state";
  }
  return {};
}

/// `policy` may be empty.
memory::Text described(const runtime::ContainerStatus* container, std::string_view policy) {
  const std::string_view intro = policy.empty() ? "" : "; restartPolicy ";
  if (const std::string_view state = state_of(container); !state.empty()) {
    return memory::Text::joined({state, intro, policy});
  }
  const fmt::format_int code{container->exit_code};
  const std::string_view reason = container->reason;
  return memory::Text::joined(
      {"exited ", {code.data(), code.size()}, reason.empty() ? "" : ", ", reason, intro, policy});
}

}  // namespace

const runtime::ContainerStatus* Decision::status_of(const api::Container& container) const noexcept {
  return observed_.status.find(container.name);
}

bool Decision::is_sidecar(const api::Container& init_container) const noexcept {
  return decide::is_sidecar(init_container, behaviour());
}

bool Decision::has_changed(const api::Container& container, const runtime::ContainerStatus& status) const {
  if (!observed_.policy.compare(container, status).changed) return false;
  if (!behaviour().has(release::in_place_resize) || observed_.pod.is_static()) return true;
  const std::uint64_t without_resources = observed_.policy.hash_without_resources(container);
  return without_resources == 0 || without_resources != status.hash_without_resources;
}

void Decision::kill(const runtime::ContainerStatus& container, std::string message, std::string_view reason) {
  ContainerToKill kill{container.id, container.name, std::move(message), {}};
  if (behaviour().has(release::kill_reasons)) kill.reason = reason;
  std::vector<ContainerToKill>& kills = actions_.containers_to_kill;
  const auto same = std::find_if(kills.begin(), kills.end(), [&](const auto& other) { return other.id == kill.id; });
  if (same != kills.end()) {
    *same = std::move(kill);
  } else {
    kills.push_back(std::move(kill));
  }
}

void Decision::withdraw_start(std::string_view container) {
  if (reasons_ == nullptr) return;
  for (Reason& reason : *reasons_) {
    if (reason.subject != container) continue;
    if (reason.effect == effect::started || reason.effect == effect::restarted) reason.effect = effect::not_restarted;
    if (reason.effect == effect::killed_and_restarted) reason.effect = effect::killed;
  }
}

void Decision::settle_first(std::string_view effect) {
  if (reasons_ == nullptr) return;
  PODREEL_INVARIANT(first_ < reasons_->size(), "a decision whose first effect is settled has a step");
  (*reasons_)[first_].effect = effect;
}

void Decision::add_reason(std::string_view subject, const Rule& rule, std::string_view effect, memory::Text found) {
  fill(reasons_->emplace_back(), rule, behaviour(), subject, std::move(found), effect);
}

Reason reason_of(const Rule& rule, const release::Behaviour& behaviour, std::string_view subject, memory::Text found,
                 std::string_view effect) {
  Reason reason;
  fill(reason, rule, behaviour, subject, std::move(found), effect);
  return reason;
}

const ProbeResult* find_result(const ProbeResults& results, std::string_view container_id) {
  const auto found = results.find(container_id);
  return found == results.end() ? nullptr : &found->second;
}

bool has_failed(const ProbeResults& results, std::string_view container_id) {
  const ProbeResult* result = find_result(results, container_id);
  return result != nullptr && *result == ProbeResult::failure;
}

std::string_view start_effect(const runtime::ContainerStatus* container) noexcept {
  const bool is_first = container == nullptr || container->state == runtime::ContainerState::created;
  return is_first ? effect::started : effect::restarted;
}

memory::Text describe(const runtime::ContainerStatus* container) {
  return described(container, {});
}

memory::Text describe(const runtime::ContainerStatus* container, api::RestartPolicy policy) {
  return described(container, to_string(policy));
}

memory::Text describe_sandboxes(const runtime::PodStatus& status) {
  if (status.sandboxes.empty()) return "none exists";
  memory::TextBuffer text;
  for (const runtime::SandboxStatus& sandbox : status.sandboxes) {
    if (!text.view().empty()) text.append(", ");
    text.append("sandbox ");
    text.append(sandbox.id);
    text.append(sandbox.state == runtime::SandboxState::ready ? " is ready" : " is not ready");
    if (sandbox.host_network) text.append(" in the host's network");
    if (sandbox.ip && sandbox.ip->empty()) text.append(" without an IP");
  }
  return text.view();
}

}  // namespace podreel::decide
