// Request bodies in Kubernetes' protobuf envelope (apimachinery, runtime/serializer/protobuf).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/message.hpp"

namespace podreel::serve {

inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

struct ProtobufObject {
  /// The object as JSON, with its kind and apiVersion.
  nlohmann::json object{};
  /// Unknown fields by their numbers, such as "spec.template.77"; at most 100.
  std::vector<std::string> unknown{};
};

/// Reads an envelope: "k8s\0" and a runtime.Unknown. Invalid UTF-8 is kept. Throws StatusError (400) for an unknown
/// kind, for invalid input, with its position in the body, and for more values than api::input_limits.
[[nodiscard]] ProtobufObject read_protobuf(std::string_view body);

/// Returns the request with a JSON body. Throws StatusError (400), also for unknown fields, unless
/// `takes_unknown_fields`, which drops them.
[[nodiscard]] Request with_json_body(const Request& request, bool takes_unknown_fields);

}  // namespace podreel::serve
