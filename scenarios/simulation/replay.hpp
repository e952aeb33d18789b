// Runs a scenario from its beginning to its end.
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

/// Makes a runtime for the node of a run, which begins now.
using RuntimeFactory =
    std::function<std::unique_ptr<runtime::Runtime>(sim::Scheduler& scheduler, trace::Recorder& recorder)>;

struct ReplayOptions {
  /// In place of the scenario's.
  std::optional<std::uint64_t> seed;
  /// In place of the scenario's duration.
  std::optional<sim::Duration> until;
  /// Makes the policy of every kubelet that is started, in place of what the scenario names as identityPolicy. The same
  /// policy may be given to many nodes, one after the other: it then knows their containers' hashes already.
  decide::PolicyFactory policies;
  /// Where the policies come from that the scenario names, for the nodes of a fleet that a thread simulates. Null:
  /// every kubelet has its own.
  decide::SharedPolicies* shared_policies = nullptr;
  /// Who remembers how pods have settled (spec.node.settled): one for all nodes of a fleet that a thread simulates.
  /// Null: the replay finds out for itself.
  SettledPods* settled = nullptr;
  /// Makes the runtime that the kubelet lives by, in place of the scenario's; then idle work is executed, too. The
  /// scenario's steps must not act on its runtime.
  RuntimeFactory make_runtime;
  /// Decisions that are to be taken as recorded.
  std::vector<sim::Choice> choices;
  bool record_choices = false;
  /// Told of everything that happens; may be empty, and then nothing is recorded. They must outlive the replay.
  std::vector<trace::Sink*> sinks;
  /// Called before the clock moves on, with the time that it moves to since the scenario's start.
  std::function<void(sim::Duration)> before_advance;
  /// Told of every version of every pod that `observes` says true of, of all where it is empty: its name, and the
  /// object as kubectl prints it; null when the pod is gone.
  std::function<void(sim::Time, const std::string&, std::shared_ptr<const nlohmann::json>)> observe_pods;
  std::function<bool(const std::string&)> observes;
  /// Told of every version of every pod, and, with `gone`, of the last one again when the pod is gone.
  std::function<void(sim::Time, const api::PodPtr&, bool gone)> watch_pods;
  /// Return the pods' objects, too.
  bool print_objects = false;
  /// False: relists that cannot observe anything, resyncs that find everything as they left it, and ticks for which
  /// nobody has asked are executed all the same. The timeline is the same.
  bool skip_idle_work = true;
  /// The records of syncs say what was decided, and why.
  bool explain = false;
};

/// The instant of the simulated calendar that a run with these options begins at, for sinks that count from there.
[[nodiscard]] sim::Time start_time(const language::Scenario& scenario, const ReplayOptions& options);

struct ReplayResult {
  /// The instant of the simulated calendar that the scenario began at.
  sim::Time started_at{};
  /// How much simulated time has passed.
  sim::Duration length{};
  /// Whether the scenario came to rest; only judged where it has no duration.
  bool settled = false;
  /// The releases of the kubelets that ran, the one that ran last at the end.
  std::vector<release::Release> kubelets;
  /// The pods as the API has them at the end, by name.
  std::vector<api::PodPtr> pods;
  /// The same as kubectl prints them, if that was asked for.
  std::vector<nlohmann::json> objects;
  /// All decisions taken, if that was asked for.
  std::vector<sim::Choice> choices;
  std::uint64_t events_run = 0;
};

/// The same scenario and options give the same records, byte for byte.
[[nodiscard]] ReplayResult replay(const language::Scenario& scenario, const ReplayOptions& options = {});

}  // namespace podreel::simulation
