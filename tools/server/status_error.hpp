// metav1.Status: how an API server says no.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/server/message.hpp"

namespace podreel::server {

/// Thrown by what handles a request; becomes its answer.
class StatusError : public std::runtime_error {
 public:
  /// `details` is null or a metav1.StatusDetails.
  StatusError(unsigned code, std::string_view reason, const std::string& message, nlohmann::json details = nullptr);

  [[nodiscard]] nlohmann::json status() const;
  [[nodiscard]] Response response() const;

 private:
  unsigned code_;
  std::string reason_;
  nlohmann::json details_;
};

/// What is wrong with a field.
struct Cause {
  std::string field;
  std::string message;
};

// In the words of apimachinery's pkg/api/errors. `resource`: "pods".
[[nodiscard]] StatusError not_found(std::string_view resource, std::string_view name);
[[nodiscard]] StatusError no_such_path();
[[nodiscard]] StatusError already_exists(std::string_view resource, std::string_view name);
[[nodiscard]] StatusError conflict(std::string_view resource, std::string_view name, std::string_view why);
[[nodiscard]] StatusError expired(std::uint64_t asked, std::uint64_t oldest);
[[nodiscard]] StatusError invalid_pod(std::string_view name, const std::vector<Cause>& causes);
[[nodiscard]] StatusError bad_request(const std::string& message);
[[nodiscard]] StatusError method_not_allowed();
[[nodiscard]] StatusError unsupported_media_type(std::string_view accepted);
[[nodiscard]] StatusError too_large(std::size_t limit);

[[nodiscard]] nlohmann::json success();

/// Invalid UTF-8 is replaced.
[[nodiscard]] std::string json_text(const nlohmann::json& value);
[[nodiscard]] Response json_response(const nlohmann::json& value, unsigned status = 200);

}  // namespace podreel::server
