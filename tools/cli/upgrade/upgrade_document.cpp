#include <map>
#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"
#include "engine/upgrade/cluster_view.hpp"
#include "tools/cli/upgrade/upgrade_downtime.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;

ordered_json counts_document(const std::map<std::string, upgrade::Count>& counts) {
  ordered_json list = ordered_json::array();
  for (const auto& [name, count] : counts) {
    list.push_back({{"name", name}, {"restarting", count.restarting}, {"containers", count.containers}});
  }
  return list;
}

ordered_json totals_document(const upgrade::Totals& totals) {
  ordered_json causes = ordered_json::array();
  for (const auto& [rule, count] : totals.by_cause) causes.push_back({{"rule", rule}, {"restarting", count}});
  for (const auto& [rule, count] : totals.by_possible_cause) causes.push_back({{"rule", rule}, {"mayRestart", count}});
  return {{"restarting", totals.all.restarting},
          {"containers", totals.all.containers},
          {"mayRestart", totals.all.may_restart},
          {"changedButLeftAlone", totals.left_alone},
          {"staticPodsTouched", totals.static_pods_touched},
          {"namespaces", counts_document(totals.by_namespace)},
          {"owners", counts_document(totals.by_owner)},
          {"causes", causes}};
}

ordered_json answer_document(const upgrade::StepForecast& answer) {
  ordered_json containers = ordered_json::array();
  for (const upgrade::ContainerForecast& pod_forecast : answer.containers)
    containers.push_back(static_pod_document(pod_forecast));
  ordered_json document{{"from", from_text(answer.step)},
                        {"to", minor_string(answer.step.to)},
                        {"policy", answer.step.policy},
                        {"containers", std::move(containers)}};
  if (!answer.static_pods.empty()) {
    ordered_json pods = ordered_json::array();
    for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods)
      pods.push_back(static_pod_document(pod_forecast, answer.step));
    document["staticPods"] = std::move(pods);
    document["whatHappens"] = describe_takeover(answer.static_pods, answer.step);
  }
  document["totals"] = totals_document(totals_of(answer));
  return document;
}

ordered_json counts_of(const upgrade::PodCount& pods, const upgrade::Count& containers) {
  ordered_json document{{"pods", pods.pods},
                        {"podsRestarting", pods.restarting},
                        {"containers", containers.containers},
                        {"restarting", containers.restarting}};
  if (containers.may_restart > 0) document["mayRestart"] = containers.may_restart;
  return document;
}

/// Returns one document for each step of each policy.
ordered_json cluster_documents(const UpgradeAnswer& answer) {
  ordered_json documents = ordered_json::array();
  for (const upgrade::SteppedView& stepped : views_of(answer)) {
    ordered_json workloads = ordered_json::array();
    for (const upgrade::WorkloadView& workload : stepped.view.workloads) {
      ordered_json& row = workloads.emplace_back(ordered_json{{"name", workload.title}});
      if (workload.exposure != upgrade::Exposure::other) row["exposed"] = to_string(workload.exposure);
      row.update(counts_of(workload.pods, workload.containers));
      row["nodes"] = workload.nodes;
    }
    ordered_json nodes = ordered_json::array();
    for (const upgrade::NodeView& node : stepped.view.nodes) {
      nodes.push_back({{"name", node.name}, {"kubelet", node.kubelet}});
      nodes.back().update(counts_of(node.pods, node.containers));
    }
    documents.push_back({{"to", minor_string(stepped.step.to)},
                         {"policy", stepped.step.policy},
                         {"workloads", std::move(workloads)},
                         {"nodes", std::move(nodes)}});
  }
  return documents;
}

}  // namespace

ordered_json static_pod_document(const upgrade::ContainerForecast& pod_forecast) {
  ordered_json document;
  if (!pod_forecast.pod.empty()) {
    document["namespace"] = pod_forecast.namespace_name.view();
    document["pod"] = pod_forecast.pod.view();
  }
  if (!pod_forecast.owner.empty()) document["owner"] = pod_forecast.owner.view();
  document["container"] = pod_forecast.container.view();
  if (!pod_forecast.node.empty()) document["node"] = pod_forecast.node.view();
  document["kind"] = kind_name(pod_forecast.kind);
  document["before"] = identity::hash_text(pod_forecast.before);
  document["after"] = identity::hash_text(pod_forecast.after);
  if (pod_forecast.is_observed) document["observed"] = true;
  const bool changed = pod_forecast.effect != upgrade::Effect::stays;
  document["changed"] = changed;
  document["restarts"] = pod_forecast.effect == upgrade::Effect::restarts;
  if (pod_forecast.effect == upgrade::Effect::may_restart) {
    document["effect"] = to_string(pod_forecast.effect);
    document["changed"] = nullptr;
    document["restarts"] = nullptr;
  }
  if (pod_forecast.restarts_at) document["restartsAt"] = minor_string(*pod_forecast.restarts_at);
  if (changed) {
    document["cause"] = {{"kind", to_string(pod_forecast.cause)}, {"rule", pod_forecast.rule.view()}};
    if (!pod_forecast.detail.empty()) document["cause"]["detail"] = pod_forecast.detail.view();
  }
  return document;
}

ordered_json static_pod_document(const upgrade::StaticPodForecast& pod_forecast, const upgrade::UpgradeStep& step) {
  ordered_json document{{"namespace", pod_forecast.namespace_name},
                        {"pod", pod_forecast.pod},
                        {"file", pod_forecast.file},
                        {"effect", to_string(pod_forecast.effect)},
                        {"before", pod_forecast.forecast.before.uid},
                        {"after", pod_forecast.forecast.after.uid}};
  if (pod_forecast.forecast.before.inferred || pod_forecast.forecast.after.inferred) document["inferred"] = true;
  if (!pod_forecast.cause.empty()) document["cause"] = pod_forecast.cause;
  if (pod_forecast.effect != upgrade::StaticEffect::recreated) return document;
  const release::OrphanTreatment treatment = release::orphan_treatment(step.to);
  const bool keeps_grace = treatment.stop_timeout_seconds < 0;
  document["oldPod"] = {
      {"killedBy", treatment.killer},
      {"stopTimeoutSeconds", keeps_grace ? pod_forecast.grace_seconds : treatment.stop_timeout_seconds},
      {"preStopHook", pod_forecast.has_pre_stop_hook && treatment.runs_pre_stop_hook}};
  if (!treatment.log.empty()) document["oldPod"]["log"] = treatment.log;
  return document;
}

ordered_json upgrade_document(const UpgradeAnswer& answer) {
  const upgrade::Forecast& forecast = answer.forecast;
  ordered_json upgrades = ordered_json::array();
  for (const upgrade::StepForecast& each : forecast.steps()) upgrades.push_back(answer_document(each));
  ordered_json document{{"upgrades", std::move(upgrades)}};
  if (answer.is_of_cluster()) document["clusters"] = cluster_documents(answer);
  if (answer.downtime != nullptr) document["downtime"] = downtime_document(*answer.downtime);
  if (const upgrade::HashVerification& verification = forecast.verification(); verification.is_asked()) {
    document["observed"] = {{"containers", verification.found()},
                            {"reproduced", verification.reproduced()},
                            {"unmatched", verification.unmatched()}};
  }
  return document;
}

}  // namespace podreel::cli
