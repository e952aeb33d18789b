// Fields in cases that no release of Kubernetes has.
#pragma once

#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/jsonl/json_field.hpp"

namespace podreel::batch {

/// Returns the fields of the `pod` and `container` of line `number` that no release has. Kubelets ignore them, but they
/// may be mistyped.
[[nodiscard]] std::vector<api::Problem> unknown_fields(const jsonl::JsonField& line, const std::string& file,
                                                       int number);

}  // namespace podreel::batch
