#include "tools/serve/status_error.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace podreel::serve {

using nlohmann::json;

StatusError::StatusError(unsigned code, std::string_view reason, const std::string& message, json details)
    : std::runtime_error{message}, code_{code}, reason_{reason}, details_(std::move(details)) {}

json StatusError::status() const {
  json result{{"kind", "Status"},  {"apiVersion", "v1"}, {"metadata", metadata_}, {"status", "Failure"},
              {"message", what()}, {"reason", reason_},  {"code", code_}};
  if (!details_.is_null()) result["details"] = details_;
  return result;
}

Response StatusError::response() const {
  return json_response(status(), code_);
}

namespace {

json details_of(std::string_view resource, std::string_view name) {
  const std::size_t dot = std::min(resource.find('.'), resource.size());
  json details{{"name", name}, {"kind", resource.substr(0, dot)}};
  if (dot < resource.size()) details["group"] = resource.substr(dot + 1);
  return details;
}

}  // namespace

StatusError not_found(std::string_view resource, std::string_view name) {
  return {404, "NotFound", fmt::format("{} \"{}\" not found", resource, name), details_of(resource, name)};
}

StatusError no_such_path() {
  return {404, "NotFound", "the server could not find the requested resource", json::object()};
}

StatusError already_exists(std::string_view resource, std::string_view name) {
  return {409, "AlreadyExists", fmt::format("{} \"{}\" already exists", resource, name), details_of(resource, name)};
}

StatusError conflict(std::string_view resource, std::string_view name, std::string_view why) {
  return {409, "Conflict", fmt::format("Operation cannot be fulfilled on {} \"{}\": {}", resource, name, why),
          details_of(resource, name)};
}

StatusError expired(std::uint64_t info, std::uint64_t oldest) {
  return {410, "Expired", fmt::format("too old resource version: {} ({})", info, oldest)};
}

StatusError too_large_version(std::uint64_t info, std::uint64_t present) {
  return {504,
          "Timeout",
          fmt::format("Too large resource version: {}, current: {}", info, present),
          {{"causes", {{{"reason", "ResourceVersionTooLarge"}, {"message", "Too large resource version"}}}},
           {"retryAfterSeconds", 1}}};
}

StatusError too_many_requests(const std::string& message, const std::vector<Cause>& causes) {
  json details{{"causes", json::array()}};
  for (const Cause& cause : causes) {
    details["causes"].push_back({{"reason", cause.field}, {"message", cause.message}});
  }
  return {429, "TooManyRequests", message, std::move(details)};
}

namespace {

/// Returns the reason of a cause, from the beginning of its message (apimachinery, util/validation/field).
std::string_view reason_of(std::string_view message) {
  constexpr std::array reasons{
      std::pair{"Forbidden", "FieldValueForbidden"}, std::pair{"Required value", "FieldValueRequired"},
      std::pair{"Not found", "FieldValueNotFound"}, std::pair{"Duplicate value", "FieldValueDuplicate"},
      std::pair{"Unsupported value", "FieldValueNotSupported"}};
  for (const auto& [beginning, reason] : reasons) {
    if (message.starts_with(beginning)) return reason;
  }
  return "FieldValueInvalid";
}

}  // namespace

Cause cause_of(std::string_view message) {
  const std::size_t colon = message.find(": ");
  const bool names_field = colon != std::string_view::npos && message.substr(0, colon).find(' ') == std::string::npos;
  if (!names_field || message.starts_with("Forbidden")) return {"", std::string{message}};
  return {std::string{message.substr(0, colon)}, std::string{message.substr(colon + 2)}};
}

StatusError invalid(const Kind& kind, std::string_view name, const std::vector<Cause>& causes) {
  json details{{"kind", kind.name}, {"causes", json::array()}};
  if (!name.empty()) details["name"] = name;
  if (!kind.group.empty()) details["group"] = kind.group;
  std::string message;
  for (const Cause& cause : causes) {
    details["causes"].push_back(
        {{"reason", reason_of(cause.message)}, {"field", cause.field}, {"message", cause.message}});
    if (!message.empty()) message += ", ";
    message += cause.field.empty() ? cause.message : fmt::format("{}: {}", cause.field, cause.message);
  }
  if (causes.size() > 1) message = fmt::format("[{}]", message);
  const std::string title = kind.group.empty() ? kind.name : fmt::format("{}.{}", kind.name, kind.group);
  return {422, "Invalid", fmt::format("{} \"{}\" is invalid: {}", title, name, message), std::move(details)};
}

StatusError panicked() {
  return {500, "InternalError", "This request caused apiserver to panic. Look in the logs for details."};
}

StatusError bad_request(const std::string& message) {
  return {400, "BadRequest", message};
}

StatusError object_forbidden(std::string_view resource, std::string_view name, std::string_view why, json causes) {
  json details = details_of(resource, name);
  if (!causes.is_null()) details["causes"] = std::move(causes);
  return {403, "Forbidden", fmt::format("{} \"{}\" is forbidden: {}", resource, name, why), std::move(details)};
}

StatusError undecodable(std::string_view kind, std::string_view version, std::string_view why) {
  return bad_request(fmt::format("{} in version \"{}\" cannot be handled as a {}: {}", kind, version, kind, why));
}

StatusError unknown_fields(std::string_view kind, std::string_view version, const std::vector<std::string>& fields) {
  std::string message = "strict decoding error: ";
  for (const std::string& field : fields) {
    message += fmt::format("{}unknown field \"{}\"", &field == &fields.front() ? "" : ", ", field);
  }
  return undecodable(kind, version, message);
}

StatusError method_not_allowed() {
  return {405, "MethodNotAllowed", "the server does not allow this method on the requested resource", json::object()};
}

StatusError unsupported_media_type(std::string_view accepted) {
  return {415, "UnsupportedMediaType",
          fmt::format("the body of the request was in an unknown format - accepted media types include: {}", accepted)};
}

StatusError not_acceptable(std::string_view answered) {
  return {406, "NotAcceptable", fmt::format("only the following media types are accepted: {}", answered)};
}

StatusError too_large(std::size_t limit) {
  return {413, "RequestEntityTooLarge", fmt::format("Request entity too large: limit is {}", limit)};
}

json success() {
  return {{"kind", "Status"}, {"apiVersion", "v1"}, {"metadata", json::object()}, {"status", "Success"}};
}

std::string json_text(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

Response json_response(const json& value, unsigned status) {
  return {.status = status, .body = json_text(value) + '\n'};
}

}  // namespace podreel::serve
