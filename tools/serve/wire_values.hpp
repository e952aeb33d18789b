// Values on the wire of protobuf that are no object in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <protozero/pbf_reader.hpp>
#include <stdexcept>
#include <string_view>

#include "tools/serve/wire_message.hpp"

namespace podreel::server {

/// What was found, and what is accepted.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Both throw WireError or protozero::exception. The reader stands at the field.

[[nodiscard]] std::string_view bytes_of(protozero::pbf_reader& reader);

/// Of any kind but a message. Bytes are base64, times RFC 3339, quantities texts; null is Go's zero time.
[[nodiscard]] nlohmann::json wire_value(WireKind kind, protozero::pbf_reader& reader);

/// What a map has where an entry says no value.
[[nodiscard]] nlohmann::json kept_value(WireKind kind);

}  // namespace podreel::server
