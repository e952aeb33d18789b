// Durations and outcomes of races in one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/sim/choices.hpp"
#include "engine/timing/rows.hpp"

namespace podreel::timing {

/// As on a real node, or as by the book: an ideal node needs no time for anything and adds no jitter, its tickers begin
/// with the scenario, and where things race, the usual one wins.
enum class Model : std::uint8_t { measured, ideal };

/// "measured", "ideal".
[[nodiscard]] std::string_view to_string(Model model) noexcept;
[[nodiscard]] std::optional<Model> parse_model(std::string_view name) noexcept;

/// The decisions at one site about one thing, one after the other. Rows are drawn at their own site only.
class Stream {
 public:
  [[nodiscard]] sim::Duration draw(const Spread& spread);
  /// A part of `whole`.
  [[nodiscard]] sim::Duration draw(const Jitter& jitter, sim::Duration whole);
  /// Whether it happens.
  [[nodiscard]] bool draw(const Odds& odds);
  /// The index of what comes first, of those from `first` on; they do not all weigh nothing.
  [[nodiscard]] std::size_t draw(const Race& race, std::size_t first);

  /// Goes on as if `count` durations of this kind had been drawn; only if skips_unnoticed().
  void skip(const Spread& spread, std::uint64_t count);
  /// Nobody keeps what is drawn.
  [[nodiscard]] bool skips_unnoticed() const noexcept { return !choices_.is_recorded(); }

  /// One of 0 … count-1.
  [[nodiscard]] std::size_t pick(std::size_t count);
  /// Puts items into any order.
  template <class Items>
  void shuffle(Items& items) {
    if (model_ == Model::measured) choices_.shuffle(items);
  }

 private:
  friend class Timing;
  Stream(sim::ChoiceStream choices, Site site, Model model) noexcept
      : choices_{std::move(choices)}, site_{site}, model_{model} {}

  sim::ChoiceStream choices_;
  Site site_;
  Model model_;
};

/// Where the streams of a node come from. An ideal node leaves nothing to chance: it takes no choices.
class Timing {
 public:
  explicit Timing(sim::Choices choices, Model model = Model::measured) : choices_{std::move(choices)}, model_{model} {}
  ~Timing() = default;
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

  [[nodiscard]] Stream stream(Site site, std::string_view key = {});

  // The first decision about one thing.
  [[nodiscard]] sim::Duration draw(const Spread& spread, std::string_view key = {}) {
    return stream(spread.site, key).draw(spread);
  }
  [[nodiscard]] bool draw(const Odds& odds, std::string_view key) { return stream(odds.site, key).draw(odds); }

  [[nodiscard]] sim::Duration takes(const Cost& cost) const noexcept {
    return model_ == Model::ideal ? sim::Duration{} : cost.duration;
  }

  /// Another kubelet takes other decisions about the same things (sim::Choices::begin_life).
  void begin_life() noexcept { choices_.begin_life(); }

  /// Choices that were made, if they are recorded.
  [[nodiscard]] const std::vector<sim::Choice>& taken() const noexcept { return choices_.recorded(); }

 private:
  sim::Choices choices_;
  Model model_;
};

}  // namespace podreel::timing
