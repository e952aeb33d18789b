// Changes of an object between kubectl and etcd, except defaults.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/types/type_graph.hpp"

namespace podreel::types {

/// Whether an API server stores the field as it is given: that depends on its release, which a type is of, and its
/// gates.
[[nodiscard]] bool is_stored(const Field& field, release::Release release, const release::FeatureGates& gates);

/// Brings a valid object of `type` into the form in which an API server of `release` stores it: without fields that it
/// does not know or that its gates strip or replace, without null and without empty lists and maps of values (they do
/// not survive protobuf), quantities in canonical form and, in resource lists, rounded up to thousandths.
void bring_into_stored_form(nlohmann::json& object, const Type& type, release::Release release,
                            const release::FeatureGates& gates);

}  // namespace podreel::types
