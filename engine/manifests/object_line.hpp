// Objects of Kubernetes on lines of JSON, as `kubectl get … -o json | jq -c '.items[]'` writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/manifests/pod_stream.hpp"

namespace podreel::manifests {

enum class LineKind : std::uint8_t {
  /// Has a `pod` or a `container`.
  recorded_case,
  /// An object of Kubernetes: it has `kind`, `metadata` or `items`, and is no recorded case.
  object,
  other,
};

/// Returns what the members of the JSON object on a line make of it; its syntax is not checked.
[[nodiscard]] LineKind kind_of_line(std::string_view line);

/// Hands over the pods of the object on line `number` of `file`. Appends problems, with their places in the file.
void read_object_line(std::string_view line, int number, const std::string& file, const PodStreamHandlers& handlers,
                      std::vector<api::Problem>& problems);

}  // namespace podreel::manifests
