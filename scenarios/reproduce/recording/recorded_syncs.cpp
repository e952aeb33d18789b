#include "scenarios/reproduce/recording/recorded_syncs.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "engine/timing/table.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/nearest_in_time.hpp"

namespace podreel::reproduce {

namespace {

/// Seconds between a sync of a run and the recorded one that it corresponds to.
constexpr double about_then = 0.3;

template <class Observed>
std::vector<const Observed*> by_time(const std::vector<Observed>& observed) {
  std::vector<const Observed*> sorted;
  for (const Observed& one : observed) sorted.push_back(&one);
  std::ranges::stable_sort(sorted, {}, &Observed::at);
  return sorted;
}

const timing::Distribution& latency_of(RecordedStart::Step step) {
  if (step == RecordedStart::Step::sandbox) return timing::sandbox_latency.distribution;
  if (step == RecordedStart::Step::creation) return timing::creation_latency.distribution;
  return timing::container_latency.distribution;
}

/// Times at which the workers of one kubelet did something.
class SyncTimes {
 public:
  explicit SyncTimes(const KubeletTicks& kubelet)
      : starts_{by_time(kubelet.starts)}, kills_{by_time(kubelet.kills)}, late_writes_{by_time(kubelet.late_writes)} {
    for (const RecordedWake* wake : by_time(kubelet.wakes)) wakes_[wake->uid].push_back(wake);
  }

  /// Adds the choices that make the run do what was recorded. None if it is about something else, or if nothing was
  /// recorded. `about`: the choice's key without the kubelet's life.
  void add(const TakenChoice& choice, std::string_view about, std::vector<sim::Choice>& shown) {
    if (choice.site == timing::name_of(timing::Site::worker_wake).name) add_wake(choice, about, shown);
    if (choice.site == timing::name_of(timing::Site::start_latency).name) add_start(choice, shown);
    if (choice.site == timing::name_of(timing::Site::sync_kill).name) add_kill(choice, shown);
    if (choice.site == timing::name_of(timing::Site::status_writer_lag).name) add_write(choice, shown);
  }

 private:
  void add_wake(const TakenChoice& choice, std::string_view uid, std::vector<sim::Choice>& shown) const {
    auto wakes = wakes_.find(uid);
    // A recording of a single pod may leave out its name.
    if (wakes == wakes_.end()) wakes = wakes_.find("");
    const RecordedWake* wake =
        wakes == wakes_.end() ? nullptr : nearest_in_time(wakes->second, choice.at, about_then, &RecordedWake::at);
    if (wake == nullptr) return;
    shown.push_back(choice);
    shown.back().value = wake->is_fast ? 0 : choice.options - 1;
  }

  /// Steps of a run and recorded ones correspond in order, where they begin at about the same time.
  void add_start(const TakenChoice& choice, std::vector<sim::Choice>& shown) {
    constexpr double same = 0.02;
    while (next_start_ < starts_.size() && starts_[next_start_]->at < choice.at - same) ++next_start_;
    if (next_start_ == starts_.size() || starts_[next_start_]->at > choice.at + same) return;
    const RecordedStart& start = *starts_[next_start_++];
    shown.push_back(choice);
    shown.back().value = value_that_ends_at(start.ended, choice.at, start.ended - start.at, latency_of(start.step));
  }

  void add_kill(const TakenChoice& choice, std::vector<sim::Choice>& shown) const {
    const RecordedKill* kill = nearest_in_time(kills_, choice.at, about_then, &RecordedKill::at);
    if (kill == nullptr) return;
    shown.push_back(choice);
    shown.back().value =
        value_that_ends_at(kill->at + kill->after, choice.at, kill->after, timing::sync_kill.distribution);
  }

  void add_write(const TakenChoice& choice, std::vector<sim::Choice>& shown) const {
    if (choice.options != timing::status_writer_is_late.of) return;
    // Other statuses are set at about the same time.
    constexpr double same = 0.02;
    const RecordedLateWrite* write = nearest_in_time(late_writes_, choice.at, same, &RecordedLateWrite::at);
    if (write == nullptr) return;
    shown.push_back(choice);
    shown.back().value = 0;
    sim::Choice lag{choice.site, choice.key, choice.index + 1, timing::status_writer_lag.distribution.options()};
    lag.value =
        value_that_ends_at(write->at + write->lag, choice.at, write->lag, timing::status_writer_lag.distribution);
    shown.push_back(std::move(lag));
  }

  std::map<std::string_view, std::vector<const RecordedWake*>> wakes_;
  std::vector<const RecordedStart*> starts_;
  std::size_t next_start_ = 0;
  std::vector<const RecordedKill*> kills_;
  std::vector<const RecordedLateWrite*> late_writes_;
};

}  // namespace

std::vector<sim::Choice> recorded_syncs(const KubeletTicks& kubelet, const std::string& life_key,
                                        const std::vector<TakenChoice>& taken) {
  SyncTimes times{kubelet};
  std::vector<sim::Choice> shown;
  for (const TakenChoice& choice : taken) {
    const auto [about, life] = split_key(choice.key);
    if (life == life_key) times.add(choice, about, shown);
  }
  return shown;
}

}  // namespace podreel::reproduce
