#include "scenarios/checks/invariants/disturbances.hpp"

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

/// From then on the kubelet does not reach the API server.
bool is_loss(const trace::Api& api) {
  return api.op == "down" || api.op == "node_cut_off";
}

bool is_return(const trace::Api& api) {
  return api.op == "up" || api.op == "node_connected";
}

bool is_without_api_server(const History& history, sim::Time time) {
  bool is_without = false;
  for (const trace::Record& record : history.records()) {
    if (record.time > time) break;
    const auto* api = std::get_if<trace::Api>(&record.payload);
    if (api != nullptr && (is_loss(*api) || is_return(*api))) is_without = is_loss(*api);
  }
  return is_without;
}

bool is_trouble(const trace::Record& record) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) {
    return call->err || call->dur > longest(*call);
  }
  if (const auto* world = std::get_if<trace::World>(&record.payload)) return world->what != "container_exit";
  if (const auto* api = std::get_if<trace::Api>(&record.payload)) return is_loss(*api) || is_return(*api);
  return std::holds_alternative<trace::KubeletProcess>(record.payload) ||
         std::holds_alternative<trace::Node>(record.payload);
}

sim::Time end_of(const trace::Record& record) {
  const auto* call = std::get_if<trace::RuntimeCall>(&record.payload);
  return call == nullptr ? record.time : record.time + call->dur;
}

}  // namespace

bool is_disturbed(const History& history, sim::Time from, sim::Time until) {
  const auto is_within = [&](const trace::Record& record) {
    return record.time <= until && end_of(record) >= from && is_trouble(record);
  };
  return is_without_api_server(history, from) || std::ranges::any_of(history.records(), is_within);
}

bool has_kubelet_started(const History& history, sim::Time from, sim::Time until) {
  return std::ranges::any_of(history.records(), [&](const trace::Record& record) {
    const auto* process = std::get_if<trace::KubeletProcess>(&record.payload);
    return process != nullptr && process->what == "start" && record.time >= from && record.time <= until;
  });
}

}  // namespace podreel::invariants
