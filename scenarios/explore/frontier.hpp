// Chooses the faults of the explorer's next run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "scenarios/explore/perturbation.hpp"

namespace podreel::explore {

/// A reproducible sequence of random numbers.
class Dice {
 public:
  explicit Dice(std::uint64_t seed);
  /// Returns a number from 0 to `bound` - 1.
  std::size_t below(std::size_t bound);

 private:
  std::uint64_t seed_;
  std::uint64_t thrown_ = 0;
};

/// Chooses candidates: the perturbations of runs to make. Its rule:
///
/// 1. Every fault is tried alone, kinds in turn, so that each kind is tried early.
/// 2. A run that showed new behaviour is extended: one more fault is added to its own. While single faults are left,
///    one candidate of three extends a run; afterwards all do.
/// 3. A run that showed nothing new is deferred. When the first two find nothing, the explorer repeats and extends it.
///
/// A run is only extended by what comes later than its own faults, because the other order is another run's extension.
/// No combination is tried twice.
class Frontier {
 public:
  explicit Frontier(std::uint64_t seed) : dice_{seed} {}

  /// Takes the faults that can happen alone. Called once.
  void add_singles(const Perturbations& found);
  /// Whether a run that showed new behaviour can be extended now, or has to be deferred.
  [[nodiscard]] bool has_room_for_extensions() const noexcept;
  /// Extends the run by each of `points`, one at a time, where the rule allows it.
  void extend(Perturbations run, Perturbations points);
  /// Keeps a run for later, when no better candidates are left.
  void defer(Perturbations run);

  /// Returns the next candidate; no value if only deferred runs are left, if any.
  [[nodiscard]] std::optional<Perturbations> next();
  [[nodiscard]] bool has_deferred() const noexcept { return !deferred_.empty(); }
  /// Returns a deferred run, to be repeated and extended. There must be one.
  [[nodiscard]] Perturbations next_deferred();

  [[nodiscard]] std::size_t num_singles() const noexcept { return num_singles_; }
  [[nodiscard]] std::size_t singles_tried() const noexcept { return num_singles_ - singles_.size(); }
  /// Number of candidates that were skipped because another order of the same faults is tried.
  [[nodiscard]] std::size_t num_commuting() const noexcept { return num_commuting_; }
  /// Number of known runs that were not made.
  [[nodiscard]] std::size_t num_left() const noexcept;
  /// Whether nothing is left, and nothing was dropped because of limits.
  [[nodiscard]] bool is_exhausted() const noexcept { return num_left() == 0 && !has_dropped_; }

 private:
  /// A run, and the faults that extend it; the next one is last.
  struct Extension {
    Perturbations run;
    Perturbations next;
  };

  [[nodiscard]] bool should_extend();
  [[nodiscard]] Perturbations next_single();
  [[nodiscard]] std::optional<Perturbations> next_extension();
  [[nodiscard]] Perturbations in_mixed_order(const Perturbations& found);
  void check() const;

  Dice dice_;
  std::size_t num_singles_ = 0;
  /// The next one is last.
  Perturbations singles_;
  std::vector<Extension> extensions_;
  std::vector<Perturbations> deferred_;
  /// Combinations of several faults, by their order-independent hash.
  std::set<std::uint64_t> tried_;
  std::size_t num_commuting_ = 0;
  bool has_dropped_ = false;
};

}  // namespace podreel::explore
