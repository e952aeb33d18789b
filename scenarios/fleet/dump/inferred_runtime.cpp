#include "scenarios/fleet/dump/inferred_runtime.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/cursor.hpp"

namespace podreel::fleet {

namespace {

using api::Cursor;
using runtime_fake::PodScript;

/// Requests of the probes that make a pod's containers ready.
struct ProbeDemand {
  bool http = false;
  bool tcp = false;
  bool grpc = false;
  /// First words of commands.
  std::set<std::string, std::less<>> commands{};
  /// The longest time between two requests.
  sim::Duration period{};
  /// Time for which the liveness probes tolerate missing answers.
  sim::Duration borne = sim::Duration::max();

  [[nodiscard]] bool is_nothing() const { return !http && !tcp && !grpc && commands.empty(); }
};

sim::Duration seconds_of(const Cursor& probe, std::string_view field, int otherwise) {
  const Cursor value = probe[field];
  return std::chrono::seconds{value ? value.integer() : otherwise};
}

void note_readiness(const Cursor& probe, ProbeDemand& demand) {
  if (!probe) return;
  // Defaults of the API server.
  constexpr int period = 10;
  demand.period = std::max(demand.period, seconds_of(probe, "periodSeconds", period));
  demand.http = demand.http || probe["httpGet"];
  demand.tcp = demand.tcp || probe["tcpSocket"];
  demand.grpc = demand.grpc || probe["grpc"];
  const Cursor command = probe["exec"]["command"];
  if (command.size() > 0) demand.commands.emplace(command.item(0).text());
}

/// A liveness probe begins only after the startup probe has succeeded.
void note_liveness(const Cursor& container, ProbeDemand& demand) {
  constexpr int period = 10;
  constexpr int failures = 3;
  const Cursor probe = container["livenessProbe"];
  if (!probe || container["startupProbe"]) return;
  const auto count = probe["failureThreshold"] ? probe["failureThreshold"].integer() : failures;
  demand.borne = std::min(demand.borne, seconds_of(probe, "initialDelaySeconds", 0) +
                                            seconds_of(probe, "periodSeconds", period) * (count - 1));
}

void forget_commands_of_hooks(const Cursor& container, ProbeDemand& demand) {
  for (const char* hook : {"postStart", "preStop"}) {
    const Cursor command = container["lifecycle"][hook]["exec"]["command"];
    if (command.size() > 0) demand.commands.erase(std::string{command.item(0).text()});
    if (container["lifecycle"][hook]["httpGet"]) demand.http = false;
  }
}

ProbeDemand demand_of(const nlohmann::json& pod) {
  ProbeDemand demand;
  const Cursor containers = Cursor{pod}["spec"]["containers"];
  containers.for_each_item([&](const Cursor& container, std::size_t) {
    note_readiness(container["readinessProbe"], demand);
    note_readiness(container["startupProbe"], demand);
    note_liveness(container, demand);
  });
  containers.for_each_item([&](const Cursor& container, std::size_t) { forget_commands_of_hooks(container, demand); });
  return demand;
}

/// A probe finds the container ready half a period late on average.
sim::Duration answers_after(sim::Duration ready_after, const ProbeDemand& demand) {
  return std::clamp(ready_after - demand.period / 2, sim::Duration{}, demand.borne);
}

PodScript script_of(const Workload& workload, const ProbeDemand& demand) {
  const sim::Duration after = answers_after(*workload.ready_after, demand);
  PodScript script;
  const bool is_alone = workload.owner == Owner::none;
  script.name = fmt::format("{}/{}{}", workload.namespace_name,
                            is_alone ? workload.name : workload.found->generate_name, is_alone ? "" : "*");
  if (demand.http) script.http = {{.refused = true}, {.status = 200, .after_start = after}};
  if (demand.tcp) script.tcp = {{.refused = true}, {.after_start = after}};
  if (demand.grpc) script.grpc = {{.refused = true}, {.after_start = after}};
  for (const std::string& command : demand.commands) {
    script.exec.push_back({command, {{.exit_code = 1}, {.after_start = after}}});
  }
  return script;
}

}  // namespace

StartKnowledge start_knowledge(const Workload& workload) {
  bool is_asked = false;
  Cursor{*workload.pod}["spec"]["containers"].for_each_item([&](const Cursor& container, std::size_t) {
    is_asked = is_asked || container["readinessProbe"] || container["startupProbe"];
  });
  if (!is_asked) return StartKnowledge::no_probes;
  const bool is_learnt = workload.ready_after && workload.found && !demand_of(*workload.pod).is_nothing();
  return is_learnt ? StartKnowledge::learnt : StartKnowledge::assumed;
}

runtime_fake::RuntimeScript learnt_runtime(const Cluster& cluster) {
  runtime_fake::RuntimeScript runtime;
  for (const Workload& workload : cluster.workloads) {
    if (start_knowledge(workload) != StartKnowledge::learnt) continue;
    runtime.pods.push_back(script_of(workload, demand_of(*workload.pod)));
  }
  // The first matching entry applies: of web-* and web-admin-* the narrower one.
  std::ranges::stable_sort(runtime.pods, std::ranges::greater{},
                           [](const PodScript& script) { return script.name.size(); });
  return runtime;
}

}  // namespace podreel::fleet
