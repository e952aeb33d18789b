#include "scenarios/reproduce/recording/recorded_retries.hpp"

#include <map>
#include <optional>
#include <string_view>

#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/nearest_in_time.hpp"
#include "scenarios/reproduce/recording/relist_rhythm.hpp"

namespace podreel::reproduce {

namespace {

/// Jitters of a worker's pauses that a run has drawn, in order.
using Jitters = std::vector<const TakenChoice*>;

/// Returns those of the kubelet's workers, in the order in which they first draw one.
std::vector<Jitters> drawn_jitters(const std::vector<TakenChoice>& taken, const std::string& life_key) {
  std::vector<Jitters> workers;
  std::map<std::string_view, std::size_t> places;
  for (const TakenChoice& choice : taken) {
    const std::string_view key = choice.key;
    if (choice.site != timing::name_of(timing::Site::worker_jitter).name) continue;
    if (split_key(key).life != life_key) continue;
    const auto [place, is_new] = places.try_emplace(key, workers.size());
    if (is_new) workers.emplace_back();
    workers[place->second].push_back(&choice);
  }
  return workers;
}

double max_jitter(double pause) {
  return pause / static_cast<double>(timing::worker_jitter.divisor);
}

/// Returns whether the end of such a pause, without its jitter, may have triggered `next`.
bool may_have_ended(double pause, const RecordedSync& sync, const RecordedSync& next) {
  const double recorded = next.began - sync.ended;
  return next.is_timed && recorded >= pause &&
         recorded <= pause + max_jitter(pause) + format::in_seconds(timing::sync_period);
}

/// Returns the pause after a successful or a failed sync that may have triggered `next`. No value if something else
/// has.
std::optional<double> ended_pause(const RecordedSync& sync, const RecordedSync& next) {
  for (const double pause : {format::in_seconds(timing::sync_frequency), format::in_seconds(timing::worker_back_off)}) {
    if (may_have_ended(pause, sync, next)) return pause;
  }
  return std::nullopt;
}

/// Returns the pause that a run has planned after a sync, if it may have triggered `next`; else the usual one.
std::optional<double> ended_pause(const RecordedSync& sync, const RecordedSync& next, const sim::Choice& drawn) {
  // A container's back-off may shorten it.
  const double jitter = static_cast<double>(drawn.options) * 1e-9;
  const double planned = jitter * static_cast<double>(timing::worker_jitter.divisor);
  return may_have_ended(planned, sync, next) ? std::optional{planned} : ended_pause(sync, next);
}

/// Returns the jitter that the run has drawn when the sync ended; else the one after as many syncs, or, if the run had
/// fewer, none.
const TakenChoice* jitter_after(const RecordedSync& sync, std::size_t index, const Jitters& drawn) {
  constexpr double about_then = 0.3;
  const TakenChoice* nearest = nearest_in_time(drawn, sync.ended, about_then, &TakenChoice::at);
  if (nearest != nullptr) return nearest;
  return index < drawn.size() ? drawn[index] : nullptr;
}

}  // namespace

std::vector<sim::Choice> recorded_pauses(const KubeletTicks& kubelet, const std::string& life_key,
                                         const std::vector<TakenChoice>& taken) {
  // The worker was ready at some time since the tick before.
  const double half_a_tick = format::in_seconds(timing::sync_period) / 2;
  std::vector<sim::Choice> pauses;
  auto syncs = kubelet.syncs.begin();
  for (const Jitters& drawn : drawn_jitters(taken, life_key)) {
    if (syncs == kubelet.syncs.end()) break;
    for (std::size_t index = 0; index + 1 < syncs->size(); ++index) {
      const RecordedSync& sync = (*syncs)[index];
      const RecordedSync& next = (*syncs)[index + 1];
      const TakenChoice* jitter = jitter_after(sync, index, drawn);
      const std::optional<double> pause =
          jitter == nullptr ? ended_pause(sync, next) : ended_pause(sync, next, *jitter);
      if (!pause) continue;
      sim::Choice choice{drawn.front()->site, drawn.front()->key, jitter == nullptr ? index : jitter->index};
      choice.options = static_cast<std::uint64_t>(max_jitter(*pause) * 1e9);
      choice.value = nanoseconds(next.began - sync.ended - half_a_tick - *pause, choice.options);
      pauses.push_back(std::move(choice));
    }
    ++syncs;
  }
  return pauses;
}

std::optional<double> sync_tick(const KubeletTicks& kubelet) {
  std::vector<double> timed;
  for (const std::vector<RecordedSync>& syncs : kubelet.syncs) {
    for (std::size_t index = 1; index < syncs.size(); ++index) {
      if (ended_pause(syncs[index - 1], syncs[index])) timed.push_back(syncs[index].began);
    }
  }
  // The sync begins shortly after the tick.
  constexpr double wake_up = 0.001;
  if (timed.empty()) return std::nullopt;
  return largest_cluster(timed, format::in_seconds(timing::sync_period)).middle - wake_up;
}

}  // namespace podreel::reproduce
