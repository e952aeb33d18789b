#include "scenarios/reproduce/recording/recorded_phases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/recording/choice_position.hpp"
#include "scenarios/reproduce/recording/drawn_durations.hpp"
#include "scenarios/reproduce/recording/recorded_probes.hpp"
#include "scenarios/reproduce/recording/recorded_retries.hpp"
#include "scenarios/reproduce/recording/recorded_syncs.hpp"
#include "scenarios/reproduce/recording/relist_rhythm.hpp"

namespace podreel::reproduce {

namespace {

/// Choices about one kubelet: the first of a run, or the `life`-th one after it.
class TickChoices {
 public:
  TickChoices(const KubeletTicks& kubelet, std::size_t life)
      : kubelet_{kubelet},
        rhythm_{relist_rhythm(kubelet)},
        life_key_{life == 0 ? "" : fmt::format("@{}", life)},
        is_up_before_{life == 0 && kubelet.started <= 0} {
    const bool is_estimated = rhythm_ && kubelet_.lists.empty();
    if (is_estimated && !kubelet_.change_relists.empty()) {
      rhythm_->first = until_tick(0, kubelet_.change_relists.front().listed, rhythm_->period);
    }
  }

  /// Returns the value with which the choice makes the kubelet tick as recorded; no value if it is about something
  /// else.
  [[nodiscard]] std::optional<std::uint64_t> value_of(const sim::Choice& choice) const {
    const auto is_at = [&](timing::Site site, const std::string& key) {
      return choice.site == timing::name_of(site).name && choice.key == key + life_key_;
    };
    if (is_at(timing::Site::relist_cost, "")) return relist_cost();
    if (choice.index != 0) return std::nullopt;
    if (is_at(timing::Site::relist_phase, "")) return relist_phase(choice.options);
    if (is_at(timing::Site::start_up, "")) return setup();
    if (is_at(timing::Site::ticker_phase, "loops")) return loops_phase(choice);
    return std::nullopt;
  }

  [[nodiscard]] const std::string& life_key() const noexcept { return life_key_; }

  /// Adds the choices about the start of a kubelet whose loops' beginning is stated.
  void add_start(std::vector<sim::Choice>& choices) const {
    add(timing::Site::start_up, 0, timing::kubelet_setup.distribution.options(), setup(), choices);
    add_relist_phase(choices);
  }

  void add_relist_phase(std::vector<sim::Choice>& choices) const {
    const std::uint64_t options = is_up_before_
                                      ? static_cast<std::uint64_t>(sim::Duration{timing::relist_period}.count())
                                      : timing::first_relist.distribution.options();
    add(timing::Site::relist_phase, 0, options, relist_phase(options), choices);
  }

  /// Adds the cost of each relist.
  void add_relist_costs(std::vector<sim::Choice>& choices) const {
    const std::optional<std::uint64_t> cost = relist_cost();
    for (std::size_t relist = 0; relist <= kubelet_.lists.size(); ++relist) {
      add(timing::Site::relist_cost, relist, timing::relist_cost.distribution.options(), cost, choices);
    }
  }

  /// Adds the inspections of relists that saw changes, and the distances between them.
  void add_change_relists(std::vector<sim::Choice>& choices) const {
    if (!rhythm_ || kubelet_.change_relists.empty()) return;
    const double usual = median_of(timing::relist_inspection.distribution);
    double from = kubelet_.change_relists.front().listed;
    if (!kubelet_.lists.empty()) from = kubelet_.lists.front();
    std::uint64_t index = 0;
    for (const ChangeRelist& relist : kubelet_.change_relists) {
      add_cost(index, relist.listed - from, choices);
      const double inspection = relist.handled ? *relist.handled - relist.listed : usual;
      if (relist.handled) {
        add(timing::Site::relist_inspection, index, timing::relist_inspection.distribution.options(),
            value_that_draws(inspection, timing::relist_inspection.distribution), choices);
      }
      from = relist.listed + inspection;
      ++index;
    }
  }

 private:
  /// Adds the cost with which relists come up to that distance; the usual one, if none does.
  void add_cost(std::uint64_t index, double distance, std::vector<sim::Choice>& choices) const {
    const timing::Distribution& costs = timing::relist_cost.distribution;
    const double relists = std::round(distance / rhythm_->period);
    const double period = relists > 0 ? distance / relists : rhythm_->period;
    add(timing::Site::relist_cost, index, costs.options(),
        value_that_draws(period - format::in_seconds(timing::relist_period), costs), choices);
  }

  void add(timing::Site site, std::uint64_t index, std::uint64_t options, std::optional<std::uint64_t> value,
           std::vector<sim::Choice>& choices) const {
    if (value) choices.push_back({std::string{timing::name_of(site).name}, life_key_, index, options, *value});
  }

  [[nodiscard]] std::optional<std::uint64_t> relist_cost() const {
    if (!rhythm_) return std::nullopt;
    return value_that_draws(rhythm_->period - format::in_seconds(timing::relist_period),
                            timing::relist_cost.distribution);
  }

  [[nodiscard]] std::optional<std::uint64_t> relist_phase(std::uint64_t options) const {
    if (!rhythm_) return std::nullopt;
    if (is_up_before_) return nanoseconds(rhythm_->first, options);
    if (!kubelet_.loops_began) return std::nullopt;
    return nanoseconds(until_tick(*kubelet_.loops_began, rhythm_->first, rhythm_->period), options);
  }

  /// Without a statement, the setup after which the first relist comes in the rhythm, if there is one.
  [[nodiscard]] std::optional<std::uint64_t> setup() const {
    if (is_up_before_) return std::nullopt;
    const timing::Distribution& setups = timing::kubelet_setup.distribution;
    if (kubelet_.loops_began) return value_that_draws(*kubelet_.loops_began - kubelet_.started, setups);
    if (!rhythm_) return std::nullopt;
    const double shortest = format::in_seconds(setups.begin()->duration);
    const double setup = shortest + until_tick(kubelet_.started + shortest, rhythm_->first, rhythm_->period);
    if (setup > format::in_seconds(setups.maximum())) return std::nullopt;
    return value_that_draws(setup, setups);
  }

  [[nodiscard]] std::optional<std::uint64_t> loops_phase(const sim::Choice& drawn) const {
    if (kubelet_.loops_began) {
      return nanoseconds(until_tick(*kubelet_.loops_began, 0, static_cast<double>(drawn.options) / 1e9), drawn.options);
    }
    const std::optional<double> tick = sync_tick(kubelet_);
    if (!tick || !is_up_before_) return std::nullopt;
    constexpr auto period = static_cast<std::uint64_t>(sim::Duration{timing::sync_period}.count());
    return drawn.value / period * period +
           nanoseconds(until_tick(*tick, 0, format::in_seconds(timing::sync_period)), period);
  }

  const KubeletTicks& kubelet_;
  std::optional<RelistRhythm> rhythm_;
  std::string life_key_;
  bool is_up_before_;
};

/// Adds the phases of the tickers of a kubelet that is up when the scenario begins.
void add_age(const KubeletTicks& first, std::vector<sim::Choice>& phases) {
  const auto add = [&phases](std::string_view loop, double last_tick, double period) {
    const auto options = static_cast<std::uint64_t>(period * 1e9);
    phases.push_back({.site = std::string{timing::name_of(timing::Site::ticker_phase).name},
                      .key = std::string{loop},
                      .options = options,
                      .value = nanoseconds(until_tick(last_tick, 0, period), options)});
  };
  const double collection_cost = format::in_seconds(timing::container_gc_cost.distribution.maximum()) / 2;
  const double collection_period = format::in_seconds(timing::container_gc_pause) + collection_cost;
  if (!first.collections.empty()) add("container-gc", first.collections.front(), collection_period);
  if (!first.loops_began || *first.loops_began > 0) return;
  const double began = *first.loops_began;
  if (first.collections.empty() && -began < collection_period) add("container-gc", began, collection_period);
  add("loops", began, format::in_seconds(timing::loops_phase.distribution.maximum()));
  add("image-gc", began, format::in_seconds(timing::image_gc_period));
  add("log-rotation", began, format::in_seconds(timing::log_rotation_pause));
}

/// Returns how many kubelets a run had, one after another.
std::size_t lives_in(const std::vector<TakenChoice>& taken) {
  const std::string_view once_a_life = timing::name_of(timing::Site::relist_phase).name;
  return static_cast<std::size_t>(std::ranges::count(taken, once_a_life, &TakenChoice::site));
}

/// Returns the last of the choices about each position, without those that a run has taken.
std::vector<sim::Choice> changed_of(const std::vector<sim::Choice>& choices, const std::vector<TakenChoice>& taken) {
  std::map<ChoicePosition, std::uint64_t> values;
  for (const sim::Choice& choice : taken) values[position_of(choice)] = choice.value;
  std::map<ChoicePosition, const sim::Choice*> last;
  for (const sim::Choice& choice : choices) last[position_of(choice)] = &choice;
  std::vector<sim::Choice> changed;
  for (const auto& [position, choice] : last) {
    const auto value = values.find(position);
    if (value == values.end() || value->second != choice->value) changed.push_back(*choice);
  }
  return changed;
}

}  // namespace

std::vector<sim::Choice> stated_phases(const std::vector<KubeletTicks>& recorded) {
  PODREEL_INVARIANT(!recorded.empty(), "a recording has one kubelet at least");
  const bool is_up_before = recorded.front().started <= 0;
  std::vector<sim::Choice> phases;
  if (is_up_before) add_age(recorded.front(), phases);
  for (std::size_t life = 0; life < recorded.size(); ++life) {
    const KubeletTicks& kubelet = recorded[life];
    const TickChoices ticks{kubelet, life};
    if (life > 0 && kubelet.loops_began) ticks.add_start(phases);
    if (kubelet.lists.empty()) continue;
    if (life == 0 && is_up_before) ticks.add_relist_phase(phases);
    ticks.add_relist_costs(phases);
  }
  return phases;
}

std::vector<sim::Choice> recorded_phases(const std::vector<KubeletTicks>& recorded,
                                         const std::vector<TakenChoice>& taken) {
  std::vector<sim::Choice> shown;
  const std::size_t lives = std::min(recorded.size(), lives_in(taken));
  for (std::size_t life = 0; life < lives; ++life) {
    const TickChoices ticks{recorded[life], life};
    for (sim::Choice choice : taken) {
      const std::optional<std::uint64_t> value = ticks.value_of(choice);
      if (!value) continue;
      choice.value = *value;
      shown.push_back(std::move(choice));
    }
    ticks.add_change_relists(shown);
    std::ranges::move(recorded_pauses(recorded[life], ticks.life_key(), taken), std::back_inserter(shown));
    std::ranges::move(recorded_syncs(recorded[life], ticks.life_key(), taken), std::back_inserter(shown));
    std::ranges::move(recorded_probes(recorded[life], ticks.life_key(), taken), std::back_inserter(shown));
  }
  return changed_of(shown, taken);
}

}  // namespace podreel::reproduce
