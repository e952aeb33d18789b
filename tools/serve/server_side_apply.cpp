#include "tools/serve/server_side_apply.hpp"

#include <fmt/format.h>
#include <map>

#include "engine/api/json_member.hpp"
#include "tools/serve/changed_object.hpp"
#include "tools/serve/managed_fields.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

/// Formats a manager as printManager does (apiserver, managedfields/internal/conflict.go).
std::string title(const FieldManager& manager, const RequestInfo& info) {
  std::string text = fmt::format("\"{}\"", manager.name);
  if (!manager.subresource.empty()) text += fmt::format(" with subresource \"{}\"", manager.subresource);
  return manager.applies ? text : fmt::format("{} using {}", text, info.kind->group_version());
}

StatusError apply_conflict(const std::vector<FieldOwners::Conflict>& conflicts, const RequestInfo& info) {
  json causes = json::array();
  std::map<std::string, std::string> fields_by_manager;
  for (const FieldOwners::Conflict& conflict : conflicts) {
    const std::string manager = title(conflict.manager, info);
    const std::string field = to_string(conflict.field);
    causes.push_back({{"reason", "FieldManagerConflict"}, {"message", "conflict with " + manager}, {"field", field}});
    fields_by_manager[manager] += "\n- " + field;
  }
  std::string message = fmt::format("Apply failed with {} conflicts: ", conflicts.size());
  if (conflicts.size() == 1) {
    message = fmt::format("Apply failed with 1 conflict: conflict with {}: {}", title(conflicts[0].manager, info),
                          to_string(conflicts[0].field));
  } else {
    bool is_first = true;
    for (const auto& [manager, fields] : fields_by_manager) {
      message += fmt::format("{}conflicts with {}:{}", is_first ? "" : "\n", manager, fields);
      is_first = false;
    }
  }
  return {409, "Conflict", message, {{"causes", std::move(causes)}}};
}

}  // namespace

bool is_apply(const Request& request) {
  return request.method == "PATCH" && media_type(request) == "application/apply-patch+yaml";
}

FieldManager manager_of(const Request& request, const Target& target, const RequestInfo& info) {
  FieldManager manager{.name = target.parameter("fieldManager"), .applies = is_apply(request)};
  manager.subresource = info.subresource;
  if (manager.name.empty()) manager.name = manager_of_agent(request.user_agent);
  if (manager.name.empty()) manager.name = "unknown";
  return manager;
}

json applied_config(const Request& request, const Target& target, const RequestInfo& info) {
  if (target.parameter("fieldManager").empty()) {
    throw StatusError{422, "Invalid",
                      "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply "
                      "patch"};
  }
  json config = api::to_json(body_of(request, true));
  if (!config.is_object()) throw bad_request("the body of the request must be an object");
  if (!config.contains("metadata") || !config["metadata"].is_object()) config["metadata"] = json::object();
  if (config["metadata"].contains("managedFields")) {
    throw bad_request("metadata.managedFields must be nil");
  }
  const std::string version = api::string_member(config, "apiVersion");
  if (version != info.kind->group_version() || api::string_member(config, "kind") != info.kind->kind) {
    throw bad_request(fmt::format("found a configuration of {}, {}; accepted: {}, {}", version,
                                  api::string_member(config, "kind"), info.kind->group_version(), info.kind->kind));
  }
  return config;
}

json applied_object(const FieldOwners& owners, const json& live, const json& config, const Target& target,
                    const RequestInfo& info) {
  const FieldManager manager{target.parameter("fieldManager"), true, info.subresource};
  const auto conflicts = owners.conflicts(info.id(), live, config, manager);
  if (!conflicts.empty() && !target.flag("force")) throw apply_conflict(conflicts, info);
  return owners.applied(info.id(), live, config, manager);
}

namespace {

/// Records what the manager has changed, and what its request says of managers.
void update_owners(LiveSimulation& simulation, const Request& request, const RequestInfo& info, const json& before,
                   const FieldManager& manager) {
  const apiserver::ObjectId id = info.id();
  FieldOwners& owners = simulation.owners();
  if (info.subresource.empty() && mentions_managers(request)) {
    json sent = sent_object(simulation, request, before, *info.kind);
    owners.replace(id, take_managers(sent));
  }
  json was = empty_object(info.kind->kind);
  was.merge_patch(before.is_null() ? json::object() : before);
  const json& after = *simulation.objects().find(id.resource, id.key)->json;
  owners.update(id, was, after, manager, simulation.api().timestamp());
}

std::string version_of(const json& object) {
  return api::string_member(object.at("metadata"), "resourceVersion");
}

}  // namespace

void remember_owner(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info,
                    const json& before) {
  const apiserver::ObjectId id = info.id();
  const apiserver::StoredObject* after = simulation.objects().find(id.resource, id.key);
  if (after == nullptr) return;
  const FieldManager manager = manager_of(request, target, info);
  FieldOwners& owners = simulation.owners();
  const std::string group_version = info.kind->group_version();
  const json managers = owners.managed_fields(id, group_version);
  if (manager.applies) {
    owners.apply(id, before, applied_config(request, target, info), manager, simulation.api().timestamp());
  } else {
    update_owners(simulation, request, info, before, manager);
  }
  const bool has_version = before.is_null() || version_of(before) != version_of(*after->json);
  if (!has_version && owners.managed_fields(id, group_version) != managers) simulation.api().store().touch(id);
}

}  // namespace podreel::serve
