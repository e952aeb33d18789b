#include "scenarios/reproduce/recording/recorded_probes.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/nearest_in_time.hpp"

namespace podreel::reproduce {

namespace {

using ProbesByKey = std::map<std::string, std::vector<const RecordedProbe*>, std::less<>>;

/// Probes tick every few whole seconds. Returns by how much they tick later than at `time`, or, negative, earlier.
double phase_after(double time, double tick) {
  return std::remainder(tick - time, 1);
}

/// The probes of one pod begin within this time of its setup.
double max_probe_start() {
  return format::in_seconds(timing::probe_start.distribution.maximum());
}

/// A readiness probe may also be triggered, and ticks anew from then on.
bool only_ticks(std::string_view key) {
  return !key.ends_with("/Readiness");
}

/// A sync has triggered the readiness probe, or may have.
bool is_triggered(const RecordedProbe& probe) {
  return probe.after_sync && *probe.after_sync <= format::in_seconds(timing::readiness_trigger.distribution.maximum());
}

/// Returns those that are accepted, by the time of their answers.
ProbesByKey by_time(const std::vector<RecordedProbe>& all, auto is_accepted) {
  ProbesByKey by_key;
  for (const RecordedProbe& probe : all) {
    if (is_accepted(probe)) by_key[probe.key].push_back(&probe);
  }
  for (auto& [key, probes] : by_key) std::ranges::stable_sort(probes, {}, &RecordedProbe::answered);
  return by_key;
}

/// Returns the probe of about that time; null if there is none.
const RecordedProbe* find(const ProbesByKey& probes, double at, std::string_view key) {
  // Half of the shortest period of a probe.
  constexpr double about_then = 0.5;
  const auto of_key = probes.find(key);
  if (of_key == probes.end()) return nullptr;
  return nearest_in_time(of_key->second, at, about_then, &RecordedProbe::answered);
}

/// Times of the setups and probes of one kubelet.
class ProbeTimes {
 public:
  explicit ProbeTimes(const KubeletTicks& kubelet)
      : probes_{by_time(kubelet.probes, [](const RecordedProbe&) { return true; })},
        known_{by_time(kubelet.probes, [](const RecordedProbe& probe) { return probe.known.has_value(); })},
        triggered_{by_time(kubelet.probes, is_triggered)} {
    for (const RecordedSetup& setup : kubelet.setups) setups_.emplace(setup.uid, &setup);
    for (const RecordedSetup& setup : kubelet.setups) beginnings_.emplace(setup.uid, beginning_of(setup));
    const bool leaves_out_pod = setups_.contains("") || (!probes_.empty() && probes_.begin()->first.starts_with('/'));
    names_pods_ = !leaves_out_pod;
  }

  /// Returns the value with which the choice takes the time that was recorded. No value if it is about something else,
  /// or if nothing was recorded. `key`: that of the choice, without the kubelet's life.
  [[nodiscard]] std::optional<std::uint64_t> value_of(const TakenChoice& choice, std::string_view key) const {
    if (!names_pods_) key.remove_prefix(std::min(key.find('/'), key.size()));
    if (choice.site == timing::name_of(timing::Site::pod_setup).name) return setup(key);
    if (choice.site == timing::name_of(timing::Site::probe_start_jitter).name) return start(choice, key);
    if (choice.site == timing::name_of(timing::Site::probe_latency).name) return latency(choice.at, key);
    if (choice.site == timing::name_of(timing::Site::readiness_trigger).name) return trigger(choice.at, key);
    if (choice.site == timing::name_of(timing::Site::readiness_trigger_race).name) return trigger_race(choice, key);
    return std::nullopt;
  }

 private:
  /// Returns when the probes of a pod begin: with its setup's end, or shortly before, since they are faster than the
  /// call of the runtime.
  [[nodiscard]] double beginning_of(const RecordedSetup& setup) const {
    double earliest = -median_of(timing::sandbox_latency.distribution);
    for (auto of_pod = probes_.lower_bound(setup.uid); of_pod != probes_.end(); ++of_pod) {
      if (!of_pod->first.starts_with(setup.uid)) break;
      if (!only_ticks(of_pod->first)) continue;
      const double phase = phase_after(setup.ended, of_pod->second.front()->answered);
      if (std::abs(phase) <= max_probe_start()) earliest = std::min(earliest, phase);
    }
    return std::max(setup.ended + earliest, setup.synced);
  }

  [[nodiscard]] std::optional<std::uint64_t> setup(std::string_view uid) const {
    const auto found = setups_.find(uid);
    if (found == setups_.end()) return std::nullopt;
    const double duration = beginnings_.at(uid) - found->second->synced;
    if (duration > format::in_seconds(timing::pod_setup.distribution.maximum())) return std::nullopt;
    return value_that_draws(duration, timing::pod_setup.distribution);
  }

  [[nodiscard]] std::optional<std::uint64_t> start(const sim::Choice& choice, std::string_view key) const {
    const auto probes = probes_.find(key);
    const auto beginning = beginnings_.find(key.substr(0, key.find('/')));
    if (probes == probes_.end() || beginning == beginnings_.end() || !only_ticks(key)) return std::nullopt;
    if (choice.options != timing::probe_start.distribution.options()) return std::nullopt;
    const double phase = phase_after(beginning->second, probes->second.front()->answered);
    if (phase < 0 || phase > max_probe_start()) return std::nullopt;
    return value_that_draws(phase, timing::probe_start.distribution);
  }

  [[nodiscard]] std::optional<std::uint64_t> latency(double at, std::string_view key) const {
    const RecordedProbe* probe = find(known_, at, key);
    if (probe == nullptr) return std::nullopt;
    return value_that_ends_at(*probe->known, at, *probe->known - probe->answered, timing::probe_latency.distribution);
  }

  /// Returns the readiness probe of about that time that a sync has triggered.
  [[nodiscard]] const RecordedProbe* triggered(double at, std::string_view container) const {
    return find(triggered_, at, std::string{container} + "/Readiness");
  }

  [[nodiscard]] std::optional<std::uint64_t> trigger(double at, std::string_view container) const {
    const RecordedProbe* probe = triggered(at, container);
    if (probe == nullptr) return std::nullopt;
    return value_that_ends_at(probe->answered, at, *probe->after_sync, timing::readiness_trigger.distribution);
  }

  [[nodiscard]] std::optional<std::uint64_t> trigger_race(const TakenChoice& choice, std::string_view container) const {
    const RecordedProbe* probe = triggered(choice.at, container);
    if (probe == nullptr) return std::nullopt;
    return probe->is_outdated ? 0 : choice.options - 1;
  }

  ProbesByKey probes_;
  /// Those whose results are recorded.
  ProbesByKey known_;
  ProbesByKey triggered_;
  std::map<std::string_view, const RecordedSetup*> setups_;
  std::map<std::string_view, double> beginnings_;
  /// A recording of a single pod may leave out its name.
  bool names_pods_ = true;
};

}  // namespace

std::vector<sim::Choice> recorded_probes(const KubeletTicks& kubelet, const std::string& life_key,
                                         const std::vector<TakenChoice>& taken) {
  const ProbeTimes times{kubelet};
  std::vector<sim::Choice> shown;
  for (const TakenChoice& choice : taken) {
    const auto [about, life] = split_key(choice.key);
    if (life != life_key) continue;
    const std::optional<std::uint64_t> value = times.value_of(choice, about);
    if (!value) continue;
    shown.push_back(choice);
    shown.back().value = *value;
  }
  return shown;
}

}  // namespace podreel::reproduce
