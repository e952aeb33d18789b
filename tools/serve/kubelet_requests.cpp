#include "tools/serve/kubelet_requests.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "tools/serve/changed_object.hpp"
#include "tools/serve/cluster_requests.hpp"
#include "tools/serve/delete_options.hpp"
#include "tools/serve/object_check.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/request_body.hpp"
#include "tools/serve/request_info.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

bool is_change(const Request& request) {
  return request.method == "PUT" || request.method == "PATCH";
}

/// Returns whether the kubelet itself creates objects of the resource.
bool is_own(std::string_view resource) {
  return resource == "nodes" || resource == "csinodes" || resource == "events" || resource == "leases";
}

/// Records the write of an event, with the time at which it reached the server. The event itself was before the
/// kubelet's spam filter.
void record_event_write(LiveSimulation& simulation, const json& event, std::string_view op) {
  if (!simulation.has_begun()) return;
  const json about = event.value("involvedObject", json::object());
  const bool is_pod = api::string_member(about, "kind") == "Pod";
  const std::string pod = api::string_member(about, "namespace") + '/' + api::string_member(about, "name");
  std::optional<std::string> field_path;
  if (const std::string path = api::string_member(about, "fieldPath"); !path.empty()) field_path = path;
  simulation.node().recorder().record(is_pod ? pod : "",
                                      trace::EventWrite{.op = std::string{op},
                                                        .type = api::string_member(event, "type"),
                                                        .reason = api::string_member(event, "reason"),
                                                        .message = api::string_member(event, "message"),
                                                        .field_path = field_path,
                                                        .count = event.value("count", 1U)});
}

Response store(LiveSimulation& simulation, const Request& request, const RequestInfo& info, json object,
               unsigned status) {
  simulation.api().store().put(info.id(), std::move(object));
  return object_response(simulation, request, info, existing(simulation, info), status);
}

Response create_own(LiveSimulation& simulation, const Request& request, RequestInfo info) {
  json object = api::to_json(body_of(request));
  const json status = object.value("status", json{});
  prepare_new(simulation, info, object);
  if (!status.is_null()) object["status"] = status;
  if (info.kind->name == "nodes") simulation.mark_registered(object);
  info.name = object["metadata"]["name"];
  if (simulation.objects().find(info.kind->name, info.key()) != nullptr) {
    throw already_exists(info.kind->qualified(), info.name);
  }
  const std::string resource{info.kind->name};
  object["metadata"]["uid"] = simulation.api().new_uid(resource, object);
  object["metadata"]["creationTimestamp"] = simulation.api().timestamp();
  if (resource == "events") record_event_write(simulation, object, "create");
  return store(simulation, request, info, std::move(object), 201);
}

Response update_own(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const json before = *existing(simulation, info).json;
  json after = changed_object(simulation, request, target, info, before);
  for (const char* field : {"uid", "creationTimestamp"}) after["metadata"][field] = before["metadata"][field];
  if (info.kind->name == "events") record_event_write(simulation, after, "patch");
  return store(simulation, request, info, std::move(after), 200);
}

Response update_pod_status(LiveSimulation& simulation, const Request& request, const Target& target,
                           const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  json after = changed_object(simulation, request, target, info, *before.json);
  json& status = after["status"];
  const memory::Text& uid = before.pod->metadata.uid;
  simulation.kubelet_statuses().write(uid, status);
  static_cast<void>(
      simulation.node().api_server().patch_pod_status(uid, api::pod_status_from_json(status), trace::Explanation{}));
  return get_object(simulation, request, info);
}

/// Deletes a pod that its kubelet has terminated (grace 0), or a mirror pod whose file was removed.
Response end_pod(LiveSimulation& simulation, const Request& request, const Target& target, const RequestInfo& info) {
  const apiserver::StoredObject before = existing(simulation, info);
  const DeleteOptions options = delete_options(api::to_json(body_of(request)), target);
  check_preconditions(options, *before.json, info);
  if (options.grace == 0) {
    simulation.node().api_server().delete_pod(before.pod->metadata.uid);
  } else {
    simulation.api().delete_pod(info.key(), options.grace);
  }
  const apiserver::StoredObject* after = simulation.objects().find("pods", info.key());
  return object_response(simulation, request, info, after != nullptr ? *after : before);
}

/// Creates the mirror of a static pod, which the kubelet has bound to its node.
Response create_mirror(LiveSimulation& simulation, const Request& request, RequestInfo info) {
  json object = api::to_json(body_of(request));
  prepare_new(simulation, info, object);
  info.name = object["metadata"]["name"];
  if (simulation.objects().find("pods", info.key()) != nullptr) throw already_exists("pods", info.name);
  api::Pod mirror = api::pod_from_json(object);
  if (!mirror.is_mirror()) throw StatusError{403, "Forbidden", "a kubelet creates only mirrors of static pods"};
  json spec = object["spec"];
  mirror.spec = std::make_shared<const api::PodSpec>(api::pod_spec_from_json(
      std::make_shared<const json>(simulation.node().api_server().specs().defaulted(std::move(spec)))));
  simulation.node().api_server().create_mirror(std::move(mirror));
  return object_response(simulation, request, info, existing(simulation, info), 201);
}

/// Answers a POST of an authentication.k8s.io/v1.TokenRequest; tokens are never checked.
Response issue_token(const LiveSimulation& simulation, const Request& request) {
  constexpr std::int64_t usual_seconds = 3600;
  json info = api::to_json(body_of(request));
  if (!info.is_object()) throw bad_request("the body of the request must be of kind TokenRequest");
  json& spec = info["spec"];
  const std::int64_t seconds = spec.is_object() ? spec.value("expirationSeconds", usual_seconds) : usual_seconds;
  const sim::Time expires = simulation.now() + std::chrono::seconds{std::clamp<std::int64_t>(seconds, 1, 1L << 32)};
  info["status"] = {{"token", "podreel"}, {"expirationTimestamp", api::format_timestamp(expires)}};
  return json_response(info, 201);
}

bool is_token_request(const Target& target) {
  const std::vector<std::string>& path = target.path;
  constexpr std::size_t parts = 7;
  return path.size() == parts && path[2] == "namespaces" && path[4] == "serviceaccounts" && path[6] == "token";
}

}  // namespace

Response answer_kubelet(LiveSimulation& simulation, const Request& request, const Target& target) {
  if (!simulation.node().api_server().is_reachable()) {
    throw StatusError{503, "ServiceUnavailable", "the simulated API server cannot be reached"};
  }
  const bool creates = request.method == "POST";
  if (creates && is_token_request(target)) return issue_token(simulation, request);
  const RequestInfo info = parse_request_info(target.path);
  const std::string_view resource = info.kind->name;
  if (is_own(resource)) {
    if (creates && info.name.empty()) return create_own(simulation, request, info);
    if (is_change(request) && !info.name.empty()) return update_own(simulation, request, target, info);
  }
  if (resource == "pods") {
    if (creates && info.name.empty()) return create_mirror(simulation, request, info);
    if (info.subresource == "status" && is_change(request)) {
      return update_pod_status(simulation, request, target, info);
    }
    if (request.method == "DELETE" && !info.name.empty()) return end_pod(simulation, request, target, info);
  }
  return answer_of_cluster(simulation, request, target);
}

std::string ready_node(const LiveSimulation& simulation) {
  for (const auto& [name, node] : simulation.objects().all("nodes")) {
    bool is_ready = false;
    api::for_each_item(node.json->value("status", json::object()), "conditions", [&is_ready](const json& condition) {
      is_ready = is_ready || (api::string_member(condition, "type") == "Ready" &&
                              api::string_member(condition, "status") == "True");
    });
    if (is_ready) return name;
  }
  return {};
}

api::ResourceList allocatable_of(const LiveSimulation& simulation, const std::string& node) {
  api::ResourceList allocatable;
  const apiserver::StoredObject* found = simulation.objects().find("nodes", node);
  if (found == nullptr) return allocatable;
  const json* reported = api::find_member(api::find_member(*found->json, "status"), "allocatable");
  if (reported == nullptr) return allocatable;
  for (const auto& [resource, amount] : reported->items()) {
    if (amount.is_string()) allocatable.emplace(resource, amount.get<std::string>());
  }
  return allocatable;
}

}  // namespace podreel::serve
