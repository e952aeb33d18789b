#include "tools/serve/object_requests.hpp"

#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/namespaces.hpp"
#include "scenarios/cluster/service_addresses.hpp"
#include "scenarios/cluster/workload_defaults.hpp"
#include "tools/serve/changed_object.hpp"
#include "tools/serve/delete_options.hpp"
#include "tools/serve/object_check.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/selector_text.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

apiserver::StoredObject as_logged(json object) {
  return {std::make_shared<const json>(std::move(object)), nullptr};
}

json scale_of(const json& object) {
  const json& metadata = object["metadata"];
  json kept{{"name", metadata["name"]},
            {"namespace", metadata["namespace"]},
            {"uid", metadata["uid"]},
            {"resourceVersion", metadata["resourceVersion"]},
            {"creationTimestamp", metadata["creationTimestamp"]}};
  const json status = object.value("status", json::object());
  return {
      {"kind", "Scale"},
      {"apiVersion", "autoscaling/v1"},
      {"metadata", std::move(kept)},
      {"spec", {{"replicas", object["spec"].value("replicas", 0)}}},
      {"status", {{"replicas", status.value("replicas", 0)}, {"selector", selector_text(object["spec"]["selector"])}}}};
}

/// Adds the defaults of a job, which need its UID.
void complete_job(LiveSimulation& simulation, const RequestInfo& info, json& job) {
  if (!job.contains("spec") || !job["spec"].is_object()) return;
  job["metadata"]["uid"] = simulation.api().new_uid(info.id().resource, job);
  cluster::generate_job_selector(job);
}

/// Sets the fields of a Service that its cluster assigns. `before` is the object that it replaces, or null.
void settle_service(const LiveSimulation& simulation, const RequestInfo& info, json& service, const json& before) {
  if (info.kind->name != "services") return;
  std::vector<Cause> causes;
  for (const std::string& wrong : simulation.cluster().service_addresses().allocate(service, before)) {
    causes.push_back(cause_of(wrong));
  }
  if (!causes.empty()) throw invalid(kind_of(*info.kind), service["metadata"].value("name", ""), causes);
  if (before.is_null()) service["status"] = {{"loadBalancer", json::object()}};
}

/// Rejects the deletion of protected namespaces (plugin/pkg/admission/namespace/lifecycle).
void check_deletable(const RequestInfo& info) {
  if (info.kind->name != "namespaces") return;
  for (const char* immortal : {"default", "kube-public", "kube-system"}) {
    if (info.name == immortal) throw object_forbidden("namespaces", info.name, "this namespace may not be deleted");
  }
}

}  // namespace

Response create_object(LiveSimulation& simulation, const Request& request, const Target& target,
                       const RequestInfo& info) {
  json object = api::to_json(body_of(request));
  prepare_new(simulation, info, object);
  const std::string name = object["metadata"]["name"];
  if (info.kind->name == "jobs") complete_job(simulation, info, object);
  check_object(simulation, *info.kind, object, nullptr, takes_unknown_fields(target));
  check_object_size(object);
  if (info.kind->name == "namespaces") object = cluster::active_namespace(std::move(object), name);
  const std::string resource{info.kind->name};
  const std::string key = cluster::key_of(object);
  if (simulation.objects().find(resource, key) != nullptr) throw already_exists(info.kind->qualified(), name);
  settle_service(simulation, info, object, nullptr);
  constexpr std::size_t max_objects = cluster::ClusterApi::max_objects;
  if (simulation.objects().all(resource).size() >= max_objects) {
    throw StatusError{429, "TooManyRequests",
                      fmt::format("found {} {}, the maximum number of stored objects", max_objects, resource)};
  }
  if (is_dry_run(target)) {
    object["metadata"]["creationTimestamp"] = simulation.api().timestamp();
    return object_response(simulation, request, info, as_logged(std::move(object)), 201);
  }
  simulation.api().create(resource, std::move(object));
  RequestInfo created = info;
  created.name = name;
  remember_owner(simulation, request, target, created, nullptr);
  return object_response(simulation, request, info, *simulation.objects().find(resource, key), 201);
}

Response update_object(LiveSimulation& simulation, const Request& request, const Target& target,
                       const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  json after = changed_object(simulation, request, target, info, *before.json);
  const bool is_status = info.subresource == "status";
  json wanted = *before.json;
  if (is_status) {
    wanted["status"] = after.value("status", json::object());
  } else {
    after["status"] = before.json->value("status", json::object());
    wanted = std::move(after);
    if (!before.json->contains("status")) wanted.erase("status");
  }
  wanted["kind"] = info.kind->kind;
  wanted["apiVersion"] = info.kind->group_version();
  if (info.kind->is_namespaced) wanted["metadata"]["namespace"] = info.name_space;
  if (info.kind->name == "namespaces") wanted["spec"] = (*before.json)["spec"];
  if (info.kind->name == "services" && !is_status) cluster::keep_allocated(wanted, *before.json);
  if (!is_status) {
    check_object(simulation, *info.kind, wanted, *before.json, takes_unknown_fields(target));
    settle_service(simulation, info, wanted, *before.json);
  }
  if (is_dry_run(target)) return object_response(simulation, request, info, as_logged(std::move(wanted)));
  if (is_status) {
    simulation.api().update_status(info.id(), wanted["status"]);
  } else {
    simulation.api().update(info.id(), std::move(wanted));
  }
  remember_owner(simulation, request, target, info, *before.json);
  const apiserver::StoredObject* stored = simulation.objects().find(info.kind->name, info.key());
  return object_response(simulation, request, info, stored != nullptr ? *stored : before);
}

Response delete_object(LiveSimulation& simulation, const Request& request, const Target& target,
                       const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  const DeleteOptions options = delete_options(api::to_json(body_of(request)), target);
  check_preconditions(options, *before.json, info);
  check_deletable(info);
  if (!options.is_dry_run) {
    // Jobs orphan their dependents by default, for compatibility (registry/batch/job/strategy.go).
    const auto by_default =
        info.kind->name == "jobs" ? apiserver::Propagation::orphan : apiserver::Propagation::background;
    simulation.api().remove(info.id(), options.propagation.value_or(by_default));
  }
  if (simulation.objects().find(info.kind->name, info.key()) != nullptr) {
    return get_object(simulation, request, info);
  }
  json details{{"name", info.name}, {"kind", info.kind->name}, {"uid", (*before.json)["metadata"]["uid"]}};
  if (!info.kind->group.empty()) details["group"] = info.kind->group;
  json status = success();
  status["details"] = std::move(details);
  return json_response(status);
}

Response answer_about_scale(LiveSimulation& simulation, const Request& request, const Target& target,
                            const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  if (request.method == "GET") return json_response(scale_of(*before.json));
  const Resource kind{.name = "scales", .kind = "Scale", .group = "autoscaling", .version = "v1"};
  RequestInfo scale_info = info;
  scale_info.kind = &kind;
  const json scale = changed_object(simulation, request, target, scale_info, scale_of(*before.json));
  const json* replicas = scale.contains("spec") ? api::find_member(scale["spec"], "replicas") : nullptr;
  if (replicas != nullptr && !replicas->is_number_integer()) {
    throw undecodable(
        "Scale", "v1",
        fmt::format("json: cannot unmarshal {} into Go struct field ScaleSpec.spec.replicas of type int32",
                    replicas->is_number() ? "number " + replicas->dump() : replicas->type_name()));
  }
  const std::int64_t wanted = replicas == nullptr ? 0 : replicas->get<std::int64_t>();
  constexpr std::int64_t maximum = 2'147'483'647;
  if (wanted < 0 || wanted > maximum) {
    throw invalid({"Scale", "autoscaling"}, info.name,
                  {{"spec.replicas", fmt::format("Invalid value: {}: must be greater than or equal to 0", wanted)}});
  }
  json after = *before.json;
  after["spec"]["replicas"] = wanted;
  if (is_dry_run(target)) return json_response(scale_of(after));
  simulation.api().update(info.id(), std::move(after));
  remember_owner(simulation, request, target, info, *before.json);
  return json_response(scale_of(*existing(simulation, info).json));
}

}  // namespace podreel::serve
