#include "scenarios/reproduce/recording/recording.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>

#include "engine/api/amount.hpp"
#include "engine/api/quantity_text.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/container_environment.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/resizing.hpp"
#include "engine/sync/pod_cgroups.hpp"
#include "engine/trace/former_names.hpp"
#include "engine/trace/json_tree.hpp"
#include "scenarios/format/kubelets.hpp"
#include "scenarios/format/oom_kills.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/stated_kubelets.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::reproduce {

namespace {

/// Collects the compared records of a timeline as JSON.
class ComparedLines final : public trace::Sink {
 public:
  ComparedLines(sim::Time start, const Compared& compared) : start_{start} {
    if (compared.event_writes) wanted_ |= trace::Kinds::of<trace::EventWrite>();
    if (compared.exits) wanted_ |= trace::Kinds::of<trace::Environment>();
    if (compared.loops) wanted_ |= trace::Kinds::of<trace::Loop>();
    if (compared.syncs) wanted_ |= trace::Kinds::of<trace::Sync>();
  }
  [[nodiscard]] trace::Kinds wanted() const override { return wanted_; }
  void write(const trace::Record& record) override { records.push_back(trace::json_of(record, start_)); }
  std::vector<nlohmann::json> records;

 private:
  sim::Time start_;
  trace::Kinds wanted_ = trace::Kinds::of<trace::RuntimeCall, trace::Event, trace::Status>();
};

simulation::ReplayOptions options_of(std::uint64_t seed, const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options;
  options.seed = seed;
  options.choices = choices;
  options.record_choices = true;
  return options;
}

std::vector<TakenChoice> taken_in(simulation::ReplayResult&& result) {
  std::vector<TakenChoice> taken;
  taken.reserve(result.choices.size());
  for (std::size_t index = 0; index < result.choices.size(); ++index) {
    taken.push_back({std::move(result.choices[index]), seconds(result.choice_times[index])});
  }
  return taken;
}

/// Runs the recording's scenario. Returns the comparable part of its timeline, and the choices.
std::pair<ComparableTimeline, std::vector<TakenChoice>> replay_comparable(const Recording& recording,
                                                                          std::uint64_t seed,
                                                                          const std::vector<sim::Choice>& choices) {
  simulation::ReplayOptions options = options_of(seed, choices);
  ComparedLines lines{simulation::start_time(recording.scenario, options), recording.compared};
  options.sinks = {&lines};
  simulation::ReplayResult result = simulation::replay(recording.scenario, options);
  return {comparable(lines.records, recording.timeline.length, recording.in_detail, recording.compared),
          taken_in(std::move(result))};
}

/// Statement of a recording about itself; null if there is none.
const nlohmann::json* statement_in(const std::vector<nlohmann::json>& records, std::string_view what) {
  const auto found = std::ranges::find_if(records, [what](const nlohmann::json& record) {
    return record.value("kind", "") == "recording" && record.value("what", "") == what;
  });
  return found == records.end() ? nullptr : &*found;
}

/// End of the time that is compared, in seconds.
double compared_length(const std::vector<nlohmann::json>& records, const format::Scenario& scenario) {
  double length = std::numeric_limits<double>::infinity();
  if (scenario.duration) length = std::chrono::duration<double>(*scenario.duration).count();
  const nlohmann::json* end = statement_in(records, "end");
  return end == nullptr ? length : std::min(length, end->value("t", length));
}

std::vector<double> removal_times(const std::vector<nlohmann::json>& records) {
  std::vector<double> times;
  for (const nlohmann::json& record : records) {
    const std::string op = record.value("op", "");
    if (op == "RemoveContainer" || op == "RemovePodSandbox") times.push_back(record.value("t", 0.0));
  }
  return times;
}

/// Whether the recording has events that only a kubelet with node status updates writes.
bool has_node_status(const std::vector<nlohmann::json>& records) {
  constexpr std::array reasons{"Starting",
                               "NodeReady",
                               "NodeNotReady",
                               "NodeHasSufficientMemory",
                               "NodeHasNoDiskPressure",
                               "NodeHasSufficientPID",
                               "NodeAllocatableEnforced"};
  return std::ranges::any_of(records, [&](const nlohmann::json& record) {
    return record.value("kind", "") == "event" && record.value("obj", "") == "Node" &&
           std::ranges::find(reasons, record.value("reason", "")) != reasons.end();
  });
}

/// Returns whether one of the scenario's kubelets reads requests of CPU from weights, on nodes that have them.
bool reads_weights(const format::Scenario& scenario) {
  return std::ranges::any_of(format::kubelets_of(scenario), [&scenario](release::Release kubelet) {
    return release::behaviour_of(kubelet, scenario.node.kubelet.feature_gates)
        .has(release::cpu_requests_read_as_weights);
  });
}

/// Returns whether one of the scenario's kubelets relists single pods on demand.
bool relists_on_demand(const format::Scenario& scenario) {
  return std::ranges::any_of(format::kubelets_of(scenario), [&scenario](release::Release kubelet) {
    return release::behaviour_of(kubelet, scenario.node.kubelet.feature_gates).has(release::relist_on_demand);
  });
}

/// Returns the version of the node's control groups that the pods' statuses show: with 1 memory has a limit, which is a
/// number where it is unlimited, and with 2 each request of CPU that a kubelet reads is that of a weight, if
/// `with_weights`.
std::optional<api::CgroupVersion> shown_cgroup_version(const std::vector<nlohmann::json>& records, bool with_weights) {
  const nlohmann::json::json_pointer memory_limit{"/resources/limits/memory"};
  const nlohmann::json::json_pointer cpu_request{"/resources/requests/cpu"};
  // Before, the kubelet reports what it has allocated.
  constexpr double until_cgroups_are_read = 1;
  constexpr double until_all_are_read = 5;
  std::map<std::string, double> running_since;
  std::optional<api::CgroupVersion> shown;
  for (const nlohmann::json& record : records) {
    if (record.value("kind", "") != "status") continue;
    const std::string pod = record.value("pod", "");
    if (record.value("phase", "") != "Running") {
      running_since.erase(pod);
      continue;
    }
    const double time = record.value("t", 0.0);
    const double since = running_since.try_emplace(pod, time).first->second;
    if (record.contains(memory_limit) && record[memory_limit] == "9007199254740988Ki") return api::CgroupVersion::v1;
    const bool lacks_limit = with_weights && !record.contains(memory_limit);
    if (lacks_limit && time - since >= until_all_are_read) shown = api::CgroupVersion::v2;
    if (!with_weights || time - since < until_cgroups_are_read || !record.contains(cpu_request)) continue;
    const nlohmann::json& request = record[cpu_request];
    if (!request.is_string() || !api::split_quantity(request.get<std::string>())) continue;
    if (!sync::is_cpu_of_weight(api::milli_value(request.get<std::string>()))) return api::CgroupVersion::v1;
    shown = api::CgroupVersion::v2;
  }
  return shown;
}

/// Returns the version of the recorded node's control groups: that which the recording states or shows. If it shows
/// none, it is the scenario's, unless a kubelet would have changed its statuses to show version 2.
api::CgroupVersion cgroup_version_of(const std::vector<nlohmann::json>& records, const format::Scenario& scenario) {
  if (const nlohmann::json* stated = statement_in(records, "cgroups")) {
    return stated->value("version", "") == "1" ? api::CgroupVersion::v1 : api::CgroupVersion::v2;
  }
  const bool spares_processes = std::ranges::any_of(records, [](const nlohmann::json& record) {
    return record.value("kind", "") == "environment" && record.value("what", "") == "process_killed";
  });
  if (spares_processes || scenario.runtime.cgroup_version == api::CgroupVersion::v1) return api::CgroupVersion::v1;
  const bool with_weights = reads_weights(scenario);
  if (const auto shown = shown_cgroup_version(records, with_weights)) return *shown;
  return with_weights && !format::kills_child_process(scenario) ? api::CgroupVersion::v1 : api::CgroupVersion::v2;
}

/// Whether its API server has refused the kubelet's list of services.
bool lacks_services(const std::vector<nlohmann::json>& records) {
  return std::ranges::any_of(records, [](const nlohmann::json& record) {
    return record.value("kind", "") == "event" &&
           record.value("message", "").find(kubelet::unlisted_services) != std::string::npos;
  });
}

}  // namespace

Recording recording_of(format::Scenario scenario, std::vector<nlohmann::json> records, Compared compared) {
  for (nlohmann::json& record : records) trace::use_current_names(record);
  scenario.timing = timing::Model::measured;
  if (has_node_status(records)) scenario.node.reports_status = true;
  scenario.runtime.cgroup_version = cgroup_version_of(records, scenario);
  if (!lacks_services(records)) scenario.node.api_server.has_all_field_labels = true;
  std::vector<KubeletTicks> kubelets = kubelet_ticks(records, relists_on_demand(scenario));
  const std::vector<sim::Choice> phases = stated_phases(kubelets);
  // The scenario's own choices come later and override them.
  scenario.choices.insert(scenario.choices.begin(), phases.begin(), phases.end());
  Recording recording{.scenario = std::move(scenario),
                      .timeline = {},
                      .in_detail = is_in_detail(records),
                      .compared = kinds_in(records, compared),
                      .stall = {},
                      .removals = removal_times(records),
                      .kubelets = std::move(kubelets),
                      .stated_kubelets = stated_kubelets(records)};
  if (const auto* stall = statement_in(records, "stall")) recording.stall = stall->value("for_s", 0.0);
  const double length = compared_length(records, recording.scenario);
  recording.timeline = comparable(records, length, recording.in_detail, recording.compared);
  return recording;
}

ReplayAttempt attempt_replay(const Recording& recording, std::uint64_t seed, std::vector<sim::Choice> choices) {
  auto [timeline, taken] = replay_comparable(recording, seed, choices);
  ReplayAttempt attempt{seed, std::move(choices), first_difference(recording.timeline, timeline, recording.stall),
                        std::move(taken)};
  PODREEL_INVARIANT(!attempt.difference || attempt.difference->recorded != "" || attempt.difference->simulated != "",
                    "at a difference at least one side has an event");
  PODREEL_INVARIANT(!attempt.difference || attempt.difference->at <= std::max(recording.timeline.length, 0.0),
                    "a difference lies within the compared time");
  return attempt;
}

std::optional<ReplayAttempt> attempt_recorded_phases(const Recording& recording, const ReplayAttempt& attempt) {
  const std::vector<sim::Choice> phases = recorded_phases(recording.kubelets, attempt.taken);
  if (phases.empty()) return std::nullopt;
  return attempt_replay(recording, attempt.seed, merged_choices(attempt.choices, phases));
}

ComparableTimeline simulate_timeline(const Recording& recording, std::uint64_t seed,
                                     const std::vector<sim::Choice>& choices) {
  return replay_comparable(recording, seed, choices).first;
}

std::size_t choices_until(const ReplayAttempt& attempt, double seconds) {
  const auto later = std::ranges::upper_bound(attempt.taken, std::max(seconds, 0.0), {}, &TakenChoice::at);
  return static_cast<std::size_t>(later - attempt.taken.begin());
}

}  // namespace podreel::reproduce
