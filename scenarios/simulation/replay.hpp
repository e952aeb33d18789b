// Runs a scenario from beginning to end.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/decide/named_policies.hpp"
#include "engine/decide/policy.hpp"
#include "engine/release/release.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/choices.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::simulation {

class SettledPods;

/// Creates a runtime for the node of a run, which begins now.
using RuntimeFactory =
    std::function<std::unique_ptr<runtime::Runtime>(sim::Scheduler& scheduler, trace::Recorder& recorder)>;

struct ReplayOptions {
  /// Overrides the scenario's seed.
  std::optional<std::uint64_t> seed;
  /// Overrides the scenario's duration.
  std::optional<sim::Duration> until;
  /// Creates the policy of every kubelet, instead of the scenario's identityPolicy. One policy may serve many nodes in
  /// sequence: it then caches their containers' hashes.
  decide::PolicyFactory policies;
  /// Source of the policies that the scenario names, for the nodes of a fleet that a thread simulates. Null: every
  /// kubelet has its own.
  decide::SharedPolicies* shared_policies = nullptr;
  /// Cache of settled pods (spec.node.settled): one for all nodes of a fleet that a thread simulates. Null: the replay
  /// simulates them itself.
  SettledPods* settled = nullptr;
  /// Creates the kubelet's runtime, instead of the scenario's; then idle work is also executed. The scenario's steps
  /// must not act on its runtime.
  RuntimeFactory make_runtime;
  /// Choices that override the seed.
  std::vector<sim::Choice> choices;
  /// Returns the choices and their times, too.
  bool record_choices = false;
  /// Called with all records; if empty, nothing is recorded. They must outlive the replay.
  std::vector<trace::Sink*> sinks;
  /// Called before the clock advances, with the new time since the scenario's start.
  std::function<void(sim::Duration)> before_advance;
  /// Called with every version of every pod that `observes` accepts, or of all pods if it is empty: its name, and the
  /// object as kubectl prints it; null when the pod is deleted.
  std::function<void(sim::Time, const std::string&, std::shared_ptr<const nlohmann::json>)> observe_pods;
  std::function<bool(const std::string&)> observes;
  /// Called with every version of every pod, and, with `gone`, with the last one again when the pod is deleted.
  std::function<void(sim::Time, const api::PodPtr&, bool gone)> watch_pods;
  /// Returns the pods' objects, too.
  bool print_objects = false;
  /// False: also executes relists that cannot observe anything, resyncs that find no change, and ticks that nothing has
  /// requested. The timeline is the same.
  bool skip_idle_work = true;
  /// Explains decisions in the records of syncs.
  bool explain = false;
};

/// Returns the simulated start time of a run with these options, for sinks that count from it.
[[nodiscard]] sim::Time start_time(const format::Scenario& scenario, const ReplayOptions& options);

struct ReplayResult {
  /// Simulated start time of the scenario.
  sim::Time started_at{};
  /// Simulated time that has passed.
  sim::Duration length{};
  /// Whether the scenario has settled; only valid without a duration.
  bool settled = false;
  /// The releases of the kubelets that ran, the last one at the end.
  std::vector<release::Release> kubelets;
  /// The pods in the API at the end, by name.
  std::vector<api::PodPtr> pods;
  /// The pods as kubectl prints them, if requested.
  std::vector<nlohmann::json> objects;
  /// All random choices, if requested.
  std::vector<sim::Choice> choices;
  /// When each of them was taken, since the scenario's start.
  std::vector<sim::Duration> choice_times;
  std::uint64_t events_run = 0;
};

/// Deterministic: the same scenario and options give the same records, byte for byte.
[[nodiscard]] ReplayResult replay(const format::Scenario& scenario, const ReplayOptions& options = {});

}  // namespace podreel::simulation
