// Protobuf values that are not objects in JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <protozero/pbf_reader.hpp>
#include <stdexcept>
#include <string_view>

#include "tools/serve/wire_message.hpp"

namespace podreel::serve {

/// An invalid value; the message has the found and the accepted values.
class WireError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Both throw WireError or protozero::exception. The reader must be at the field.

[[nodiscard]] std::string_view bytes_of(protozero::pbf_reader& reader);

/// Reads a value of any kind except a message. Bytes become base64, times RFC 3339, quantities texts; Go's zero time
/// becomes null.
[[nodiscard]] nlohmann::json wire_value(WireKind kind, protozero::pbf_reader& reader);

/// Returns the value of a map entry without a value.
[[nodiscard]] nlohmann::json kept_value(WireKind kind);

}  // namespace podreel::serve
