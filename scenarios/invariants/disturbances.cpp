#include "scenarios/invariants/disturbances.hpp"

#include <algorithm>
#include <chrono>
#include <variant>

namespace podreel::invariants {

namespace {

/// It takes no longer unless something is wrong. Stops and commands wait for containers as long as they are told, and
/// pulls for registries.
sim::Duration longest(const trace::RuntimeCall& call) {
  constexpr sim::Duration usual = std::chrono::seconds{10};
  if (call.op == "PullImage") return sim::Duration::max();
  if (call.op != "StopContainer" && call.op != "ExecSync") return usual;
  const std::chrono::seconds told{call.timeout.value_or(0)};
  if (call.op == "StopContainer") return told + usual;
  return told == std::chrono::seconds{} ? sim::Duration::max() : told + std::chrono::seconds{1};
}

bool is_trouble(const trace::Record& record) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
    return call->err || call->dur > longest(*call);
  }
  if (const auto* world = std::get_if<trace::World>(&record.payload)) return world->what != "container_exit";
  if (const auto* api = std::get_if<trace::Api>(&record.payload)) return api->op == "up" || api->op == "down";
  return std::holds_alternative<trace::KubeletProcess>(record.payload) ||
         std::holds_alternative<trace::Node>(record.payload);
}

sim::Time end_of(const trace::Record& record) {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  return call == nullptr ? record.time : record.time + call->dur;
}

}  // namespace

bool is_disturbed(const History& history, sim::Time from, sim::Time until) {
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    return record.time <= until && end_of(record) >= from && is_trouble(record);
  });
}

bool has_kubelet_started(const History& history, sim::Time from, sim::Time until) {
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
    return process != nullptr && process->what == "start" && record.time >= from && record.time <= until;
  });
}

}  // namespace podreel::invariants
