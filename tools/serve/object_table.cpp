#include "tools/serve/object_table.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <iterator>
#include <vector>

#include "engine/api/pod_printer.hpp"
#include "tools/serve/service_cells.hpp"
#include "tools/serve/workload_cells.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

struct Column {
  std::string_view name;
  /// 1: shown with -o wide only.
  int priority = 0;
};

struct Printed {
  std::string_view resource;
  std::vector<Column> columns;
  json (*cells)(const json& object, sim::Time now);
};

bool is_number(std::string_view column) {
  constexpr std::array numbers{
      "Count", "Desired", "Current", "Data", "Revision", "Up-to-date", "Available", "Allowed Disruptions", "Active"};
  return std::ranges::find(numbers, column) != numbers.end();
}

json pod_cells(const api::Pod& pod, sim::Time now) {
  const api::PodColumns cells = api::pod_columns(pod, now);
  return {cells.name, cells.ready, cells.status,         cells.restarts,       cells.age,
          cells.ip,   cells.node,  cells.nominated_node, cells.readiness_gates};
}

std::string roles_of(const json& node) {
  constexpr std::string_view prefix = "node-role.kubernetes.io/";
  std::string roles;
  const json labels = node["metadata"].value("labels", json::object());
  for (const auto& [label, value] : labels.items()) {
    if (label.starts_with(prefix)) roles += (roles.empty() ? "" : ",") + label.substr(prefix.size());
    if (label == "kubernetes.io/role") roles += (roles.empty() ? "" : ",") + value.get<std::string>();
  }
  return roles.empty() ? "<none>" : roles;
}

std::string address_of(const json& node, std::string_view type) {
  for (const json& address : node["status"].value("addresses", json::array())) {
    if (address["type"] == type) return address["address"];
  }
  return "<none>";
}

std::string node_info_text(const json& node, const char* field) {
  const std::string text = node["status"]["nodeInfo"].value(field, "");
  return text.empty() ? "<unknown>" : text;
}

json node_cells(const json& node, sim::Time now) {
  const json& conditions = node["status"]["conditions"];
  const bool is_ready = std::ranges::any_of(
      conditions, [](const json& condition) { return condition["type"] == "Ready" && condition["status"] == "True"; });
  std::string status = is_ready ? "Ready" : "NotReady";
  if (node["spec"].value("unschedulable", false)) status += ",SchedulingDisabled";
  return {node["metadata"]["name"],
          status,
          roles_of(node),
          age_of(node, now),
          node["status"]["nodeInfo"]["kubeletVersion"],
          address_of(node, "InternalIP"),
          address_of(node, "ExternalIP"),
          node_info_text(node, "osImage"),
          node_info_text(node, "kernelVersion"),
          node_info_text(node, "containerRuntimeVersion")};
}

json event_cells(const json& event, sim::Time now) {
  const json& about = event["involvedObject"];
  std::string kind = about["kind"];
  std::ranges::transform(kind, kind.begin(), [](unsigned char letter) { return std::tolower(letter); });
  std::string source = event["source"]["component"];
  if (event["source"].contains("host")) source += ", " + event["source"]["host"].get<std::string>();
  return {age_since(event, "lastTimestamp", now),
          event["type"],
          event["reason"],
          kind + '/' + about["name"].get<std::string>(),
          about.value("fieldPath", ""),
          source,
          event["message"],
          age_since(event, "firstTimestamp", now),
          event["count"],
          event["metadata"]["name"]};
}

json namespace_cells(const json& object, sim::Time now) {
  return {object["metadata"]["name"], object["status"]["phase"], age_of(object, now)};
}

std::size_t keys_of(const json& object) {
  return object.value("data", json::object()).size() + object.value("binaryData", json::object()).size();
}

json config_map_cells(const json& object, sim::Time now) {
  return {object["metadata"]["name"], keys_of(object), age_of(object, now)};
}

json secret_cells(const json& object, sim::Time now) {
  return {object["metadata"]["name"], object.value("type", "Opaque"), keys_of(object), age_of(object, now)};
}

json lease_cells(const json& object, sim::Time now) {
  return {object["metadata"]["name"], object.value("spec", json::object()).value("holderIdentity", ""),
          age_of(object, now)};
}

std::vector<Printed> printed_workloads() {
  return {
      {"controllerrevisions", {{"Name"}, {"Controller"}, {"Revision"}, {"Age"}}, revision_cells},
      {"cronjobs",
       {{"Name"},
        {"Schedule"},
        {"Timezone"},
        {"Suspend"},
        {"Active"},
        {"Last Schedule"},
        {"Age"},
        {"Containers", 1},
        {"Images", 1},
        {"Selector", 1}},
       cron_job_cells},
      {"daemonsets",
       {{"Name"},
        {"Desired"},
        {"Current"},
        {"Ready"},
        {"Up-to-date"},
        {"Available"},
        {"Node Selector"},
        {"Age"},
        {"Containers", 1},
        {"Images", 1},
        {"Selector", 1}},
       daemon_set_cells},
      {"deployments",
       {{"Name"}, {"Ready"}, {"Up-to-date"}, {"Available"}, {"Age"}, {"Containers", 1}, {"Images", 1}, {"Selector", 1}},
       deployment_cells},
      {"jobs",
       {{"Name"},
        {"Status"},
        {"Completions"},
        {"Duration"},
        {"Age"},
        {"Containers", 1},
        {"Images", 1},
        {"Selector", 1}},
       job_cells},
      {"poddisruptionbudgets",
       {{"Name"}, {"Min Available"}, {"Max Unavailable"}, {"Allowed Disruptions"}, {"Age"}},
       budget_cells},
      {"replicasets",
       {{"Name"}, {"Desired"}, {"Current"}, {"Ready"}, {"Age"}, {"Containers", 1}, {"Images", 1}, {"Selector", 1}},
       replica_set_cells},
      {"statefulsets", {{"Name"}, {"Ready"}, {"Age"}, {"Containers", 1}, {"Images", 1}}, stateful_set_cells},
  };
}

std::vector<Printed> printed_others() {
  return {
      {"configmaps", {{"Name"}, {"Data"}, {"Age"}}, config_map_cells},
      {"endpoints", {{"Name"}, {"Endpoints"}, {"Age"}}, endpoints_cells},
      {"endpointslices", {{"Name"}, {"AddressType"}, {"Ports"}, {"Endpoints"}, {"Age"}}, endpoint_slice_cells},
      {"events",
       {{"Last Seen"},
        {"Type"},
        {"Reason"},
        {"Object"},
        {"Subobject", 1},
        {"Source", 1},
        {"Message"},
        {"First Seen", 1},
        {"Count", 1},
        {"Name", 1}},
       event_cells},
      {"leases", {{"Name"}, {"Holder"}, {"Age"}}, lease_cells},
      {"namespaces", {{"Name"}, {"Status"}, {"Age"}}, namespace_cells},
      {"nodes",
       {{"Name"},
        {"Status"},
        {"Roles"},
        {"Age"},
        {"Version"},
        {"Internal-IP", 1},
        {"External-IP", 1},
        {"OS-Image", 1},
        {"Kernel-Version", 1},
        {"Container-Runtime", 1}},
       node_cells},
      {"secrets", {{"Name"}, {"Type"}, {"Data"}, {"Age"}}, secret_cells},
      {"services",
       {{"Name"}, {"Type"}, {"Cluster-IP"}, {"External-IP"}, {"Port(s)"}, {"Age"}, {"Selector", 1}},
       service_cells},
  };
}

const std::vector<Printed>& printed() {
  static const std::vector<Printed> all = [] {
    std::vector<Printed> tables = printed_workloads();
    std::ranges::move(printed_others(), std::back_inserter(tables));
    return tables;
  }();
  return all;
}

const std::vector<Column>& pod_columns() {
  static const std::vector<Column> columns{{"Name"},
                                           {"Ready"},
                                           {"Status"},
                                           {"Restarts"},
                                           {"Age"},
                                           {"IP", 1},
                                           {"Node", 1},
                                           {"Nominated Node", 1},
                                           {"Readiness Gates", 1}};
  return columns;
}

/// Null: pods.
const Printed* printed_kind(std::string_view resource) {
  const auto kind = std::ranges::find(printed(), resource, &Printed::resource);
  return kind == printed().end() ? nullptr : &*kind;
}

json row_object(const json& object, RowObjects included) {
  if (included == RowObjects::none) return nullptr;
  if (included == RowObjects::whole) return object;
  return {{"apiVersion", "meta.k8s.io/v1"}, {"kind", "PartialObjectMetadata"}, {"metadata", object["metadata"]}};
}

}  // namespace

json table_without_rows(std::string_view resource, json metadata) {
  const Printed* kind = printed_kind(resource);
  json definitions = json::array();
  for (const Column& column : kind == nullptr ? pod_columns() : kind->columns) {
    definitions.push_back({{"name", column.name},
                           {"type", is_number(column.name) ? "integer" : "string"},
                           {"format", column.name == "Name" ? "name" : ""},
                           {"description", ""},
                           {"priority", column.priority}});
  }
  return {{"kind", "Table"},
          {"apiVersion", "meta.k8s.io/v1"},
          {"metadata", std::move(metadata)},
          {"columnDefinitions", std::move(definitions)},
          {"rows", json::array()}};
}

json table_row(std::string_view resource, const apiserver::StoredObject& object, sim::Time now, RowObjects included) {
  const Printed* kind = printed_kind(resource);
  return {{"cells", kind == nullptr ? pod_cells(*object.pod, now) : kind->cells(*object.json, now)},
          {"object", row_object(*object.json, included)}};
}

json table_of(std::string_view resource, const apiserver::StoredObject& object, sim::Time now, RowObjects included) {
  const json version = object.json->at("metadata").value("resourceVersion", "");
  json table = table_without_rows(resource, {{"resourceVersion", version}});
  table["rows"].push_back(table_row(resource, object, now, included));
  return table;
}

}  // namespace podreel::serve
