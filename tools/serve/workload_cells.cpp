#include "tools/serve/workload_cells.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "engine/api/human_duration.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/timestamp.hpp"
#include "tools/serve/selector_text.hpp"

namespace podreel::serve {

namespace {

using nlohmann::json;

std::int64_t count(const json& object, const char* part, const char* field, std::int64_t otherwise = 0) {
  const json* whole = api::find_member(object, part);
  return whole == nullptr ? otherwise : whole->value(field, otherwise);
}

std::string or_none(std::string text) {
  return text.empty() ? "<none>" : text;
}

const json& template_of(const json& object) {
  return object["spec"]["template"]["spec"];
}

/// Adds the cells of `-o wide`: names and images of the template's containers.
json with_containers_of(json cells, const json& pod_spec) {
  std::string names;
  std::string images;
  for (const json& container : pod_spec["containers"]) {
    append_item(names, container.value("name", ""));
    append_item(images, container.value("image", ""));
  }
  cells.push_back(names);
  cells.push_back(images);
  return cells;
}

json with_containers(json cells, const json& object) {
  return with_containers_of(std::move(cells), template_of(object));
}

json with_selector(json cells, const json& object) {
  json wide = with_containers(std::move(cells), object);
  wide.push_back(or_none(selector_text(object["spec"].value("selector", json::object()))));
  return wide;
}

/// Returns "1/2".
std::string ready_of_wanted(const json& object) {
  return fmt::format("{}/{}", count(object, "status", "readyReplicas"), count(object, "spec", "replicas"));
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
  return with_selector({object["metadata"]["name"], ready_of_wanted(object), count(object, "status", "updatedReplicas"),
                        count(object, "status", "availableReplicas"), age_of(object, now)},
                       object);
}

json replica_set_cells(const json& object, sim::Time now) {
  return with_selector(
      {object["metadata"]["name"], count(object, "spec", "replicas"), count(object, "status", "replicas"),
       count(object, "status", "readyReplicas"), age_of(object, now)},
      object);
}

json stateful_set_cells(const json& object, sim::Time now) {
  return with_containers({object["metadata"]["name"], ready_of_wanted(object), age_of(object, now)}, object);
}

json daemon_set_cells(const json& object, sim::Time now) {
  const json nodes = template_of(object).value("nodeSelector", json::object());
  return with_selector({object["metadata"]["name"], count(object, "status", "desiredNumberScheduled"),
                        count(object, "status", "currentNumberScheduled"), count(object, "status", "numberReady"),
                        count(object, "status", "updatedNumberScheduled"), count(object, "status", "numberAvailable"),
                        or_none(labels_text(nodes)), age_of(object, now)},
                       object);
}

json job_cells(const json& object, sim::Time now) {
  const std::int64_t parallelism = count(object, "spec", "parallelism", 1);
  std::string wanted = std::to_string(count(object, "spec", "completions", 1));
  if (!object["spec"].contains("completions") && parallelism > 1) wanted = fmt::format("1 of {}", parallelism);
  return with_selector({object["metadata"]["name"], job_status(object),
                        fmt::format("{}/{}", count(object, "status", "succeeded"), wanted), job_duration(object, now),
                        age_of(object, now)},
                       object);
}

json cron_job_cells(const json& object, sim::Time now) {
  const json& spec = object["spec"];
  const json status = object.value("status", json::object());
  json cells =
      with_containers_of({object["metadata"]["name"], spec["schedule"], or_none(spec.value("timeZone", "")),
                          spec.value("suspend", false) ? "True" : "False", status.value("active", json::array()).size(),
                          status.contains("lastScheduleTime") ? age_since(status, "lastScheduleTime", now) : "<none>",
                          age_of(object, now)},
                         spec["jobTemplate"]["spec"]["template"]["spec"]);
  cells.push_back("<none>");
  return cells;
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

}  // namespace podreel::serve
