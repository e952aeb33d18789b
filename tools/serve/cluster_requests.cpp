#include "tools/serve/cluster_requests.hpp"

#include <string_view>

#include "tools/serve/access_reviews.hpp"
#include "tools/serve/container_log.hpp"
#include "tools/serve/node_update.hpp"
#include "tools/serve/object_list.hpp"
#include "tools/serve/object_requests.hpp"
#include "tools/serve/pod_requests.hpp"
#include "tools/serve/request_info.hpp"
#include "tools/serve/server_side_apply.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

bool is_update(const Request& request) {
  return request.method == "PUT" || request.method == "PATCH";
}

/// Creates the object of an apply if it does not exist.
Response create_by_apply(LiveSimulation& simulation, const Request& request, const Target& target,
                         const RequestInfo& info) {
  nlohmann::json config = applied_config(request, target, info);
  config["metadata"]["name"] = info.name;
  Request creation = request;
  creation.method = "POST";
  creation.content_type = "application/json";
  creation.body = json_text(config);
  RequestInfo list = info;
  list.name.clear();
  Response response = info.kind->name == "pods" ? create_pod(simulation, creation, target, list)
                                                : create_object(simulation, creation, target, list);
  if (is_dry_run(target)) return response;
  simulation.owners().forget(info.id());
  remember_owner(simulation, request, target, info, nullptr);
  return object_response(simulation, request, info, existing(simulation, info), 201);
}

Response answer_about_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                          const RequestInfo& info) {
  const std::string& sub = info.subresource;
  const bool is_connection = sub == "attach" || sub == "exec" || sub == "portforward" || sub == "proxy";
  if (is_connection) refuse_connection(simulation, target, info);
  if (sub == "binding") return bind_pod(simulation, request, target, info);
  if (sub == "eviction") return evict_pod(simulation, request, target, info);
  if (sub == "log") return answer_about_log(simulation, target, info);
  if (is_update(request)) return update_pod(simulation, request, target, info);
  if (request.method == "DELETE") return delete_pod(simulation, request, target, info);
  return get_object(simulation, request, info);
}

Response answer_about_object(LiveSimulation& simulation, const Request& request, const Target& target,
                             const RequestInfo& info) {
  if (info.kind->name == "pods") return answer_about_pod(simulation, request, target, info);
  if (info.subresource == "scale") return answer_about_scale(simulation, request, target, info);
  if (info.kind->name == "nodes" && is_update(request)) return update_node(simulation, request, target, info);
  if (is_update(request)) return update_object(simulation, request, target, info);
  if (request.method == "DELETE") return delete_object(simulation, request, target, info);
  return get_object(simulation, request, info);
}

/// Returns discovery's verb of a request.
std::string_view verb_of(const Request& request) {
  if (request.method == "POST") return "create";
  if (request.method == "PUT") return "update";
  if (request.method == "PATCH") return "patch";
  if (request.method == "DELETE") return "delete";
  return request.method == "GET" ? "get" : "";
}

}  // namespace

Response answer_of_cluster(LiveSimulation& simulation, const Request& request, const Target& target) {
  const RequestInfo info = parse_request_info(target.path);
  if (!simulation.node().api_server().is_up()) {
    throw StatusError{503, "ServiceUnavailable", "the simulated API server is down"};
  }
  if (info.kind->is_of_kubelets && !simulation.has_outside_kubelet()) throw no_such_path();
  const Subresource* sub = info.kind->subresource(info.subresource);
  const std::string_view verb = verb_of(request);
  const bool is_known = !verb.empty() && has_verb(sub != nullptr ? sub->verbs : info.kind->verbs, verb);
  const bool is_of_list = info.name.empty() && (verb == "get" || verb == "create");
  const bool is_of_object = !info.name.empty() && (verb != "create" || sub != nullptr);
  if (!is_known || !(is_of_list || is_of_object)) throw method_not_allowed();
  if (is_of_object) {
    if (verb == "get" && target.flag("watch")) return watch_objects(simulation, request, target, info);
    const bool is_new = info.subresource.empty() && is_apply(request) && has_verb(info.kind->verbs, "create") &&
                        simulation.objects().find(info.kind->name, info.key()) == nullptr;
    if (is_new) return create_by_apply(simulation, request, target, info);
    return answer_about_object(simulation, request, target, info);
  }
  if (is_access_review(*info.kind)) return answer_access_review(request, info);
  if (verb == "get") return list_objects(simulation, request, target, info);
  if (info.kind->is_namespaced && info.name_space.empty()) throw method_not_allowed();
  return info.kind->name == "pods" ? create_pod(simulation, request, target, info)
                                   : create_object(simulation, request, target, info);
}

}  // namespace podreel::serve
