// All that podreel knows of the Kubernetes types, and the graphs made of it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/types/type_graph.hpp"

namespace podreel::types {

/// Table of types with its overlay. Thread-safe.
class Catalogue {
 public:
  /// From texts in the form of types.inc and overlay.inc. They and the gates that the overlay names must outlive this.
  Catalogue(std::string_view types, std::string_view overlay,
            std::span<const release::FeatureGate> gates = release::feature_gates());
  ~Catalogue();
  Catalogue(const Catalogue&) = delete;
  Catalogue& operator=(const Catalogue&) = delete;

  /// Catalogue that is built into podreel.
  [[nodiscard]] static const Catalogue& built_in();
  [[nodiscard]] static std::string_view built_in_types() noexcept;
  [[nodiscard]] static std::string_view built_in_overlay() noexcept;

  [[nodiscard]] const TypeTable& table() const noexcept { return table_; }
  [[nodiscard]] const Overlay& overlay() const noexcept { return overlay_; }

  /// "Container" or "*Pod" as a release has it, or with the fields of all; lives as long as this.
  [[nodiscard]] const Type& get(Api api, std::optional<release::Release> release, std::string_view id) const;

 private:
  class Graphs;

  TypeTable table_;
  Overlay overlay_;
  std::unique_ptr<Graphs> graphs_;
};

/// A type of the public API.
[[nodiscard]] const Type& v1_type(release::Release release, std::string_view id);

/// The type that a kubelet of `release` reads pods into: "Pod" and, for 1.2's containers, "Container".
[[nodiscard]] const Type& internal_type(release::Release release, std::string_view id);

}  // namespace podreel::types
