#include "tools/serve/discovery.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/take_word.hpp"
#include "tools/serve/openapi.hpp"
#include "tools/serve/resources.hpp"
#include "tools/serve/status_error.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

json version_of(const LiveSimulation& simulation) {
  const std::string release = release::to_string(simulation.api().pods().specs().release());
  const std::string minor = release.substr(2, release.find('.', 2) - 2);
  return {{"major", "1"},           {"minor", minor},          {"gitVersion", "v" + release},
          {"gitCommit", "podreel"}, {"gitTreeState", "clean"}, {"buildDate", "2024-01-01T00:00:00Z"},
          {"goVersion", ""},        {"compiler", ""},          {"platform", "linux/amd64"}};
}

json described(const Resource& resource) {
  json result{{"name", resource.name},
              {"singularName", resource.singular},
              {"kind", resource.kind},
              {"namespaced", resource.is_namespaced},
              {"verbs", api::split(resource.verbs, ' ')}};
  if (!resource.short_name.empty()) result["shortNames"] = {resource.short_name};
  if (resource.is_of_all) result["categories"] = {"all"};
  return result;
}

json described(const Resource& resource, const Subresource& sub) {
  json result{{"name", fmt::format("{}/{}", resource.name, sub.name)},
              {"singularName", ""},
              {"kind", sub.kind.empty() ? resource.kind : sub.kind},
              {"namespaced", resource.is_namespaced},
              {"verbs", api::split(sub.verbs, ' ')}};
  if (const std::size_t slash = sub.group_version.find('/'); slash != std::string_view::npos) {
    result["group"] = sub.group_version.substr(0, slash);
    result["version"] = sub.group_version.substr(slash + 1);
  }
  return result;
}

json resource_list(const std::string& group_version) {
  json list = json::array();
  for (const Resource& resource : resources()) {
    if (resource.group_version() != group_version) continue;
    list.push_back(described(resource));
    for (const Subresource& sub : resource.subresources) list.push_back(described(resource, sub));
  }
  return {{"kind", "APIResourceList"},
          {"apiVersion", "v1"},
          {"groupVersion", group_version},
          {"resources", std::move(list)}};
}

json group_described(std::string_view group) {
  const json versions{{{"groupVersion", fmt::format("{}/v1", group)}, {"version", "v1"}}};
  return {{"name", group}, {"versions", versions}, {"preferredVersion", versions.front()}};
}

std::vector<std::string_view> groups() {
  std::vector<std::string_view> names;
  for (const Resource& resource : resources()) {
    const bool is_new = !resource.group.empty() && std::ranges::find(names, resource.group) == names.end();
    if (is_new) names.push_back(resource.group);
  }
  return names;
}

std::optional<Response> discover_group(const std::vector<std::string>& path) {
  const std::vector<std::string_view> known = groups();
  if (std::ranges::find(known, path[1]) == known.end()) return std::nullopt;
  if (path.size() == 2) {
    json group = group_described(path[1]);
    group.update({{"kind", "APIGroup"}, {"apiVersion", "v1"}});
    return json_response(group);
  }
  if (path.size() > 3 || path[2] != "v1") return std::nullopt;
  return json_response(resource_list(fmt::format("{}/v1", path[1])));
}

json groups_described() {
  json described = json::array();
  for (const std::string_view group : groups()) described.push_back(group_described(group));
  return {{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(described)}};
}

/// Encodes a length-delimited field of a protocol buffer.
std::string field(char number, std::string_view content) {
  constexpr int has_length = 2;
  return std::string{static_cast<char>(number << 3 | has_length), static_cast<char>(content.size())} +
         std::string{content};
}

/// Returns an empty gnostic openapi.v2.Document, so that kubectl leaves validation to the server.
std::string empty_openapi_v2() {
  return field(1, "2.0") + field(2, field(1, "podreel") + field(2, "v1")) + field(8, "");
}

/// Answers /openapi/v3 and, for example, /openapi/v3/apis/apps/v1.
std::optional<Response> openapi_v3(const LiveSimulation& simulation, const std::vector<std::string>& path) {
  const json index = openapi_index();
  if (path.size() == 2) return json_response(index);
  std::string wanted = path[2];
  for (std::size_t at = 3; at < path.size(); ++at) wanted += '/' + path[at];
  if (!index["paths"].contains(wanted)) return std::nullopt;
  const std::string group_version = wanted.substr(wanted.find('/') + 1);
  return json_response(openapi_document(group_version, simulation.api().pods().specs().release()));
}

}  // namespace

std::optional<Response> discover(const LiveSimulation& simulation, const Target& target) {
  const std::vector<std::string>& path = target.path;
  const auto is = [&path](std::initializer_list<std::string_view> parts) { return std::ranges::equal(path, parts); };
  if (is({"version"})) return json_response(version_of(simulation));
  if (is({"healthz"}) || is({"livez"}) || is({"readyz"})) return Response{.content_type = "text/plain", .body = "ok"};
  if (is({"api"})) return json_response({{"kind", "APIVersions"}, {"versions", {"v1"}}});
  if (is({"api", "v1"})) return json_response(resource_list("v1"));
  if (is({"apis"})) return json_response(groups_described());
  if (path.size() > 1 && path.front() == "apis") return discover_group(path);
  if (is({"openapi", "v2"})) {
    return Response{.content_type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
                    .body = empty_openapi_v2()};
  }
  if (path.size() > 1 && path[0] == "openapi" && path[1] == "v3") return openapi_v3(simulation, path);
  return std::nullopt;
}

}  // namespace podreel::serve
