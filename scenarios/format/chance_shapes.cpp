#include "scenarios/format/chance_shapes.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

using runtime_fake::ScriptedOdds;
using runtime_fake::ScriptedSpan;

namespace {

struct WrittenSpread {
  sim::Duration min{};
  std::optional<sim::Duration> p50;
  std::optional<sim::Duration> p90;
  std::optional<sim::Duration> p99;
  sim::Duration max{};
};

/// Checks that durations do not decrease.
void check_spread(const api::Tree& node, const Place& place, WrittenSpread& spread) {
  std::string_view before = "min";
  sim::Duration minimum = spread.min;
  const auto check = [&](std::string_view name, const std::optional<sim::Duration>& given) {
    if (given && *given < minimum) {
      place.member(name).problem(node.find(name)->mark, fmt::format("must not be shorter than `{}`", before));
    }
    before = given ? name : before;
    minimum = given.value_or(minimum);
  };
  check("p50", spread.p50);
  check("p90", spread.p90);
  check("p99", spread.p99);
  check("max", spread.max);
}

ScriptedSpan span_of(const WrittenSpread& spread) {
  std::vector<ScriptedSpan::Quantile> quantiles;
  if (spread.p50) quantiles.push_back({500, *spread.p50});
  if (spread.p90) quantiles.push_back({900, *spread.p90});
  if (spread.p99) quantiles.push_back({990, *spread.p99});
  return ScriptedSpan::between(spread.min, quantiles, spread.max);
}

/// Accepts {min: 1s, p50: 2s, p99: 30s, max: 1m}.
Shape<ScriptedSpan> chance_span() {
  const auto spread =
      Object<WrittenSpread>{"spread", "A random duration: uniform between each of these durations and the next."}
          .required("min", &WrittenSpread::min, duration(), "Minimum.")
          .field("p50", &WrittenSpread::p50, duration(), "Median: half of the durations are at most this.")
          .field("p90", &WrittenSpread::p90, duration(), "90th percentile.")
          .field("p99", &WrittenSpread::p99, duration(), "99th percentile.")
          .required("max", &WrittenSpread::max, duration(), "Upper bound, exclusive.")
          .check(check_spread)
          .shape();
  return adapted<ScriptedSpan>(spread, [](WrittenSpread&& written, ScriptedSpan& read) { read = span_of(written); });
}

}  // namespace

Shape<ScriptedSpan> span() {
  const auto fixed =
      adapted<ScriptedSpan>(duration(), [](sim::Duration&& always, ScriptedSpan& read) { read = always; });
  return either(chance_span(), {api::Tree::Kind::map}, fixed);
}

Shape<std::optional<ScriptedSpan>> span_or(std::string word) {
  const auto fixed = adapted<std::optional<ScriptedSpan>>(
      duration_or(std::move(word)),
      [](std::optional<sim::Duration>&& always, std::optional<ScriptedSpan>& read) { read = always; });
  const auto by_chance = adapted<std::optional<ScriptedSpan>>(
      chance_span(), [](ScriptedSpan&& written, std::optional<ScriptedSpan>& read) { read = written; });
  return either(by_chance, {api::Tree::Kind::map}, fixed);
}

Shape<ScriptedOdds> odds() {
  return adapted<ScriptedOdds>(percentage(),
                               [](std::uint32_t&& share, ScriptedOdds& read) { read = ScriptedOdds{share}; });
}

}  // namespace podreel::format
