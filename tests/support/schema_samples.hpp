// Scenario documents made from the schema of the format.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::testing {

/// Documents with one field of the format in place, in several surroundings: at least one of them is valid.
struct FieldSamples {
  /// "spec.timeline[0].deletePod.gracePeriodSeconds".
  std::string name;
  std::vector<nlohmann::ordered_json> documents;
  /// Where it stands in each of them.
  std::vector<nlohmann::ordered_json::json_pointer> places;
};

/// For every field that the schema declares, wherever it can stand.
[[nodiscard]] std::vector<FieldSamples> field_samples(const nlohmann::ordered_json& schema);

/// The documents with that field replaced by values of all kinds, left out, or given an unknown sibling.
[[nodiscard]] std::vector<nlohmann::ordered_json> mutations(const FieldSamples& field);

}  // namespace podreel::testing
