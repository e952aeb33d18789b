// The forms of text that the API server checks.
#pragma once

#include <cstdint>
#include <string_view>

namespace podreel::types {

enum class Format : std::uint8_t {
  any,
  dns_label,
  dns_subdomain,
  /// An IANA service name: at most 15 lower-case letters, digits and single dashes, with a letter.
  port_name,
  /// A port's number, or its name.
  port,
  qualified_name,
  label_value,
  environment_name,
  no_outer_blanks,
};

[[nodiscard]] bool has_format(std::string_view text, Format format) noexcept;

/// "dns-label": as overlay.inc names it. It must exist.
[[nodiscard]] Format format_named(std::string_view name);

/// Description of accepted values, for messages: "a DNS label: at most 63 lower-case letters, digits or '-' …".
[[nodiscard]] std::string_view description(Format format) noexcept;

}  // namespace podreel::types
