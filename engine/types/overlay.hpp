// Facts about a field beyond the table of types: the values it takes, its feature gate, its default.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "engine/release/feature_gates.hpp"
#include "engine/types/value_format.hpp"

namespace podreel::types {

/// Constraint of a value.
struct Rule {
  /// Whether it may be missing, where that does not follow from `omitempty`.
  std::optional<bool> required = std::nullopt;
  /// Words separated by '|'; empty text counts as absent.
  std::string_view words = {};
  Format format = Format::any;
  /// Constraint of a map's keys.
  Format key_format = Format::any;
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  /// Anything goes.
  bool unchecked = false;
};

/// A value that is filled in where a field is not given.
struct Default {
  nlohmann::json value;
  bool by_api_server = true;
  release::ReleaseRange by_kubelet{{0, 0}, {}};
};

struct Description {
  Rule rule;
  /// An API server stores the field only where it is on; null: always.
  const release::FeatureGate* gate = nullptr;
  /// Value that is stored instead where the gate is off; no value: nothing.
  std::optional<nlohmann::json> ungated = std::nullopt;
  std::optional<Default> filled_in = std::nullopt;
};

/// The descriptions as overlay.inc writes them.
class Overlay {
 public:
  /// Reads `text`; it and the gates that it names must outlive this.
  Overlay(std::string_view text, std::span<const release::FeatureGate> gates);

  /// The description of a field by its type's Go name and its JSON name; most have none, which is an empty one.
  [[nodiscard]] const Description& find(std::string_view type, std::string_view field) const;

  /// Returns the names of all gates of fields.
  [[nodiscard]] std::set<std::string_view> gate_names() const;

 private:
  [[nodiscard]] static Description parse(std::string_view words, std::span<const release::FeatureGate> gates);

  std::map<std::string_view, std::string_view> same_as_;
  std::map<std::pair<std::string_view, std::string_view>, Description> fields_;
};

}  // namespace podreel::types
