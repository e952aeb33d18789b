#include "scenarios/fleet/dump/learnt_runtime.hpp"

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
struct Asked {
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

void note_readiness(const Cursor& probe, Asked& asked) {
  if (!probe) return;
  // Defaults of the API server.
  constexpr int period = 10;
  asked.period = std::max(asked.period, seconds_of(probe, "periodSeconds", period));
  asked.http = asked.http || probe["httpGet"];
  asked.tcp = asked.tcp || probe["tcpSocket"];
  asked.grpc = asked.grpc || probe["grpc"];
  const Cursor command = probe["exec"]["command"];
  if (command.size() > 0) asked.commands.emplace(command.item(0).text());
}

/// A liveness probe begins only after the startup probe has succeeded.
void note_liveness(const Cursor& container, Asked& asked) {
  constexpr int period = 10;
  constexpr int failures = 3;
  const Cursor probe = container["livenessProbe"];
  if (!probe || container["startupProbe"]) return;
  const auto count = probe["failureThreshold"] ? probe["failureThreshold"].integer() : failures;
  asked.borne = std::min(asked.borne, seconds_of(probe, "initialDelaySeconds", 0) +
                                          seconds_of(probe, "periodSeconds", period) * (count - 1));
}

void forget_commands_of_hooks(const Cursor& container, Asked& asked) {
  for (const char* hook : {"postStart", "preStop"}) {
    const Cursor command = container["lifecycle"][hook]["exec"]["command"];
    if (command.size() > 0) asked.commands.erase(std::string{command.item(0).text()});
    if (container["lifecycle"][hook]["httpGet"]) asked.http = false;
  }
}

Asked asked_of(const nlohmann::json& pod) {
  Asked asked;
  const Cursor containers = Cursor{pod}["spec"]["containers"];
  containers.for_each_item([&](const Cursor& container, std::size_t) {
    note_readiness(container["readinessProbe"], asked);
    note_readiness(container["startupProbe"], asked);
    note_liveness(container, asked);
  });
  containers.for_each_item([&](const Cursor& container, std::size_t) { forget_commands_of_hooks(container, asked); });
  return asked;
}

/// A probe finds the container ready half a period late on average.
sim::Duration answers_after(sim::Duration ready_after, const Asked& asked) {
  return std::clamp(ready_after - asked.period / 2, sim::Duration{}, asked.borne);
}

PodScript script_of(const Workload& workload, const Asked& asked) {
  const sim::Duration after = answers_after(*workload.ready_after, asked);
  PodScript script;
  const bool is_alone = workload.owner == Owner::none;
  script.name = fmt::format("{}/{}{}", workload.namespace_name,
                            is_alone ? workload.name : workload.found->generate_name, is_alone ? "" : "*");
  if (asked.http) script.http = {{.refused = true}, {.status = 200, .after_start = after}};
  if (asked.tcp) script.tcp = {{.refused = true}, {.after_start = after}};
  if (asked.grpc) script.grpc = {{.refused = true}, {.after_start = after}};
  for (const std::string& command : asked.commands) {
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
  if (!is_asked) return StartKnowledge::nothing_asked;
  const bool is_learnt = workload.ready_after && workload.found && !asked_of(*workload.pod).is_nothing();
  return is_learnt ? StartKnowledge::learnt : StartKnowledge::assumed;
}

runtime_fake::RuntimeScript learnt_runtime(const Cluster& cluster) {
  runtime_fake::RuntimeScript runtime;
  for (const Workload& workload : cluster.workloads) {
    if (start_knowledge(workload) != StartKnowledge::learnt) continue;
    runtime.pods.push_back(script_of(workload, asked_of(*workload.pod)));
  }
  // The first matching entry applies: of web-* and web-admin-* the narrower one.
  std::ranges::stable_sort(runtime.pods, std::ranges::greater{},
                           [](const PodScript& script) { return script.name.size(); });
  return runtime;
}

}  // namespace podreel::fleet
