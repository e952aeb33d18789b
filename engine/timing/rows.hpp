// Kinds of rows of the timing table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>

#include "engine/release/behaviour.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/distribution.hpp"
#include "engine/timing/site.hpp"

namespace podreel::timing {

/// Why a row is as it is, and which kubelets it is about.
struct Evidence {
  using Capability = release::Capability;

  // NOLINTNEXTLINE(google-explicit-constructor): most rows are about all kubelets.
  constexpr Evidence(const char* source) : text{source} {}
  constexpr Evidence(const char* source, Capability which, bool is_wanted)
      : text{source}, capability{which}, wanted{is_wanted} {}

  /// Measurement, or the constant of upstream; empty if the row is assumed.
  std::string_view text;
  /// Null: every kubelet. Otherwise those that have it, or have it not.
  Capability capability{};
  bool wanted = true;
};

constexpr Evidence where(Evidence::Capability capability, const char* source) {
  return {source, capability, true};
}
constexpr Evidence where_not(Evidence::Capability capability, const char* source) {
  return {source, capability, false};
}

struct Row {
  /// Its identifier in the code.
  std::string_view name;
  std::string_view what;
  Evidence evidence;
};

/// Returns the row that applies to this kubelet, of two.
template <class Kind>
[[nodiscard]] constexpr const Kind& either(const release::Behaviour& behaviour, const Kind& one, const Kind& other) {
  return behaviour.has(one.evidence.capability) == one.evidence.wanted ? one : other;
}

/// Number of possibilities of a decision.
struct Options {
  std::uint64_t minimum = 1;
  std::uint64_t maximum = std::numeric_limits<std::uint64_t>::max();

  friend bool operator==(const Options&, const Options&) = default;
};

/// Duration from Kubernetes' code: the same in an ideal run.
struct Period : Row, sim::Duration {};

/// Duration that the machine needs, constant as far as is known. Zero in an ideal run.
struct Cost : Row {
  sim::Duration duration;
};

/// A random duration. Zero in an ideal run.
struct Spread : Row {
  Site site;
  Distribution distribution;

  [[nodiscard]] constexpr Options options() const noexcept { return {distribution.options(), distribution.options()}; }
};

/// Any part of another duration, up to the `divisor`-th. Nothing in an ideal run.
struct Jitter : Row {
  Site site;
  std::int64_t divisor;

  [[nodiscard]] static constexpr Options options() noexcept { return {}; }
};

/// Something happens in `hits` of `of` cases. Not in an ideal run, but where these are more than half of them.
struct Odds : Row {
  Site site;
  std::uint64_t hits;
  std::uint64_t of;

  [[nodiscard]] constexpr Options options() const noexcept { return {of, of}; }
};

/// Choice of the first among several things, in proportion to their weights. In an ideal run it is the heaviest, and
/// the first of equal ones.
struct Race : Row {
  using Weights = std::array<std::uint64_t, 4>;
  Site site;
  Weights weights;

  [[nodiscard]] constexpr Options options() const {
    return {weights.back(), std::accumulate(weights.begin(), weights.end(), std::uint64_t{})};
  }
};

/// Any order, or any one, of several things. As listed, or the first, in an ideal run.
struct Order : Row {
  Site site;
  Options things;

  [[nodiscard]] constexpr Options options() const noexcept { return things; }
};

}  // namespace podreel::timing
