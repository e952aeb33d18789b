#include "scenarios/cluster/workload_defaults.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/types/defaults.hpp"
#include "scenarios/cluster/filled_field.hpp"
#include "scenarios/cluster/service_rules.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

/// Removes requests that defaulting added: pods request their limits, but templates do not.
void keep_requests(json& spec, const json& given, const char* list) {
  if (!spec.contains(list) || !given.contains(list)) return;
  for (std::size_t at = 0; at < spec[list].size() && at < given[list].size(); ++at) {
    const json& before = given[list][at];
    const bool has_requests = before.contains("resources") && before["resources"].contains("requests");
    if (!spec[list][at].contains("resources")) continue;
    json& resources = spec[list][at]["resources"];
    if (!has_requests) {
      resources.erase("requests");
      continue;
    }
    json kept = json::object();
    for (const auto& [resource, quantity] : resources["requests"].items()) {
      if (before["resources"]["requests"].contains(resource)) kept[resource] = quantity;
    }
    resources["requests"] = std::move(kept);
  }
}

/// Templates get SetDefaults_PodSpec, but not SetDefaults_Pod.
void fill_template(json& pod_template, release::Release release, const release::FeatureGates& gates) {
  const json given = pod_template.value("spec", json::object());
  json pod{{"spec", given}};
  types::apply_pod_defaults(pod, release, gates);
  json& spec = pod["spec"];
  if (!given.contains("enableServiceLinks")) spec.erase("enableServiceLinks");
  keep_requests(spec, given, "containers");
  keep_requests(spec, given, "initContainers");
  pod_template["spec"] = std::move(spec);
}

/// Sets the update strategy, by its `type`.
void fill_strategy(json& spec, const char* field, const json& rolling_update) {
  fill(spec, field, json::object());
  json& strategy = spec[field];
  fill(strategy, "type", "RollingUpdate");
  if (strategy["type"] != "RollingUpdate") return;
  fill(strategy, "rollingUpdate", json::object());
  for (const auto& [name, value] : rolling_update.items()) fill(strategy["rollingUpdate"], name.c_str(), value);
}

void fill_deployment(json& spec) {
  fill(spec, "replicas", 1);
  fill(spec, "revisionHistoryLimit", 10);
  fill(spec, "progressDeadlineSeconds", 600);
  fill_strategy(spec, "strategy", {{"maxUnavailable", "25%"}, {"maxSurge", "25%"}});
}

void fill_stateful_set(json& spec) {
  fill(spec, "replicas", 1);
  fill(spec, "revisionHistoryLimit", 10);
  fill(spec, "podManagementPolicy", "OrderedReady");
  fill_strategy(spec, "updateStrategy", {{"partition", 0}});
}

void fill_daemon_set(json& spec) {
  fill(spec, "revisionHistoryLimit", 10);
  fill_strategy(spec, "updateStrategy", {{"maxUnavailable", 1}, {"maxSurge", 0}});
}

void fill_job(json& spec) {
  const bool says_nothing =
      api::find_member(spec, "completions") == nullptr && api::find_member(spec, "parallelism") == nullptr;
  if (says_nothing) spec["completions"] = 1;
  fill(spec, "parallelism", 1);
  fill(spec, "backoffLimit", 6);
  fill(spec, "completionMode", "NonIndexed");
  fill(spec, "suspend", false);
}

/// Its Jobs get their own defaults when they are created.
void fill_cron_job(json& spec, release::Release release, const release::FeatureGates& gates) {
  fill(spec, "concurrencyPolicy", "Allow");
  fill(spec, "suspend", false);
  fill(spec, "successfulJobsHistoryLimit", 3);
  fill(spec, "failedJobsHistoryLimit", 1);
  fill_template(spec["jobTemplate"]["spec"]["template"], release, gates);
}

}  // namespace

void apply_workload_defaults(std::string_view resource, json& object, release::Release release,
                             const release::FeatureGates& gates) {
  if (resource == "secrets") return fill(object, "type", "Opaque");
  if (!object.contains("spec") || !object["spec"].is_object()) return;
  json& spec = object["spec"];
  if (resource == "services") return apply_service_defaults(spec);
  if (resource == "deployments") fill_deployment(spec);
  if (resource == "replicasets") fill(spec, "replicas", 1);
  if (resource == "statefulsets") fill_stateful_set(spec);
  if (resource == "daemonsets") fill_daemon_set(spec);
  if (resource == "jobs") fill_job(spec);
  if (resource == "cronjobs") return fill_cron_job(spec, release, gates);
  if (spec.contains("template")) fill_template(spec["template"], release, gates);
}

void generate_job_selector(json& job) {
  json& spec = job["spec"];
  json& labels = spec["template"]["metadata"]["labels"];
  const json uid = job["metadata"]["uid"];
  const json name = job["metadata"]["name"];
  for (const auto& [label, value] :
       {std::pair{"batch.kubernetes.io/controller-uid", uid}, std::pair{"batch.kubernetes.io/job-name", name},
        std::pair{"controller-uid", uid}, std::pair{"job-name", name}}) {
    labels[label] = value;
  }
  if (spec.value("manualSelector", false)) return;
  spec["selector"] = {{"matchLabels", {{"batch.kubernetes.io/controller-uid", uid}}}};
}

}  // namespace podreel::cluster
