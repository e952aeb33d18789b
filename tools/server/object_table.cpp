#include "tools/server/object_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "engine/api/human_duration.hpp"
#include "engine/api/pod_printer.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

struct Column {
  std::string_view name;
  /// 1: only with -o wide.
  int priority = 0;
};

std::vector<Column> columns_of(std::string_view resource) {
  if (resource == "pods") {
    return {{"Name"},
            {"Ready"},
            {"Status"},
            {"Restarts"},
            {"Age"},
            {"IP", 1},
            {"Node", 1},
            {"Nominated Node", 1},
            {"Readiness Gates", 1}};
  }
  if (resource == "nodes") return {{"Name"}, {"Status"}, {"Roles"}, {"Age"}, {"Version"}};
  if (resource == "events") {
    return {{"Last Seen"}, {"Type"},    {"Reason"},        {"Object"},   {"Subobject", 1},
            {"Source", 1}, {"Message"}, {"First Seen", 1}, {"Count", 1}, {"Name", 1}};
  }
  return {{"Name"}, {"Status"}, {"Age"}};
}

std::string age_since(const json& object, const char* field, sim::Time now) {
  const auto text = object.find(field);
  const auto time = text == object.end() ? std::nullopt : api::parse_timestamp(text->get<std::string>());
  return time ? api::human_duration(now - *time) : "<unknown>";
}

json pod_cells(const api::Pod& pod, sim::Time now) {
  const api::PodColumns cells = api::pod_columns(pod, now);
  return {cells.name, cells.ready, cells.status,         cells.restarts,       cells.age,
          cells.ip,   cells.node,  cells.nominated_node, cells.readiness_gates};
}

json node_cells(const json& node, sim::Time now) {
  const json& conditions = node["status"]["conditions"];
  const bool is_ready = std::ranges::any_of(
      conditions, [](const json& condition) { return condition["type"] == "Ready" && condition["status"] == "True"; });
  return {node["metadata"]["name"], is_ready ? "Ready" : "NotReady", "<none>",
          age_since(node["metadata"], "creationTimestamp", now), node["status"]["nodeInfo"]["kubeletVersion"]};
}

json event_cells(const json& event, sim::Time now) {
  const json& about = event["involvedObject"];
  std::string kind = about["kind"] == "Pod" ? "pod/" : "node/";
  std::string source = event["source"]["component"];
  if (event["source"].contains("host")) source += ", " + event["source"]["host"].get<std::string>();
  return {age_since(event, "lastTimestamp", now),
          event["type"],
          event["reason"],
          kind + about["name"].get<std::string>(),
          about.value("fieldPath", ""),
          source,
          event["message"],
          age_since(event, "firstTimestamp", now),
          event["count"],
          event["metadata"]["name"]};
}

json cells_of(std::string_view resource, const LoggedObject& object, sim::Time now) {
  if (resource == "pods") return pod_cells(*object.pod, now);
  if (resource == "nodes") return node_cells(*object.json, now);
  if (resource == "events") return event_cells(*object.json, now);
  const json& metadata = (*object.json)["metadata"];
  return {metadata["name"], "Active", age_since(metadata, "creationTimestamp", now)};
}

}  // namespace

json table_of(std::string_view resource, std::span<const LoggedObject> objects, sim::Time now, std::uint64_t version) {
  json definitions = json::array();
  for (const Column& column : columns_of(resource)) {
    definitions.push_back({{"name", column.name},
                           {"type", column.name == "Count" ? "integer" : "string"},
                           {"format", column.name == "Name" ? "name" : ""},
                           {"description", ""},
                           {"priority", column.priority}});
  }
  json rows = json::array();
  for (const LoggedObject& object : objects) {
    rows.push_back({{"cells", cells_of(resource, object, now)},
                    {"object",
                     {{"apiVersion", "meta.k8s.io/v1"},
                      {"kind", "PartialObjectMetadata"},
                      {"metadata", (*object.json)["metadata"]}}}});
  }
  return {{"kind", "Table"},
          {"apiVersion", "meta.k8s.io/v1"},
          {"metadata", {{"resourceVersion", std::to_string(version)}}},
          {"columnDefinitions", std::move(definitions)},
          {"rows", std::move(rows)}};
}

}  // namespace podreel::server
