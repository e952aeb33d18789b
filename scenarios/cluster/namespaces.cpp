#include "scenarios/cluster/namespaces.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <map>

#include "engine/api/json_member.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

/// Time until all API servers have seen the deletion (namespace_controller.go, namespaceDeletionGracePeriod).
constexpr std::chrono::seconds until_begun{5};
/// Estimated time until objects other than pods are deleted (namespaced_resources_deleter.go,
/// finalizerEstimateSeconds).
constexpr std::int64_t seconds_of_others = 15;

struct DeletionCondition {
  std::string_view type;
  std::string_view reason;
  std::string_view message;
};

/// Conditions without errors (status_condition_utils.go).
constexpr std::array conditions_of_deletion{
    DeletionCondition{"NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered",
                      "All resources successfully discovered"},
    DeletionCondition{"NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions",
                      "All legacy kube types successfully parsed"},
    DeletionCondition{"NamespaceDeletionContentFailure", "ContentDeleted",
                      "All content successfully deleted, may be waiting on finalization"},
    DeletionCondition{"NamespaceContentRemaining", "ContentRemoved", "All content successfully removed"},
    DeletionCondition{"NamespaceFinalizersRemaining", "ContentHasNoFinalizers",
                      "All content-preserving finalizers finished"},
};

std::int64_t expected_seconds(const std::string& resource, const json& object) {
  if (resource != "pods") return seconds_of_others;
  return api::integer_of(api::find_member(object.at("metadata"), "deletionGracePeriodSeconds"));
}

}  // namespace

json active_namespace(json object, const std::string& name) {
  object["apiVersion"] = "v1";
  object["kind"] = "Namespace";
  object["metadata"]["name"] = name;
  object["metadata"]["labels"]["kubernetes.io/metadata.name"] = name;
  object["spec"] = {{"finalizers", {"kubernetes"}}};
  object["status"] = {{"phase", "Active"}};
  return object;
}

bool is_terminating(const ObjectStore& objects, std::string_view name) {
  const StoredObject* found = objects.find("namespaces", name);
  return found != nullptr && is_deleted(*found->json);
}

NamespaceController::NamespaceController(ClusterApi& api)
    : api_{api}, queue_{api, "namespace", [this](const std::string& name) { sync(name); }} {
  api_.store().on_change([this](const ObjectChange& change) {
    if (change.id.resource != "namespaces" || change.type == "DELETED") return;
    if (is_deleted(*change.object.json)) queue_.schedule_after(change.id.key, until_begun);
  });
}

void NamespaceController::sync(const std::string& name) {
  if (!is_terminating(api_.objects(), name)) return;
  for (const ObjectId& id : api_.objects().in_namespace(name)) {
    const auto object = api_.find(id);
    if (object && !is_deleted(*object)) api_.remove(id);
  }
  // Remaining objects by kind.
  std::map<std::string, std::size_t> counts;
  std::int64_t longest = 0;
  for (const ObjectId& id : api_.objects().in_namespace(name)) {
    const json& object = *api_.find(id);
    const std::string version = api::string_member(object, "apiVersion");
    const std::size_t slash = version.find('/');
    ++counts[fmt::format("{}.{}", id.resource, slash == std::string::npos ? "" : version.substr(0, slash))];
    longest = std::max(longest, expected_seconds(id.resource, object));
  }
  std::string remaining;
  for (const auto& [resource, count] : counts) {
    remaining += fmt::format("{}{} has {} resource instances", remaining.empty() ? "" : ", ", resource, count);
  }
  set_conditions(name, remaining);
  if (!counts.empty()) return queue_.schedule_after(name, std::chrono::seconds{longest / 2 + 1});
  api_.finish_namespace(name);
}

void NamespaceController::set_conditions(const std::string& name, const std::string& remaining) {
  json status = api_.find({"namespaces", name})->at("status");
  const json before = status.value("conditions", json::array());
  json conditions = json::array();
  for (const auto& [type, reason, message] : conditions_of_deletion) {
    const bool is_true = type == "NamespaceContentRemaining" && !remaining.empty();
    json condition{{"type", type},
                   {"status", is_true ? "True" : "False"},
                   {"reason", is_true ? "SomeResourcesRemain" : reason},
                   {"message", is_true ? "Some resources are remaining: " + remaining : std::string{message}},
                   {"lastTransitionTime", api_.timestamp()}};
    const auto known = std::ranges::find_if(before, [type = type](const json& each) { return each["type"] == type; });
    const bool is_as_it_was = known != before.end() && (*known)["status"] == condition["status"] &&
                              (*known)["message"] == condition["message"];
    conditions.push_back(is_as_it_was ? *known : std::move(condition));
  }
  status["conditions"] = std::move(conditions);
  api_.update_status({"namespaces", name}, std::move(status));
}

}  // namespace podreel::cluster
