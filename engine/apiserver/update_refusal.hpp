// Why an API server does not change a pod.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace podreel::apiserver {

struct UpdateRefusal {
  enum class Kind : std::uint8_t {
    no_pod,
    /// 422: `messages` say what is wrong with which field.
    invalid,
    /// 403: `messages` has the reason of an admission plugin.
    forbidden,
    /// The release has no such subresource.
    no_such_resource,
    /// 500: the server fails at it.
    panic,
  };
  Kind kind = Kind::invalid;
  /// "spec: Forbidden: pod updates may not change fields …"; at least one if it is invalid or forbidden.
  std::vector<std::string> messages{};

  [[nodiscard]] static UpdateRefusal invalid(std::string message) { return {Kind::invalid, {std::move(message)}}; }
  [[nodiscard]] static UpdateRefusal no_such_resource() {
    return {Kind::no_such_resource, {"the server could not find the requested resource"}};
  }
};

}  // namespace podreel::apiserver
