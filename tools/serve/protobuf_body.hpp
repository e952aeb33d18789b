// Bodies of requests in Kubernetes' envelope for protobuf (apimachinery, runtime/serializer/protobuf).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/message.hpp"

namespace podreel::server {

inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

struct ProtobufObject {
  /// As JSON would have it, with its kind and apiVersion.
  nlohmann::json object{};
  /// Fields that are not known, by their numbers, as "spec.template.77"; the first 100 of them.
  std::vector<std::string> unknown{};
};

/// What stands in an envelope: "k8s\0" and a runtime.Unknown. Bytes that are no UTF-8 are kept. Throws StatusError
/// (400) for an unknown kind and for what cannot be read, with its position in the body, or has more values than
/// api::input_limits.
[[nodiscard]] ProtobufObject read_protobuf(std::string_view body);

/// The request with JSON for a body. Throws StatusError (400), also for unknown fields unless they are taken, which
/// drops them.
[[nodiscard]] Request with_json_body(const Request& request, bool takes_unknown_fields);

}  // namespace podreel::server
