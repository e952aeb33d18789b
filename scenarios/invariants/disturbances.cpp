#include "scenarios/invariants/disturbances.hpp"

#include <algorithm>
#include <chrono>
#include <variant>

namespace podreel::invariants {

namespace {

/// Nothing but stops, commands and pulls, which wait for others, takes longer unless something is wrong.
constexpr sim::Duration longest_call = std::chrono::seconds{10};

bool waits_for_others(const trace::RuntimeCall& call) {
  return call.op == "StopContainer" || call.op == "ExecSync" || call.op == "PullImage";
}

bool is_trouble(const trace::Record& record) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
    return call->err || (call->dur > longest_call && !waits_for_others(*call));
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
