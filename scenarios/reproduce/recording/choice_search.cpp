#include "scenarios/reproduce/recording/choice_search.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"
#include "engine/timing/site.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/seed_attempts.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::size_t beginnings = 4;

/// Leaves those of the choices that a run has taken.
void leave_taken(std::vector<sim::Choice>& choices, const std::vector<TakenChoice>& taken) {
  std::set<ChoicePosition> known;
  for (const sim::Choice& choice : taken) known.insert(position_of(choice));
  std::erase_if(choices, [&known](const sim::Choice& choice) { return !known.contains(position_of(choice)); });
}

class ChoiceSearch {
 public:
  ChoiceSearch(const Recording& recording, const Budget& budget) : recording_{recording}, budget_{budget} {}

  ChoicesFound run() {
    std::vector<ReplayAttempt> first = by_seeds();
    ReplayAttempt nearest = first.front();
    const std::size_t rest = budget_.runs - std::min(budget_.runs, runs_);
    for (std::size_t begin = 0; begin < std::min(beginnings, first.size()) && nearest.difference; ++begin) {
      const std::size_t last_run = runs_ + rest / beginnings;
      ReplayAttempt found = improved(with_recorded_gc_phase(std::move(first[begin])), last_run);
      if (is_nearer(found, nearest)) nearest = std::move(found);
    }
    if (!nearest.difference) nearest = without_idle_choices(std::move(nearest));
    std::vector<sim::Choice> choices = merged_choices(recording_.scenario.choices, nearest.choices);
    leave_taken(choices, nearest.taken);
    return {std::move(nearest), std::move(choices), runs_};
  }

 private:
  [[nodiscard]] bool should_continue() const {
    return runs_ < budget_.runs && (!budget_.should_continue || budget_.should_continue());
  }

  ReplayAttempt tried(std::uint64_t seed, std::vector<sim::Choice> choices) {
    ++runs_;
    return attempt_replay(recording_, seed, std::move(choices));
  }

  /// Returns the closest first. Stops at the first attempt that reproduces the recording.
  std::vector<ReplayAttempt> by_seeds() {
    std::vector<ReplayAttempt> found;
    const auto may_run = [this] {
      if (!should_continue()) return false;
      ++runs_;
      return true;
    };
    for (std::uint64_t seed = 1; seed <= seeds_tried && (found.empty() || should_continue()); ++seed) {
      ++runs_;
      std::ranges::move(seed_attempts(recording_, seed, may_run), std::back_inserter(found));
      if (!found.back().difference) break;
    }
    std::ranges::stable_sort(found, is_nearer);
    return found;
  }

  /// Tries the phases of garbage collection at which the recording removes something, unless it is known, and keeps
  /// the nearest attempt.
  ReplayAttempt with_recorded_gc_phase(ReplayAttempt best) {
    const auto is_phase = [](const sim::Choice& choice) {
      return choice.site == timing::name_of(timing::Site::ticker_phase).name && choice.key == "container-gc";
    };
    const auto phase = std::ranges::find_if(best.taken, is_phase);
    const bool is_known = std::ranges::any_of(recording_.scenario.choices, is_phase);
    if (phase == best.taken.end() || is_known) return best;
    const ReplayAttempt seeded = best;
    for (sim::Choice choice : gc_phases(*phase)) {
      if (!best.difference || !should_continue()) break;
      std::vector<sim::Choice> choices = seeded.choices;
      choices.push_back(std::move(choice));
      ReplayAttempt found = tried(seeded.seed, std::move(choices));
      if (is_nearer(found, best)) best = std::move(found);
    }
    return best;
  }

  /// The ticker's phase is the time since its last tick, when the scenario begins.
  [[nodiscard]] std::vector<sim::Choice> gc_phases(const sim::Choice& drawn) const {
    constexpr std::size_t max_phases = 8;
    std::vector<sim::Choice> phases;
    for (const double removal : recording_.removals) {
      const auto nanoseconds = static_cast<std::uint64_t>(std::max(removal, 0.0) * 1e9) % drawn.options;
      sim::Choice phase = drawn;
      phase.value = (drawn.options - nanoseconds) % drawn.options;
      phases.push_back(std::move(phase));
      if (phases.size() == max_phases) break;
    }
    return phases;
  }

  ReplayAttempt improved(ReplayAttempt best, std::size_t last_run) {
    const std::optional<Difference> first_difference = best.difference;
    Windows windows = windows_of(best);
    while (best.difference && runs_ < last_run && should_continue()) {
      ReplayAttempt changed = tried(best.seed, changed_choices(best, windows));
      if (is_nearer(changed, best)) {
        best = std::move(changed);
        windows = windows_of(best);
      } else if (!is_nearer(best, changed) && one_of(3)) {
        best = std::move(changed);
      }
    }
    PODREEL_INVARIANT(!best.difference || best.difference->at >= first_difference->at,
                      "changed choices are kept only where the timelines do not diverge earlier");
    return best;
  }

  /// A range of choices.
  struct Window {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct Windows {
    /// Around a divergence: those that decide the races there.
    Window races;
    /// From some time before the divergence on, in which one may have begun what comes there, such as a back-off.
    Window recent;
  };

  static Windows windows_of(const ReplayAttempt& best) {
    const auto around = [&](double seconds_before, double seconds_after) {
      const double at = best.difference->at;
      return Window{choices_until(best, at - seconds_before), choices_until(best, at + seconds_after)};
    };
    return best.difference ? Windows{around(0.1, 0.1), around(20, 3)} : Windows{};
  }

  /// Returns the place of a choice that may matter: every second one among the races.
  std::size_t drawn_place(const Windows& windows) {
    const Window all{0, std::max<std::size_t>(windows.recent.end, 1)};
    const Window drawn = one_of(2) ? windows.races : one_of(4) ? all : windows.recent;
    const auto [begin, end] = drawn.begin < drawn.end ? drawn : all;
    return begin + below(end - begin);
  }

  std::vector<sim::Choice> changed_choices(const ReplayAttempt& best, const Windows& windows) {
    constexpr std::uint64_t max_concurrent = 3;
    std::vector<sim::Choice> choices = best.choices;
    for (std::uint64_t count = 1 + below(max_concurrent); count > 0; --count) {
      const std::size_t at = drawn_place(windows);
      if (at >= best.taken.size()) continue;
      sim::Choice choice = best.taken[at];
      choice.value = drawn_value(choice.options);
      choices = merged_choices(std::move(choices), {choice});
    }
    return choices;
  }

  /// Every second one is the first or the last possibility: a rare outcome, the shortest or the longest duration.
  std::uint64_t drawn_value(std::uint64_t options) {
    if (one_of(2)) return below(options);
    return one_of(2) ? 0 : options - 1;
  }

  /// Leaves out choices that are not needed, from half of them at once down to single ones.
  ReplayAttempt without_idle_choices(ReplayAttempt found) {
    for (std::size_t size = (found.choices.size() + 1) / 2; size > 0 && should_continue(); size /= 2) {
      std::size_t end = found.choices.size();
      while (end > 0 && should_continue()) {
        const std::size_t begin = end - std::min(end, size);
        std::vector<sim::Choice> fewer = found.choices;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                    fewer.begin() + static_cast<std::ptrdiff_t>(end));
        ReplayAttempt without = tried(found.seed, std::move(fewer));
        if (!without.difference) found = std::move(without);
        end = begin;
      }
    }
    PODREEL_INVARIANT(!found.difference, "choices are left out only where the recording is still reproduced");
    return found;
  }

  std::uint64_t below(std::uint64_t end) {
    drawn_ = sim::mix(drawn_);
    return sim::scale_below(drawn_, end);
  }
  bool one_of(std::uint64_t count) { return below(count) == 0; }

  const Recording& recording_;
  const Budget& budget_;
  std::size_t runs_ = 0;
  std::uint64_t drawn_ = 1;
};

}  // namespace

ChoicesFound search_choices(const Recording& recording, const Budget& budget) {
  return ChoiceSearch{recording, budget}.run();
}

}  // namespace podreel::reproduce
