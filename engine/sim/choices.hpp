// Everything that the input does not decide: jitter, the order of what happens at once, races.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::sim {

/// One decision that was taken: the `index`-th at `site` for `key`, among `options` possibilities.
struct Choice {
  std::string site;
  std::string key;
  std::uint64_t index = 0;
  std::uint64_t options = 0;
  std::uint64_t value = 0;

  friend auto operator<=>(const Choice&, const Choice&) = default;
};

class ChoiceStream;

/// The one source of nondeterminism. A decision depends on the seed, its site, its key and how many were taken there
/// before, and on nothing else: decisions of one pod never shift those of another.
class Choices {
 public:
  explicit Choices(std::uint64_t seed) noexcept : seed_{seed} {}

  /// A seeded source in which the given decisions are fixed: a recorded list replays a run exactly.
  Choices(std::uint64_t seed, const std::vector<Choice>& fixed);

  /// From now on keep every decision taken, for `recorded()`; before any stream is made.
  void record() noexcept { names_are_kept_ = recording_ = true; }
  [[nodiscard]] const std::vector<Choice>& recorded() const noexcept { return recorded_; }

  [[nodiscard]] std::uint64_t seed() const noexcept { return seed_; }

  /// Begins a new life: streams that are created from now on differ from the earlier ones about the same things. Their
  /// keys end in "@1", "@2" …
  void begin_life() noexcept { ++life_; }

  /// The decisions of one kind (`site`, such as "resync-jitter") about one thing (`key`, such as a pod's UID).
  /// `site` must outlive the stream.
  [[nodiscard]] ChoiceStream stream(std::string_view site, std::string_view key);

 private:
  friend class ChoiceStream;
  std::uint64_t decide(const ChoiceStream& stream, std::uint64_t index, std::uint64_t options);

  using Position = std::tuple<std::string, std::string, std::uint64_t>;

  std::uint64_t seed_;
  std::uint64_t life_ = 0;
  bool recording_ = false;
  bool names_are_kept_ = false;
  std::vector<Choice> recorded_;
  std::map<Position, std::uint64_t> fixed_;
};

/// A counted sequence of decisions. Cheap: 40 bytes and no allocation unless decisions are recorded or fixed.
class ChoiceStream {
 public:
  /// One of 0 … options-1; `options` > 0.
  std::uint64_t index_below(std::uint64_t options);

  /// Skips `count` decisions that nobody reads; only where they are not kept.
  void skip(std::uint64_t count) noexcept { taken_ += count; }
  /// Decisions of this stream are kept for `Choices::recorded()`.
  [[nodiscard]] bool is_recorded() const noexcept { return choices_->recording_; }

  /// A duration in [low, high), in whole nanoseconds; `low` if the interval is empty.
  Duration between(Duration low, Duration high);

  /// True in `numerator` of `denominator` cases.
  bool chance(std::uint64_t numerator, std::uint64_t denominator) { return index_below(denominator) < numerator; }

  /// Puts items into any order.
  template <class Items>
  void shuffle(Items& items) {
    for (std::size_t rest = items.size(); rest > 1; --rest) std::swap(items[rest - 1], items[index_below(rest)]);
  }

 private:
  friend class Choices;
  ChoiceStream(Choices& choices, std::string_view site, std::string_view key);

  struct Name {
    std::string_view site;
    std::string key;
  };

  Choices* choices_;
  /// Null if choices are not recorded.
  std::shared_ptr<const Name> name_;
  std::uint64_t base_;
  std::uint64_t taken_ = 0;
};

}  // namespace podreel::sim
