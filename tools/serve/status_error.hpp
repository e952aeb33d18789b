// metav1.Status, the error answer of API servers.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tools/serve/message.hpp"

namespace podreel::serve {

/// An error of a request; becomes its answer.
class StatusError : public std::runtime_error {
 public:
  /// `details` is null or a metav1.StatusDetails.
  StatusError(unsigned code, std::string_view reason, const std::string& message, nlohmann::json details = nullptr);

  /// Sets a metav1.ListMeta.
  void set_metadata(nlohmann::json metadata) { metadata_ = std::move(metadata); }

  [[nodiscard]] nlohmann::json status() const;
  [[nodiscard]] Response response() const;

 private:
  unsigned code_;
  std::string reason_;
  nlohmann::json details_;
  nlohmann::json metadata_ = nlohmann::json::object();
};

/// An error in a field.
struct Cause {
  std::string field;
  std::string message;
};

/// Splits a message: "spec: Forbidden: pod updates may not …" names a field, "Forbidden: …" does not.
[[nodiscard]] Cause cause_of(std::string_view message);

/// A kind and its group: "Deployment" in "apps", "Pod" in "".
struct Kind {
  std::string name;
  std::string group{};
};

// Messages are those of apimachinery's pkg/api/errors. `resource`: "pods", "deployments.apps".
[[nodiscard]] StatusError not_found(std::string_view resource, std::string_view name);
[[nodiscard]] StatusError no_such_path();
[[nodiscard]] StatusError already_exists(std::string_view resource, std::string_view name);
[[nodiscard]] StatusError conflict(std::string_view resource, std::string_view name, std::string_view why);
[[nodiscard]] StatusError expired(std::uint64_t info, std::uint64_t oldest);
[[nodiscard]] StatusError too_large_version(std::uint64_t info, std::uint64_t present);
/// The `field` of each cause holds its reason.
[[nodiscard]] StatusError too_many_requests(const std::string& message, const std::vector<Cause>& causes);
[[nodiscard]] StatusError invalid(const Kind& kind, std::string_view name, const std::vector<Cause>& causes);
/// Returns the error of a request that makes the server panic (apiserver, server/filters/wrap.go).
[[nodiscard]] StatusError panicked();
[[nodiscard]] StatusError bad_request(const std::string& message);
/// The `field` of each cause holds its reason, as for too_many_requests().
[[nodiscard]] StatusError object_forbidden(std::string_view resource, std::string_view name, std::string_view why,
                                           nlohmann::json causes = nullptr);
/// Returns the error of a body that is not an object of that kind.
[[nodiscard]] StatusError undecodable(std::string_view kind, std::string_view version, std::string_view why);
/// `fields` holds the paths of the unknown fields.
[[nodiscard]] StatusError unknown_fields(std::string_view kind, std::string_view version,
                                         const std::vector<std::string>& fields);
[[nodiscard]] StatusError method_not_allowed();
/// Returns the error of a request that accepts none of the available media types.
[[nodiscard]] StatusError not_acceptable(std::string_view answered);
[[nodiscard]] StatusError unsupported_media_type(std::string_view accepted);
[[nodiscard]] StatusError too_large(std::size_t limit);

[[nodiscard]] nlohmann::json success();

/// Returns JSON text; invalid UTF-8 is replaced.
[[nodiscard]] std::string json_text(const nlohmann::json& value);
[[nodiscard]] Response json_response(const nlohmann::json& value, unsigned status = 200);

}  // namespace podreel::serve
