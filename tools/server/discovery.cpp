#include "tools/server/discovery.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/server/status_error.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

json version_of(const LiveSimulation& simulation) {
  const std::string release = release::to_string(language::api_server_release(simulation.scenario().node));
  const std::string minor = release.substr(2, release.find('.', 2) - 2);
  return {{"major", "1"},           {"minor", minor},          {"gitVersion", "v" + release},
          {"gitCommit", "podreel"}, {"gitTreeState", "clean"}, {"buildDate", "2024-01-01T00:00:00Z"},
          {"goVersion", ""},        {"compiler", ""},          {"platform", "linux/amd64"}};
}

json resource(std::string_view name, std::string_view kind, bool namespaced, json verbs, json short_names) {
  json result{
      {"name", name}, {"singularName", ""}, {"kind", kind}, {"namespaced", namespaced}, {"verbs", std::move(verbs)}};
  if (!short_names.empty()) result["shortNames"] = std::move(short_names);
  return result;
}

json core_resources() {
  json eviction = resource("pods/eviction", "Eviction", true, {"create"}, {});
  eviction["group"] = "policy";
  eviction["version"] = "v1";
  json pods = resource("pods", "Pod", true, {"create", "delete", "get", "list", "patch", "watch"}, {"po"});
  pods["categories"] = {"all"};
  return {{"kind", "APIResourceList"},
          {"apiVersion", "v1"},
          {"groupVersion", "v1"},
          {"resources",
           {resource("events", "Event", true, {"get", "list", "watch"}, {"ev"}),
            resource("namespaces", "Namespace", false, {"get", "list", "watch"}, {"ns"}),
            resource("nodes", "Node", false, {"get", "list", "watch"}, {"no"}), std::move(pods),
            resource("pods/ephemeralcontainers", "Pod", true, {"get", "patch"}, {}), std::move(eviction),
            resource("pods/log", "Pod", true, {"get"}, {}), resource("pods/status", "Pod", true, {"get"}, {})}}};
}

json policy_group() {
  const json v1{{"groupVersion", "policy/v1"}, {"version", "v1"}};
  const json v1beta1{{"groupVersion", "policy/v1beta1"}, {"version", "v1beta1"}};
  return {{"name", "policy"}, {"versions", {v1, v1beta1}}, {"preferredVersion", v1}};
}

/// A field of a protocol buffer that has a length.
std::string field(char number, std::string_view content) {
  constexpr int has_length = 2;
  return std::string{static_cast<char>(number << 3 | has_length), static_cast<char>(content.size())} +
         std::string{content};
}

/// A gnostic openapi.v2.Document that describes nothing, so that kubectl leaves checking to the server.
std::string openapi_document() {
  return field(1, "2.0") + field(2, field(1, "podreel") + field(2, "v1")) + field(8, "");
}

}  // namespace

std::optional<Response> discover(const LiveSimulation& simulation, const Target& target) {
  const std::vector<std::string>& path = target.path;
  const auto is = [&path](std::initializer_list<std::string_view> parts) { return std::ranges::equal(path, parts); };
  if (is({"version"})) return json_response(version_of(simulation));
  if (is({"healthz"}) || is({"livez"}) || is({"readyz"})) return Response{.content_type = "text/plain", .body = "ok"};
  if (is({"api"})) return json_response({{"kind", "APIVersions"}, {"versions", {"v1"}}});
  if (is({"api", "v1"})) return json_response(core_resources());
  if (is({"apis"})) {
    return json_response({{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", json::array({policy_group()})}});
  }
  if (is({"apis", "policy"})) return json_response(policy_group());
  if (is({"apis", "policy", "v1"}) || is({"apis", "policy", "v1beta1"})) {
    return json_response({{"kind", "APIResourceList"},
                          {"apiVersion", "v1"},
                          {"groupVersion", "policy/" + path[2]},
                          {"resources", json::array()}});
  }
  if (is({"openapi", "v2"})) {
    return Response{.content_type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
                    .body = openapi_document()};
  }
  if (is({"openapi", "v3"})) return json_response({{"paths", json::object()}});
  return std::nullopt;
}

}  // namespace podreel::server
