#include "tools/serve/pod_requests.hpp"

#include <fmt/format.h>

#include "engine/api/json_member.hpp"
#include "engine/apiserver/pod_creation_rules.hpp"
#include "tools/serve/container_log.hpp"
#include "tools/serve/delete_options.hpp"
#include "tools/serve/object_check.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/object_size.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

using nlohmann::json;

namespace {

/// Returns a valid pod in its stored form.
json stored_form(const LiveSimulation& simulation, json pod) {
  pod["spec"] = simulation.api().pods().specs().defaulted(std::move(pod["spec"]));
  pod["metadata"]["creationTimestamp"] = simulation.api().timestamp();
  pod["status"] = {{"phase", "Pending"}, {"qosClass", api::qos_class(*api::pod_from_json(pod).spec)}};
  return pod;
}

/// Throws the refusals that depend on the server's release and feature gates.
void check_new_pod(const LiveSimulation& simulation, const json& pod, const std::string& name) {
  const apiserver::StoredSpecs& specs = simulation.api().pods().specs();
  std::vector<Cause> causes;
  for (const std::string& refusal :
       apiserver::find_creation_refusals(specs.defaulted(pod.at("spec")), specs.release())) {
    causes.push_back(cause_of(refusal));
  }
  if (!causes.empty()) throw invalid({"Pod"}, name, causes);
}

}  // namespace

Response create_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  json pod = api::to_json(body_of(request));
  prepare_new(simulation, info, pod);
  const std::string name = pod["metadata"]["name"];
  check_pod(pod, name, takes_unknown_fields(target));
  check_new_pod(simulation, pod, name);
  check_object_size(pod);
  const std::string key = cluster::key_of(pod);
  if (simulation.objects().find("pods", key) != nullptr) throw already_exists("pods", name);
  constexpr std::size_t max_pods = cluster::ClusterApi::max_pods;
  if (simulation.objects().all("pods").size() >= max_pods) {
    throw StatusError{429, "TooManyRequests",
                      fmt::format("found {} pods, the maximum number of simulated pods", max_pods)};
  }
  if (is_dry_run(target)) return json_response(stored_form(simulation, std::move(pod)), 201);
  simulation.api().create_pod(std::move(pod));
  const apiserver::StoredObject* created = simulation.objects().find("pods", key);
  if (created == nullptr) throw StatusError{500, "InternalError", "the pod was not created"};
  RequestInfo created_info = info;
  created_info.name = name;
  remember_owner(simulation, request, target, created_info, nullptr);
  return object_response(simulation, request, info, *created, 201);
}

Response delete_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  const DeleteOptions options = delete_options(api::to_json(body_of(request)), target);
  check_preconditions(options, *before.json, info);
  if (!options.is_dry_run) simulation.api().delete_pod(info.key(), options.grace);
  const apiserver::StoredObject* after = simulation.objects().find("pods", info.key());
  return object_response(simulation, request, info, after != nullptr ? *after : before);
}

Response evict_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  const json body = api::to_json(body_of(request));
  const DeleteOptions options =
      delete_options(body.is_object() ? body.value("deleteOptions", json::object()) : json{}, target);
  check_preconditions(options, *before.json, info);
  if (const auto refusal = simulation.cluster().disruption().evict(info.key(), options.is_dry_run)) {
    if (!refusal->is_temporary) throw StatusError{500, "InternalError", refusal->message};
    throw too_many_requests(refusal->message, {{"DisruptionBudget", refusal->cause}});
  }
  if (!options.is_dry_run) simulation.api().delete_pod(info.key(), options.grace);
  return json_response(success(), 201);
}

void refuse_connection(const LiveSimulation& simulation, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject pod = existing(simulation, info);
  const bool is_of_container = info.subresource == "exec" || info.subresource == "attach";
  if (is_of_container) static_cast<void>(meant_container(*pod.json, target, info.name));
  throw StatusError{501, "NotImplemented",
                    fmt::format("pods/{} \"{}\": simulated containers run no processes, so you cannot connect to them",
                                info.subresource, info.name)};
}

/// Binds a pod to a node (pkg/registry/core/pod/storage/storage.go, BindingREST).
Response bind_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  const json binding = api::to_json(body_of(request));
  const json* node = api::find_member(binding, "target");
  const std::string kind = node == nullptr ? std::string{} : api::string_member(*node, "kind");
  const std::string name = node == nullptr ? std::string{} : api::string_member(*node, "name");
  if (name.empty()) throw invalid({"Binding"}, info.name, {{"target.name", "Required value"}});
  if (!kind.empty() && kind != "Node") {
    throw invalid(
        {"Binding"}, info.name,
        {{"target.kind", fmt::format("Unsupported value: \"{}\": supported values: \"Node\", \"<empty>\"", kind)}});
  }
  const std::string bound_to = api::string_member((*before.json)["spec"], "nodeName");
  const auto refuse = [&info](const std::string& why) { return conflict("pods/binding", info.name, why); };
  if (before.pod->metadata.deletion_timestamp) {
    throw refuse(fmt::format("pod {} is being deleted, cannot be assigned to a host", info.name));
  }
  if (!bound_to.empty()) {
    throw refuse(fmt::format("pod {} is already assigned to node \"{}\"", info.name, bound_to));
  }
  // A real server accepts any node name; here only one node exists.
  if (name != simulation.node().node_name()) throw not_found("nodes", name);
  if (!is_dry_run(target)) simulation.node().api_server().bind(info.key());
  return json_response(success(), 201);
}

}  // namespace podreel::serve
