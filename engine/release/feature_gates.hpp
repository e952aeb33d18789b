// Feature gates: what becomes of each over the releases, what it needs, and whether it is on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"

namespace podreel::release {

/// Gates that were set explicitly, by their upstream names; the others keep the release's default. AllAlpha and AllBeta
/// set all gates of that stage that are not set themselves.
using FeatureGates = std::map<std::string, bool, std::less<>>;

/// At most `maximum` values, in an array.
template <class T, std::size_t maximum>
class Few {
 public:
  constexpr Few() = default;
  constexpr Few(std::initializer_list<T> values) : size_{values.size()} {
    std::size_t index = 0;
    for (const T& value : values) values_.at(index++) = value;
  }

  [[nodiscard]] constexpr std::size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr auto begin() const noexcept { return values_.begin(); }
  [[nodiscard]] constexpr auto end() const noexcept { return values_.begin() + static_cast<std::ptrdiff_t>(size_); }

 private:
  std::array<T, maximum> values_{};
  std::size_t size_ = 0;
};

/// Stage of a feature. A gate that was removed is unknown to a kubelet, like one that does not exist yet.
enum class Stage : std::uint8_t { alpha, beta, ga, deprecated, removed };

/// "alpha", "beta", "GA", "deprecated" or "removed".
[[nodiscard]] std::string_view to_string(Stage stage) noexcept;

/// Stage of a gate from a release on, until its next stage.
struct GateStage {
  Release since;
  Stage stage = Stage::alpha;
  bool on_by_default = false;
  /// It cannot be set to anything but its default.
  bool is_locked = false;
};

/// Another gate that has to be on where the gate is: otherwise kubelets since `since` do not start.
struct GateNeed {
  std::string_view gate;
  Release since;
};

struct FeatureGate {
  std::string_view name;
  /// Oldest first.
  Few<GateStage, 5> stages;
  Few<GateNeed, 3> needs = {};
};

/// Every gate that a kubelet of some release knows, by name (pkg/features/kube_features.go and those that it inherits).
[[nodiscard]] std::span<const FeatureGate> feature_gates();

/// Null if no release has such a gate.
[[nodiscard]] const FeatureGate* find_gate(std::string_view name);

/// For tables, whose gates must exist; throws std::out_of_range.
[[nodiscard]] const FeatureGate& gate_named(std::string_view name);

/// Null if a kubelet of `release` does not have the gate.
[[nodiscard]] const GateStage* stage_of(const FeatureGate& gate, Release release);

/// As set where it can be set, otherwise by its stage; a feature that outlived its gate is on.
[[nodiscard]] bool is_on(const FeatureGate& gate, Release release, const FeatureGates& gates);

/// Returns the gates that the gate needs in `release`, and those of them that are off.
[[nodiscard]] std::vector<std::string_view> needs_of(const FeatureGate& gate, Release release);
[[nodiscard]] std::vector<std::string_view> missing_needs(const FeatureGate& gate, Release release,
                                                          const FeatureGates& gates);

}  // namespace podreel::release
