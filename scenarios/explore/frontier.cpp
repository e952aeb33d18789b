#include "scenarios/explore/frontier.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/sim/random.hpp"

namespace podreel::explore {

namespace {

constexpr std::size_t max_extended_runs = 500;
/// Maximum number of faults by which one run is extended.
constexpr std::size_t max_extensions = 2'000;
constexpr std::size_t max_deferred_runs = 20'000;
/// While single faults are left, one of this many candidates extends a run.
constexpr std::size_t candidates_per_extension = 3;

/// Hashes the faults of a run, independent of their order.
std::uint64_t hash_of(const Perturbations& perturbations) {
  std::uint64_t sum = 0;
  for (const Perturbation& each : perturbations) {
    sum += sim::mix(sim::hash_name(each.what) ^ sim::mix(static_cast<std::uint64_t>(each.at.count())));
  }
  return sim::mix(sum);
}

Perturbations extended(Perturbations run, Perturbation next) {
  run.push_back(std::move(next));
  return run;
}

/// Whether `next` comes after all faults of `run`: at a later time, or at the same instant with a greater text. A
/// choice has no time; it may be added if the run does not decide the same one.
bool comes_after(const Perturbation& next, const Perturbations& run) {
  if (next.choice) {
    return std::ranges::none_of(run, [&next](const Perturbation& each) {
      return each.choice && each.choice->site == next.choice->site && each.choice->key == next.choice->key &&
             each.choice->index == next.choice->index;
    });
  }
  const Perturbation& last = run.back();
  return std::pair{next.at, std::string_view{next.what}} > std::pair{last.at, std::string_view{last.what}};
}

}  // namespace

Dice::Dice(std::uint64_t seed) : seed_{sim::mix(seed)} {}

std::size_t Dice::below(std::size_t bound) {
  PODREEL_INVARIANT(bound > 0, "a number is drawn from at least one possibility");
  return sim::scale_below(sim::mix(seed_ + ++thrown_), bound);
}

void Frontier::add_singles(const Perturbations& found) {
  PODREEL_INVARIANT(num_singles_ == 0 && extensions_.empty(), "single faults are found before all others");
  singles_ = in_mixed_order(found);
  num_singles_ = singles_.size();
}

bool Frontier::has_room_for_extensions() const noexcept {
  return extensions_.size() < max_extended_runs;
}

void Frontier::extend(Perturbations run, Perturbations points) {
  PODREEL_INVARIANT(!run.empty(), "a run without faults has single faults, not extensions");
  num_commuting_ += std::erase_if(points, [&run](const Perturbation& point) { return !comes_after(point, run); });
  std::erase_if(points, [&](const Perturbation& point) { return tried_.contains(hash_of(extended(run, point))); });
  Perturbations next = in_mixed_order(points);
  if (next.size() > max_extensions) {
    next.erase(next.begin(), next.end() - max_extensions);
    defer(run);
  }
  extensions_.push_back({std::move(run), std::move(next)});
}

void Frontier::defer(Perturbations run) {
  PODREEL_INVARIANT(!run.empty(), "a deferred run has a fault that it can be extended from");
  if (deferred_.size() < max_deferred_runs) {
    deferred_.push_back(std::move(run));
  } else {
    has_dropped_ = true;
  }
}

std::optional<Perturbations> Frontier::next() {
  check();
  if (!should_extend() && !singles_.empty()) return next_single();
  return next_extension();
}

bool Frontier::should_extend() {
  return !extensions_.empty() && (singles_.empty() || dice_.below(candidates_per_extension) == 0);
}

Perturbations Frontier::next_single() {
  Perturbation single = std::move(singles_.back());
  singles_.pop_back();
  return {std::move(single)};
}

std::optional<Perturbations> Frontier::next_extension() {
  while (!extensions_.empty()) {
    const std::size_t place = dice_.below(extensions_.size());
    Extension& from = extensions_[place];
    if (from.next.empty()) {
      extensions_.erase(extensions_.begin() + static_cast<std::ptrdiff_t>(place));
      continue;
    }
    Perturbations candidate = extended(from.run, std::move(from.next.back()));
    from.next.pop_back();
    if (tried_.insert(hash_of(candidate)).second) return candidate;
    ++num_commuting_;
  }
  return std::nullopt;
}

Perturbations Frontier::next_deferred() {
  PODREEL_INVARIANT(has_deferred(), "a deferred run exists");
  std::swap(deferred_[dice_.below(deferred_.size())], deferred_.back());
  Perturbations run = std::move(deferred_.back());
  deferred_.pop_back();
  return run;
}

std::size_t Frontier::num_left() const noexcept {
  std::size_t left = singles_.size() + deferred_.size();
  for (const Extension& each : extensions_) left += each.next.size();
  return left;
}

/// Returns the perturbations in reverse order of use: alternating kinds, each kind shuffled.
Perturbations Frontier::in_mixed_order(const Perturbations& found) {
  std::map<format::FaultKind, Perturbations> kinds;
  for (const Perturbation& perturbation : found) kinds[perturbation.kind].push_back(perturbation);
  for (auto& [kind, perturbations] : kinds) {
    for (std::size_t rest = perturbations.size(); rest > 1; --rest)
      std::swap(perturbations[rest - 1], perturbations[dice_.below(rest)]);
  }
  Perturbations order;
  while (!kinds.empty()) {
    for (auto kind = kinds.begin(); kind != kinds.end();) {
      order.push_back(std::move(kind->second.back()));
      kind->second.pop_back();
      kind = kind->second.empty() ? kinds.erase(kind) : std::next(kind);
    }
  }
  std::ranges::reverse(order);
  return order;
}

void Frontier::check() const {
  PODREEL_INVARIANT(singles_.size() <= num_singles_, "at most all found single faults are left");
  PODREEL_INVARIANT(deferred_.size() <= max_deferred_runs, "the number of deferred runs is limited");
}

}  // namespace podreel::explore
