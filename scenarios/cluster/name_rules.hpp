// Names and values as apimachinery has them (pkg/util/validation/validation.go).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::controllers {

/// RFC 1123, as most names of objects are: up to 253 letters.
[[nodiscard]] bool is_subdomain_name(std::string_view name);
/// Without a dot, up to 63 letters.
[[nodiscard]] bool is_label_name(std::string_view name);
/// The same, beginning with a letter (RFC 1035).
[[nodiscard]] bool is_service_name(std::string_view name);

extern const char* const subdomain_name_rule;
extern const char* const label_name_rule;
extern const char* const service_name_rule;

// What is wrong with them, in upstream's words.

/// Of a port (RFC 6335).
[[nodiscard]] std::vector<std::string> broken_port_name(std::string_view name);
[[nodiscard]] std::vector<std::string> broken_label_value(std::string_view value);

/// Adds "spec.type: Unsupported value: …" unless the value is one of those.
void check_supported(std::vector<std::string>& messages, const std::string& path, const std::string& value,
                     const std::vector<std::string_view>& accepted);

}  // namespace podreel::controllers
