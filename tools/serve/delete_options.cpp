#include "tools/serve/delete_options.hpp"

#include <charconv>
#include <fmt/format.h>

#include "engine/api/json_integer.hpp"
#include "engine/api/json_member.hpp"
#include "engine/sim/bounded_time.hpp"

namespace podreel::serve {

namespace {

using apiserver::Propagation;
using nlohmann::json;

std::optional<Propagation> propagation_of(const std::string& policy) {
  if (policy.empty()) return std::nullopt;
  if (policy == "Background") return Propagation::background;
  if (policy == "Foreground") return Propagation::foreground;
  if (policy == "Orphan") return Propagation::orphan;
  throw StatusError{422, "Invalid",
                    fmt::format("DeleteOptions.meta.k8s.io \"\" is invalid: propagationPolicy: Unsupported value: "
                                "\"{}\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"",
                                policy)};
}

std::optional<std::int64_t> grace_of(const json& body, const Target& target) {
  const auto grace = api::exact_integer<std::int64_t>(body.value("gracePeriodSeconds", json{}));
  if (grace) return sim::bounded_seconds(*grace);
  const std::string text = target.parameter("gracePeriodSeconds");
  if (text.empty()) return std::nullopt;
  std::int64_t seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw bad_request(fmt::format("gracePeriodSeconds: found \"{}\"; accepted: an integer", text));
  }
  return sim::bounded_seconds(seconds);
}

/// Whether the fields have the types of DeleteOptions. A field may be null.
bool has_readable_fields(const json& body) {
  const auto field = [&](const char* name, const auto& is_fit) {
    const auto found = body.find(name);
    return found == body.end() || found->is_null() || is_fit(*found);
  };
  return field("preconditions", [](const json& value) { return value.is_object(); }) &&
         field("dryRun", [](const json& value) { return value.is_array(); }) &&
         field("orphanDependents", [](const json& value) { return value.is_boolean(); }) &&
         field("propagationPolicy", [](const json& value) { return value.is_string(); }) &&
         field("gracePeriodSeconds", [](const json& value) { return api::exact_integer<std::int64_t>(value); });
}

}  // namespace

DeleteOptions delete_options(const json& body, const Target& target) {
  const json given = body.is_null() ? json::object() : body;
  if (!given.is_object() || !has_readable_fields(given))
    throw bad_request("the body of the request must be of kind DeleteOptions");
  DeleteOptions options;
  options.grace = grace_of(given, target);
  const std::string policy = api::string_member(given, "propagationPolicy");
  options.propagation = propagation_of(policy.empty() ? target.parameter("propagationPolicy") : policy);
  if (given.value("orphanDependents", json{}) == true) options.propagation = Propagation::orphan;
  options.is_dry_run = is_dry_run(target) || !given.value("dryRun", json{}).empty();
  options.preconditions = given.value("preconditions", json{});
  return options;
}

void check_preconditions(const DeleteOptions& options, const json& object, const RequestInfo& info) {
  if (!options.preconditions.is_object()) return;
  const json& metadata = object.at("metadata");
  for (const auto& [field, text] : {std::pair{"uid", "UID"}, std::pair{"resourceVersion", "ResourceVersion"}}) {
    const std::string wanted = api::string_member(options.preconditions, field);
    if (wanted.empty() || wanted == api::string_member(metadata, field)) continue;
    throw conflict(info.kind->qualified(), info.name,
                   fmt::format("Precondition failed: {} in precondition: {}, {} in object meta: {}", text, wanted, text,
                               metadata.at(field).get<std::string>()));
  }
}

}  // namespace podreel::serve
