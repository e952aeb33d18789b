#include "tools/serve/changed_object.hpp"

#include <fmt/format.h>
#include <variant>

#include "engine/apiserver/strategic_merge.hpp"
#include "tools/serve/json_patch.hpp"
#include "tools/serve/managed_fields.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json patched_object(const Request& request, const json& before, const Resource& kind) {
  const std::string type = media_type(request);
  const bool is_of_json = type == "application/json-patch+json";
  const bool is_of_members = type == "application/merge-patch+json";
  if (!is_of_json && !is_of_members && type != "application/strategic-merge-patch+json") {
    throw unsupported_media_type(
        "application/json-patch+json, application/merge-patch+json, application/strategic-merge-patch+json, "
        "application/apply-patch+yaml");
  }
  const json patch = api::to_json(body_of(request));
  if (is_of_json) return json_patched(before, patch);
  if (is_of_members) {
    json after = before;
    after.merge_patch(patch);
    return after;
  }
  auto merged = apiserver::strategic_merge(before, patch);
  if (const auto* error = std::get_if<apiserver::PatchError>(&merged)) {
    throw invalid(kind_of(kind), before["metadata"]["name"].get<std::string>(), {{error->path, error->message}});
  }
  return std::get<json>(std::move(merged));
}

void check_version(const json& before, json& after, const Resource& kind) {
  const std::string name = before["metadata"]["name"];
  json& metadata = after["metadata"];
  if (!metadata.contains("name")) metadata["name"] = name;
  if (metadata["name"] != name) {
    throw bad_request(fmt::format("the name of the object ({}) does not match the name on the URL ({})",
                                  metadata["name"].get<std::string>(), name));
  }
  if (metadata.contains("uid") && metadata["uid"] != before["metadata"]["uid"]) {
    throw conflict(kind.qualified(), name,
                   fmt::format("Precondition failed: UID in precondition: {}, UID in object meta: {}",
                               metadata["uid"].get<std::string>(), before["metadata"]["uid"].get<std::string>()));
  }
  const auto version = metadata.find("resourceVersion");
  if (version == metadata.end() || *version == "" || *version == before["metadata"]["resourceVersion"]) return;
  throw conflict(kind.qualified(), name,
                 "the object has been modified; please apply your changes to the latest version and try again");
}

}  // namespace

json sent_object(const LiveSimulation& simulation, const Request& request, const json& before, const Resource& kind) {
  if (request.method != "PATCH") return api::to_json(body_of(request));
  const bool shows_managers = mentions_managers(request);
  return patched_object(request, shows_managers ? with_managers(simulation, kind.name, before) : before, kind);
}

json changed_object(const LiveSimulation& simulation, const Request& request, const Target& target,
                    const RequestInfo& info, const json& before) {
  const Resource& kind = *info.kind;
  json after;
  if (is_apply(request)) {
    after = applied_object(simulation.owners(), before, applied_config(request, target, info), target, info);
  } else {
    after = sent_object(simulation, request, before, kind);
  }
  if (!after.is_object() || !after.contains("metadata") || !after["metadata"].is_object()) {
    throw bad_request(fmt::format("the patched object must be of kind {}", kind.kind));
  }
  take_managers(after);
  check_version(before, after, kind);
  check_object_size(after);
  return after;
}

}  // namespace podreel::serve
