// Fields of JSON objects that no release of Kubernetes has.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel::types {

struct UnknownField {
  /// "spec.containers[0].imgae".
  std::string path;
  /// unknown field, ignored; did you mean "image"?
  std::string message;
};

/// Returns the fields of `value` that the v1 type ("Pod") has in no release, in their order; at most `max`. Kubelets
/// ignore them. Values of the wrong kind are passed over (mismatch.hpp).
[[nodiscard]] std::vector<UnknownField> find_unknown_fields(std::string_view type, const nlohmann::json& value,
                                                            std::size_t max = 10);

}  // namespace podreel::types
