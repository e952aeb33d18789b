#include "tools/server/workload_cells.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "engine/api/human_duration.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"

namespace podreel::server {

namespace {

using nlohmann::json;

std::int64_t count(const json& object, const char* part, const char* field, std::int64_t otherwise = 0) {
  const json* whole = api::find_member(object, part);
  return whole == nullptr ? otherwise : whole->value(field, otherwise);
}

std::string selector_cell(const json& object) {
  const json selector = object.at("spec").value("selector", json::object());
  std::string text;
  const auto add = [&text](const std::string& term) { text += (text.empty() ? "" : ",") + term; };
  const json labels = selector.value("matchLabels", json::object());
  for (const auto& [name, value] : labels.items()) {
    add(name + '=' + value.get<std::string>());
  }
  for (const json& term : selector.value("matchExpressions", json::array())) {
    const std::string key = term.value("key", "");
    const std::string how = term.value("operator", "");
    std::string values;
    for (const json& value : term.value("values", json::array())) {
      values += (values.empty() ? "" : ",") + value.get<std::string>();
    }
    if (how == "Exists") add(key);
    if (how == "DoesNotExist") add('!' + key);
    if (how == "In") add(fmt::format("{} in ({})", key, values));
    if (how == "NotIn") add(fmt::format("{} notin ({})", key, values));
  }
  return text.empty() ? "<none>" : text;
}

/// Names and images of the template's containers.
std::pair<std::string, std::string> containers_of(const json& object) {
  std::string names;
  std::string images;
  for (const json& container : object["spec"]["template"]["spec"]["containers"]) {
    names += (names.empty() ? "" : ",") + container.value("name", "");
    images += (images.empty() ? "" : ",") + container.value("image", "");
  }
  return {names, images};
}

std::string node_selector_text(const json& object) {
  std::string text;
  const json wanted = object["spec"]["template"]["spec"].value("nodeSelector", json::object());
  for (const auto& [name, value] : wanted.items()) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", name, value.get<std::string>());
  }
  return text.empty() ? "<none>" : text;
}

std::string job_status(const json& job) {
  const json status = job.value("status", json::object());
  for (const json& condition : status.value("conditions", json::array())) {
    if (condition.value("status", "") != "True") continue;
    const std::string type = condition.value("type", "");
    if (type == "Complete" || type == "Failed" || type == "Suspended") return type;
  }
  return job["metadata"].contains("deletionTimestamp") ? "Terminating" : "Running";
}

std::string job_duration(const json& job, sim::Time now) {
  const json status = job.value("status", json::object());
  const auto begun = api::parse_timestamp(status.value("startTime", ""));
  if (!begun) return "";
  const auto ended = api::parse_timestamp(status.value("completionTime", ""));
  return api::human_duration(ended.value_or(now) - *begun);
}

std::string int_or_text(const json& spec, const char* field) {
  const json* value = api::find_member(spec, field);
  if (value == nullptr) return "N/A";
  return value->is_string() ? value->get<std::string>() : value->dump();
}

}  // namespace

std::string age_since(const json& object, const char* field, sim::Time now) {
  const auto text = object.find(field);
  const auto time =
      text == object.end() || !text->is_string() ? std::nullopt : api::parse_timestamp(text->get<std::string>());
  return time ? api::human_duration(now - *time) : "<unknown>";
}

std::string age_of(const json& object, sim::Time now) {
  return age_since(object.at("metadata"), "creationTimestamp", now);
}

json deployment_cells(const json& object, sim::Time now) {
  const auto [names, images] = containers_of(object);
  return {object["metadata"]["name"],
          fmt::format("{}/{}", count(object, "status", "readyReplicas"), count(object, "spec", "replicas")),
          count(object, "status", "updatedReplicas"),
          count(object, "status", "availableReplicas"),
          age_of(object, now),
          names,
          images,
          selector_cell(object)};
}

json replica_set_cells(const json& object, sim::Time now) {
  const auto [names, images] = containers_of(object);
  return {object["metadata"]["name"],
          count(object, "spec", "replicas"),
          count(object, "status", "replicas"),
          count(object, "status", "readyReplicas"),
          age_of(object, now),
          names,
          images,
          selector_cell(object)};
}

json stateful_set_cells(const json& object, sim::Time now) {
  const auto [names, images] = containers_of(object);
  return {object["metadata"]["name"],
          fmt::format("{}/{}", count(object, "status", "readyReplicas"), count(object, "spec", "replicas")),
          age_of(object, now), names, images};
}

json daemon_set_cells(const json& object, sim::Time now) {
  const auto [names, images] = containers_of(object);
  return {object["metadata"]["name"],
          count(object, "status", "desiredNumberScheduled"),
          count(object, "status", "currentNumberScheduled"),
          count(object, "status", "numberReady"),
          count(object, "status", "updatedNumberScheduled"),
          count(object, "status", "numberAvailable"),
          node_selector_text(object),
          age_of(object, now),
          names,
          images,
          selector_cell(object)};
}

json job_cells(const json& object, sim::Time now) {
  const auto [names, images] = containers_of(object);
  const std::int64_t parallelism = count(object, "spec", "parallelism", 1);
  std::string wanted = std::to_string(count(object, "spec", "completions", 1));
  if (!object["spec"].contains("completions") && parallelism > 1) wanted = fmt::format("1 of {}", parallelism);
  return {object["metadata"]["name"],
          job_status(object),
          fmt::format("{}/{}", count(object, "status", "succeeded"), wanted),
          job_duration(object, now),
          age_of(object, now),
          names,
          images,
          selector_cell(object)};
}

json budget_cells(const json& object, sim::Time now) {
  return {object["metadata"]["name"], int_or_text(object["spec"], "minAvailable"),
          int_or_text(object["spec"], "maxUnavailable"), count(object, "status", "disruptionsAllowed"),
          age_of(object, now)};
}

json revision_cells(const json& object, sim::Time now) {
  std::string owner = "<none>";
  for (const json& reference : object["metadata"].value("ownerReferences", json::array())) {
    if (!reference.value("controller", false)) continue;
    std::string kind = reference.value("kind", "");
    std::ranges::transform(kind, kind.begin(), [](unsigned char letter) { return std::tolower(letter); });
    owner = fmt::format("{}.apps/{}", kind, reference.value("name", ""));
  }
  return {object["metadata"]["name"], owner, object.value("revision", 0), age_of(object, now)};
}

}  // namespace podreel::server
