#include "tools/server/handler.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "tools/server/discovery.hpp"
#include "tools/server/object_table.hpp"
#include "tools/server/pod_requests.hpp"
#include "tools/server/simulation_api.hpp"
#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

/// /api/v1/nodes/NAME, /api/v1/namespaces/NAMESPACE/pods/NAME/SUBRESOURCE …
AskedObject asked_object(const std::vector<std::string>& path) {
  AskedObject asked;
  std::size_t at = 2;
  if (path.size() > 4 && path[2] == "namespaces") {
    asked.name_space = path[3];
    at = 4;
  }
  if (at < path.size()) asked.resource = path[at];
  if (at + 1 < path.size()) asked.name = path[at + 1];
  if (at + 2 < path.size()) asked.subresource = path[at + 2];
  const bool is_namespaced = asked.resource == "pods" || asked.resource == "events";
  const bool is_known = is_namespaced || asked.resource == "nodes" || asked.resource == "namespaces";
  const bool fits = is_namespaced ? asked.name.empty() || !asked.name_space.empty() : asked.name_space.empty();
  if (path[1] != "v1" || !is_known || !fits || path.size() > at + 3) throw no_such_path();
  return asked;
}

bool wants_table(const Request& request) {
  return request.accept.find("as=Table") != std::string::npos;
}

std::optional<std::uint64_t> number_of(const Target& target, std::string_view name) {
  const std::string text = target.parameter(name);
  if (text.empty()) return std::nullopt;
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw bad_request(
        fmt::format("{}: Invalid value: \"{}\": strconv.ParseUint: parsing \"{}\": invalid syntax", name, text, text));
  }
  return number;
}

Selector selector_of(const Target& target, const AskedObject& asked) {
  Selector selector;
  selector.in_namespace(asked.name_space);
  selector.add_fields(target.parameter("fieldSelector"));
  selector.add_labels(target.parameter("labelSelector"));
  return selector;
}

Response watch(const Request& request, const Target& target, const AskedObject& asked) {
  Watch wanted{.resource = asked.resource,
               .selector = selector_of(target, asked),
               .as_table = wants_table(request),
               .bookmarks = target.flag("allowWatchBookmarks"),
               .version = number_of(target, "resourceVersion")};
  if (wanted.version == 0) wanted.version.reset();
  if (const auto seconds = number_of(target, "timeoutSeconds"); seconds && *seconds > 0) {
    constexpr std::uint64_t longest = 3600;
    wanted.timeout_seconds = static_cast<std::int64_t>(std::min(*seconds, longest));
  }
  return {.watch = std::move(wanted)};
}

Response list(LiveSimulation& simulation, const Request& request, const Target& target, const AskedObject& asked) {
  if (target.flag("watch")) return watch(request, target, asked);
  const Selector selector = selector_of(target, asked);
  const std::uint64_t version = simulation.objects().version();
  std::vector<LoggedObject> found;
  for (const auto& [key, object] : simulation.objects().all(asked.resource)) {
    if (selector.matches(*object.json)) found.push_back(object);
  }
  if (wants_table(request)) return json_response(table_of(asked.resource, found, simulation.now(), version));
  json items = json::array();
  for (const LoggedObject& object : found) items.push_back(*object.json);
  std::string kind = asked.resource == "pods" ? "PodList" : asked.resource == "nodes" ? "NodeList" : "EventList";
  if (asked.resource == "namespaces") kind = "NamespaceList";
  return json_response({{"kind", kind},
                        {"apiVersion", "v1"},
                        {"metadata", {{"resourceVersion", std::to_string(version)}}},
                        {"items", std::move(items)}});
}

Response get(LiveSimulation& simulation, const Request& request, const AskedObject& asked) {
  const LoggedObject* found = simulation.objects().find(asked.resource, asked.key());
  if (found == nullptr) throw not_found(asked.resource, asked.name);
  if (wants_table(request)) {
    return json_response(table_of(asked.resource, {found, 1}, simulation.now(), simulation.objects().version()));
  }
  return json_response(*found->json);
}

/// Scripts say when containers end, and not what they print.
Response log(LiveSimulation& simulation, const AskedObject& asked) {
  if (simulation.objects().find("pods", asked.key()) == nullptr) throw not_found("pods", asked.name);
  return {.content_type = "text/plain", .warning = "the containers of a simulation print nothing"};
}

Response answer_about_pod(LiveSimulation& simulation, const Request& request, const Target& target,
                          const AskedObject& asked) {
  const std::string& sub = asked.subresource;
  if (sub.empty() && request.method == "DELETE") return delete_pod(simulation, request, target, asked);
  if ((sub.empty() || sub == "ephemeralcontainers") && request.method == "PATCH") {
    return patch_pod(simulation, request, target, asked);
  }
  if (sub == "eviction" && request.method == "POST") return evict_pod(simulation, request, asked);
  if (sub == "log" && request.method == "GET") return log(simulation, asked);
  const bool is_object = sub.empty() || sub == "status" || sub == "ephemeralcontainers";
  if (is_object && request.method == "GET") return get(simulation, request, asked);
  throw is_object || sub == "eviction" || sub == "log" ? method_not_allowed() : no_such_path();
}

Response answer_of_core(LiveSimulation& simulation, const Request& request, const Target& target) {
  const AskedObject asked = asked_object(target.path);
  if (!simulation.node().api_server().is_up()) {
    throw StatusError{503, "ServiceUnavailable", "the simulated API server is down"};
  }
  if (asked.resource == "pods" && !asked.name.empty()) return answer_about_pod(simulation, request, target, asked);
  if (!asked.subresource.empty()) throw no_such_path();
  if (asked.resource == "pods" && request.method == "POST" && !asked.name_space.empty()) {
    return create_pod(simulation, request, target, asked);
  }
  if (request.method != "GET") throw method_not_allowed();
  return asked.name.empty() ? list(simulation, request, target, asked) : get(simulation, request, asked);
}

Response answered(Session& session, const Request& request) {
  if (request.body.size() > most_body_bytes) throw too_large(most_body_bytes);
  const auto target = parse_target(request.target);
  if (!target) throw bad_request("the path of the request is malformed");
  if (!target->path.empty() && target->path.front() == "podreel") {
    return answer_about_simulation(session, request, *target);
  }
  if (auto response = discover(session.simulation, *target)) {
    if (request.method != "GET") throw method_not_allowed();
    return *std::move(response);
  }
  if (target->path.size() < 3 || target->path.front() != "api") throw no_such_path();
  return answer_of_core(session.simulation, request, *target);
}

}  // namespace

Response answer(Session& session, const Request& request) {
  try {
    return answered(session, request);
  } catch (const StatusError& error) {
    return error.response();
  } catch (const json::exception& error) {
    return bad_request(fmt::format("a field of the request is of another type: {}", error.what())).response();
  }
}

bool is_addressed(std::string_view host, std::string_view origin, bool is_remote) {
  if (!origin.empty() && origin != fmt::format("http://{}", host)) return false;
  if (is_remote) return true;
  const std::size_t colon = host.rfind(':');
  const std::string_view name = host.ends_with(']') ? host : host.substr(0, colon);
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

}  // namespace podreel::server
