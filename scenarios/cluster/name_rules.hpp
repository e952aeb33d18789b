// Rules for names and values of apimachinery (pkg/util/validation/validation.go).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace podreel::cluster {

/// Whether the name is an RFC 1123 subdomain of up to 253 letters, as most names of objects.
[[nodiscard]] bool is_subdomain_name(std::string_view name);
/// Whether the name is an RFC 1123 label: without a dot, up to 63 letters.
[[nodiscard]] bool is_label_name(std::string_view name);
/// Whether the name is an RFC 1035 label, which begins with a letter.
[[nodiscard]] bool is_service_name(std::string_view name);

extern const char* const subdomain_name_rule;
extern const char* const label_name_rule;
extern const char* const service_name_rule;

// Errors in upstream's words.

/// Returns the errors of a port's name (RFC 6335).
[[nodiscard]] std::vector<std::string> broken_port_name(std::string_view name);
[[nodiscard]] std::vector<std::string> broken_label_value(std::string_view value);

/// Adds "spec.type: Unsupported value: …" unless the value is accepted.
void check_supported(std::vector<std::string>& messages, const std::string& path, const std::string& value,
                     const std::vector<std::string_view>& accepted);

}  // namespace podreel::cluster
