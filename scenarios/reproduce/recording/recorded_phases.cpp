#include "scenarios/reproduce/recording/recorded_phases.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/reproduce/recording/comparable_text.hpp"

namespace podreel::reproduce {

namespace {

double seconds(sim::Duration duration) {
  return std::chrono::duration<double>{duration}.count();
}

/// Returns the value of a choice among the nanoseconds below `options`, for a duration in seconds.
std::uint64_t nanoseconds(double duration, std::uint64_t options) {
  const double wanted = std::clamp(duration * 1e9, 0.0, static_cast<double>(options));
  return std::min(static_cast<std::uint64_t>(std::llround(wanted)), options - 1);
}

/// Returns the seconds that half of the measured durations do not exceed.
double median_of(const timing::Distribution& distribution) {
  constexpr std::int64_t half = 500;
  const auto found = std::ranges::find(distribution.begin(), distribution.end(), half, &timing::Quantile::share);
  return found == distribution.end() ? 0 : seconds(found->duration);
}

/// Returns the value of the choice that draws the duration in seconds, or the nearest possible one.
std::uint64_t value_that_draws(double duration, const timing::Distribution& distribution) {
  const auto is_longer = [duration](const timing::Quantile& quantile) { return seconds(quantile.duration) > duration; };
  const timing::Quantile* high = std::find_if(distribution.begin(), distribution.end(), is_longer);
  if (high == distribution.begin()) return 0;
  if (high == distribution.end()) return distribution.options() - 1;
  const timing::Quantile* low = high - 1;
  const double part = (duration - seconds(low->duration)) / seconds(high->duration - low->duration);
  const double share = static_cast<double>(low->share) + part * static_cast<double>(high->share - low->share);
  const double all = static_cast<double>(distribution.end()[-1].share);
  return std::min(distribution.options() - 1,
                  static_cast<std::uint64_t>(share / all * static_cast<double>(distribution.options())));
}

/// Returns the seconds from `time` until the next tick of a ticker that ticks at `tick`.
double until_tick(double time, double tick, double period) {
  const double rest = std::fmod(tick - time, period);
  return rest < 0 ? rest + period : rest;
}

/// Returns the rhythm of those lists that may be relists: a kubelet does not relist again within the period.
std::optional<RelistRhythm> rhythm_of_lists(const std::vector<double>& lists) {
  const double shortest = 0.999 * seconds(timing::relist_period);
  constexpr double longest = 1.5;
  double sum = 0;
  std::size_t count = 0;
  double last = 0;
  for (const double list : lists) {
    const double pause = list - last;
    if (last > 0 && pause < shortest) continue;
    if (last > 0 && pause < longest) {
      sum += pause;
      ++count;
    }
    last = list;
  }
  if (count == 0) return std::nullopt;
  return RelistRhythm{.first = lists.front(), .period = sum / static_cast<double>(count)};
}

/// Events that come at one time of a period.
struct Cluster {
  std::size_t size = 0;
  /// The time of the one in the middle, modulo the period.
  double middle = 0;
};

/// Returns the largest cluster of events, all within the time that the events of one relist take.
Cluster largest_cluster(const std::vector<double>& events, double period) {
  constexpr double width = 0.008;
  std::vector<double> times;
  for (const double event : events) times.push_back(std::fmod(event, period));
  std::ranges::sort(times);
  const std::size_t count = times.size();
  for (std::size_t index = 0; index < count; ++index) times.push_back(times[index] + period);
  Cluster largest;
  for (std::size_t begin = 0, end = 0; begin < count; ++begin) {
    while (end < begin + count && times[end] - times[begin] < width) ++end;
    if (end - begin > largest.size) largest = {end - begin, times[begin + (end - begin) / 2]};
  }
  return largest;
}

std::optional<RelistRhythm> rhythm_of_events(const std::vector<double>& events) {
  constexpr double step = 0.00025;
  constexpr int steps = 80;
  if (events.size() < 2) return std::nullopt;
  Cluster best;
  RelistRhythm rhythm;
  for (int index = 1; index <= steps; ++index) {
    const double period = seconds(timing::relist_period) + step * index;
    const Cluster found = largest_cluster(events, period);
    if (found.size <= best.size) continue;
    best = found;
    const double relist = found.middle - median_of(timing::relist_inspection.distribution);
    rhythm = {.first = until_tick(0, relist, period), .period = period};
  }
  return rhythm;
}

/// Choices about one kubelet: the first of a run, or the `life`-th one after it.
class TickChoices {
 public:
  TickChoices(const KubeletTicks& kubelet, std::size_t life)
      : kubelet_{kubelet},
        rhythm_{relist_rhythm(kubelet)},
        life_key_{life == 0 ? "" : fmt::format("@{}", life)},
        is_up_before_{life == 0 && kubelet.started <= 0} {}

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
    if (is_at(timing::Site::ticker_phase, "loops")) return loops_phase(choice.options);
    return std::nullopt;
  }

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

 private:
  void add(timing::Site site, std::uint64_t index, std::uint64_t options, std::optional<std::uint64_t> value,
           std::vector<sim::Choice>& choices) const {
    if (value) choices.push_back({std::string{timing::name_of(site).name}, life_key_, index, options, *value});
  }

  [[nodiscard]] std::optional<std::uint64_t> relist_cost() const {
    if (!rhythm_) return std::nullopt;
    return value_that_draws(rhythm_->period - seconds(timing::relist_period), timing::relist_cost.distribution);
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
    const double shortest = seconds(setups.begin()->duration);
    const double setup = shortest + until_tick(kubelet_.started + shortest, rhythm_->first, rhythm_->period);
    if (setup > seconds(setups.maximum())) return std::nullopt;
    return value_that_draws(setup, setups);
  }

  [[nodiscard]] std::optional<std::uint64_t> loops_phase(std::uint64_t options) const {
    if (!kubelet_.loops_began) return std::nullopt;
    return nanoseconds(until_tick(*kubelet_.loops_began, 0, static_cast<double>(options) / 1e9), options);
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
  const double collection_cost = seconds(timing::container_gc_cost.distribution.maximum()) / 2;
  const double collection_period = seconds(timing::container_gc_pause) + collection_cost;
  if (!first.collections.empty()) add("container-gc", first.collections.front(), collection_period);
  if (!first.loops_began || *first.loops_began > 0) return;
  const double began = *first.loops_began;
  if (first.collections.empty() && -began < collection_period) add("container-gc", began, collection_period);
  add("loops", began, seconds(timing::loops_phase.distribution.maximum()));
  add("image-gc", began, seconds(timing::image_gc_period));
  add("log-rotation", began, seconds(timing::log_rotation_pause));
}

/// Recognises collections of containers by the removals that a recording has, in order.
class Collections {
 public:
  /// Takes the removal of a container, or of a sandbox, which only collections remove. Adds the beginning of the
  /// collection to `begun` if it is another one.
  void add(double time, bool is_sandbox, std::vector<double>& begun) {
    // Removals of one collection follow one another within this time.
    constexpr double pause = 0.02;
    if (time - last_removal_ >= pause) first_removal_ = time;
    last_removal_ = time;
    if (is_sandbox && (begun.empty() || begun.back() != first_removal_)) begun.push_back(first_removal_);
  }

 private:
  double first_removal_ = 0;
  double last_removal_ = -1;
};

/// Adds a statement of the recorder to the kubelet that ran at its time.
void add_statement(const nlohmann::json& statement, std::vector<KubeletTicks>& kubelets) {
  const auto kubelet_at = [&kubelets](double time) -> KubeletTicks& {
    const auto next = std::find_if(kubelets.begin() + 1, kubelets.end(),
                                   [time](const KubeletTicks& kubelet) { return kubelet.started > time; });
    return next[-1];
  };
  const std::string what = field_text(statement, "what");
  const double time = statement.value("t", 0.0);
  if (what == "loops") kubelet_at(time).loops_began = time - statement.value("for_s", 0.0);
  if (what != "lists" || !statement.contains("at")) return;
  for (const nlohmann::json& list : statement["at"]) kubelet_at(list.get<double>()).lists.push_back(list.get<double>());
}

}  // namespace

std::vector<KubeletTicks> kubelet_ticks(const std::vector<nlohmann::json>& records) {
  // Events of one relist are handled one after another within this time.
  constexpr double one_relist = 0.005;
  constexpr std::size_t max_events = 500;
  std::vector<KubeletTicks> kubelets{{}};
  Collections collections;
  bool has_kubelet = true;
  for (const nlohmann::json& record : records) {
    const std::string kind = field_text(record, "kind");
    const double time = record.value("t", 0.0);
    if (kind == "kubelet") {
      const bool starts = field_text(record, "what") == "start";
      if (starts && !has_kubelet) kubelets.emplace_back();
      if (starts) kubelets.back().started = time;
      has_kubelet = starts;
    }
    const std::string op = field_text(record, "op");
    if (kind == "runtime" && op.starts_with("Remove"))
      collections.add(time, op == "RemovePodSandbox", kubelets.back().collections);
    if (kind != "loop" || op != "PLEG") continue;
    std::vector<double>& events = kubelets.back().relist_events;
    const bool is_new = events.empty() || time - events.back() > one_relist;
    if (is_new && events.size() < max_events) events.push_back(time);
  }
  for (const nlohmann::json& record : records) {
    if (field_text(record, "kind") == "recording") add_statement(record, kubelets);
    // Under disk pressure containers are collected between the ticks as well.
    if (field_text(record, "reason") == "EvictionThresholdMet") kubelets.front().collections.clear();
  }
  return kubelets;
}

std::optional<RelistRhythm> relist_rhythm(const KubeletTicks& kubelet) {
  return kubelet.lists.empty() ? rhythm_of_events(kubelet.relist_events) : rhythm_of_lists(kubelet.lists);
}

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
                                         const std::vector<sim::Choice>& taken) {
  std::vector<sim::Choice> changed;
  for (std::size_t life = 0; life < recorded.size(); ++life) {
    const TickChoices ticks{recorded[life], life};
    for (sim::Choice choice : taken) {
      const std::optional<std::uint64_t> value = ticks.value_of(choice);
      if (!value || *value == choice.value) continue;
      choice.value = *value;
      changed.push_back(std::move(choice));
    }
  }
  return changed;
}

}  // namespace podreel::reproduce
