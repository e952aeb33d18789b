#include "scenarios/cluster/workload_rules.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "scenarios/cluster/cron_job.hpp"
#include "scenarios/cluster/name_rules.hpp"
#include "scenarios/cluster/selection.hpp"
#include "scenarios/cluster/service_rules.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;
using Messages = std::vector<std::string>;

void check_selector(Messages& messages, const json& spec) {
  const json selector = spec.value("selector", json::object());
  if (has_empty_selector(selector)) {
    return messages.push_back("spec.selector: Invalid value: {}: empty selector is invalid for deployment");
  }
  for (const json& term : selector.value("matchExpressions", json::array())) {
    const bool is_fit = term.is_object() && !api::string_member(term, "key").empty();
    if (!is_fit) return messages.push_back("spec.selector.matchExpressions[0].key: Required value");
    check_supported(messages, "spec.selector.matchExpressions[0].operator", api::string_member(term, "operator"),
                    {"DoesNotExist", "Exists", "In", "NotIn"});
  }
  const json metadata = spec["template"].value("metadata", json::object());
  if (!messages.empty() || selects(selector, {{"metadata", metadata}})) return;
  messages.push_back(
      fmt::format("spec.template.metadata.labels: Invalid value: {}: `selector` does not match template "
                  "`labels`",
                  metadata.value("labels", json::object()).dump()));
}

bool is_zero(const json& value) {
  return value == 0 || value == "0%";
}

void check_rolling_update(Messages& messages, const json& spec, const char* field) {
  const json strategy = spec.value(field, json::object());
  const json rolling = strategy.value("rollingUpdate", json::object());
  const bool is_rolling = strategy.value("type", "RollingUpdate") == "RollingUpdate";
  if (!is_rolling && !rolling.empty()) {
    messages.push_back(
        fmt::format("spec.{}.rollingUpdate: Forbidden: may not be specified when strategy `type` is '{}'", field,
                    strategy.value("type", "")));
  }
  const bool moves = !rolling.contains("maxSurge") || !rolling.contains("maxUnavailable") ||
                     !is_zero(rolling["maxSurge"]) || !is_zero(rolling["maxUnavailable"]);
  if (is_rolling && !moves) {
    messages.push_back(
        fmt::format("spec.{}.rollingUpdate.maxUnavailable: Invalid value: {}: may not be 0 when "
                    "`maxSurge` is 0",
                    field, rolling["maxUnavailable"].dump()));
  }
}

std::string restart_policy_of(const json& spec) {
  return api::string_member(spec["template"].value("spec", json::object()), "restartPolicy");
}

/// `path` is that of the specification.
void check_job(Messages& messages, const std::string& path, const json& spec) {
  const std::string where = path + ".template.spec.restartPolicy";
  if (restart_policy_of(spec) == "Always") {
    messages.push_back(where + ": Required value: valid values: \"OnFailure\", \"Never\"");
  } else {
    check_supported(messages, where, restart_policy_of(spec), {"OnFailure", "Never"});
  }
  check_supported(messages, path + ".completionMode", spec.value("completionMode", "NonIndexed"),
                  {"NonIndexed", "Indexed"});
  if (spec.contains("podReplacementPolicy")) {
    check_supported(messages, path + ".podReplacementPolicy", spec["podReplacementPolicy"],
                    {"Failed", "TerminatingOrFailed"});
  }
  if (spec.value("completionMode", "") == "Indexed" && !spec.contains("completions")) {
    messages.push_back(path + ".completions: Required value: when completion mode is Indexed");
  }
}

Messages broken_rules_of_cron_job(const json& object) {
  Messages messages = broken_cron_job_rules(object);
  check_job(messages, "spec.jobTemplate.spec", object.at("spec").at("jobTemplate").at("spec"));
  return messages;
}

void check_budget(Messages& messages, const json& object) {
  const json spec = object.value("spec", json::object());
  // Throws if the selector is invalid.
  static_cast<void>(selects(spec.value("selector", json::object()), {{"metadata", json::object()}}));
  if (spec.contains("minAvailable") && spec.contains("maxUnavailable")) {
    messages.push_back(
        fmt::format("spec: Invalid value: {}: minAvailable and maxUnavailable cannot be both set", spec.dump()));
  }
  if (spec.contains("unhealthyPodEvictionPolicy")) {
    check_supported(messages, "spec.unhealthyPodEvictionPolicy", spec["unhealthyPodEvictionPolicy"],
                    {"AlwaysAllow", "IfHealthyBudget"});
  }
}

/// Returns `after` with the members of these names from `before`.
json with_members_of(json after, const json& before, const std::vector<const char*>& names) {
  for (const char* name : names) {
    if (before.contains(name)) {
      after[name] = before[name];
    } else {
      after.erase(name);
    }
  }
  return after;
}

}  // namespace

Messages broken_rules(std::string_view resource, const json& object) {
  Messages messages;
  if (resource == "poddisruptionbudgets") check_budget(messages, object);
  if (resource == "cronjobs") return broken_rules_of_cron_job(object);
  if (resource == "services") return broken_service_rules(object);
  if (resource == "endpoints") return broken_endpoints_rules(object);
  if (resource == "endpointslices") return broken_slice_rules(object);
  if (!object.contains("spec") || !object["spec"].is_object() || !object["spec"].contains("template")) return messages;
  const json& spec = object["spec"];
  if (resource == "jobs") {
    check_job(messages, "spec", spec);
    return messages;
  }
  check_selector(messages, spec);
  check_supported(messages, "spec.template.spec.restartPolicy", restart_policy_of(spec), {"Always"});
  if (resource == "deployments") {
    check_supported(messages, "spec.strategy.type", spec["strategy"].value("type", ""), {"Recreate", "RollingUpdate"});
    check_rolling_update(messages, spec, "strategy");
  }
  if (resource == "statefulsets" || resource == "daemonsets") {
    check_supported(messages, "spec.updateStrategy.type", spec["updateStrategy"].value("type", ""),
                    {"RollingUpdate", "OnDelete"});
  }
  if (resource == "daemonsets") check_rolling_update(messages, spec, "updateStrategy");
  if (resource == "statefulsets") {
    check_supported(messages, "spec.podManagementPolicy", spec.value("podManagementPolicy", ""),
                    {"OrderedReady", "Parallel"});
  }
  return messages;
}

Messages broken_update_rules(std::string_view resource, const json& before, const json& after) {
  if (resource == "services") return broken_service_update_rules(before, after);
  Messages messages;
  const json was = before.value("spec", json::object());
  const json is = after.value("spec", json::object());
  if (resource == "statefulsets") {
    const json kept = with_members_of(is, was,
                                      {"replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit",
                                       "persistentVolumeClaimRetentionPolicy", "minReadySeconds"});
    if (kept != was) {
      messages.emplace_back(
          "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', "
          "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are "
          "forbidden");
    }
    return messages;
  }
  std::vector<const char*> immutable{"selector"};
  if (resource == "jobs") immutable = {"selector", "template", "completionMode"};
  if (resource == "poddisruptionbudgets" || resource == "cronjobs") immutable.clear();
  for (const char* field : immutable) {
    if (was.value(field, json{}) == is.value(field, json{})) continue;
    messages.push_back(
        fmt::format("spec.{}: Invalid value: {}: field is immutable", field, is.value(field, json{}).dump()));
  }
  if ((resource == "configmaps" || resource == "secrets") && before.value("immutable", false)) {
    for (const char* field : {"immutable", "data", "binaryData"}) {
      if (before.value(field, json{}) == after.value(field, json{})) continue;
      messages.push_back(fmt::format("{}: Forbidden: field is immutable when `immutable` is set", field));
    }
  }
  return messages;
}

}  // namespace podreel::cluster
