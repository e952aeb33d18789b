// The name of something that kubelets of some releases do, and others do not.
#pragma once

#include <cstdint>

namespace podreel::release {

/// Areas of the kubelet with capabilities of their own: engine/release/behaviour has a header and a table for each.
inline constexpr std::uint16_t capability_areas = 10;
inline constexpr std::uint16_t capabilities_per_area = 64;

/// True for the enumerations of engine/release/behaviour.
template <class Enumeration>
inline constexpr bool is_capability_area = false;

/// Names a capability of any area, or none.
class Capability {
 public:
  constexpr Capability() = default;
  template <class Area>
  requires is_capability_area<Area>
  constexpr Capability(Area capability) : index_{capability} {}  // NOLINT(google-explicit-constructor)

  /// Below capability_areas * capabilities_per_area, unless it names none.
  [[nodiscard]] constexpr std::uint16_t index() const noexcept { return index_; }
  /// Whether it names a capability.
  [[nodiscard]] constexpr explicit operator bool() const noexcept { return index_ != none; }
  [[nodiscard]] constexpr bool operator==(const Capability&) const noexcept = default;

 private:
  static constexpr std::uint16_t none = 0xffff;
  std::uint16_t index_ = none;
};

}  // namespace podreel::release
