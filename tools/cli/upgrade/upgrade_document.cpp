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
  return {{"restarting", totals.all.restarting},
          {"containers", totals.all.containers},
          {"unknown", totals.all.unknown},
          {"changedButLeftAlone", totals.left_alone},
          {"staticPodsTouched", totals.static_pods_touched},
          {"namespaces", counts_document(totals.by_namespace)},
          {"owners", counts_document(totals.by_owner)},
          {"causes", causes}};
}

ordered_json answer_document(const upgrade::StepForecast& answer) {
  ordered_json containers = ordered_json::array();
  for (const upgrade::ContainerForecast& fate : answer.containers) containers.push_back(fate_document(fate));
  ordered_json document{{"from", from_text(answer.step)},
                        {"to", minor_string(answer.step.to)},
                        {"policy", answer.step.policy},
                        {"containers", std::move(containers)}};
  if (!answer.static_pods.empty()) {
    ordered_json pods = ordered_json::array();
    for (const upgrade::StaticPodFate& fate : answer.static_pods) pods.push_back(fate_document(fate, answer.step));
    document["staticPods"] = std::move(pods);
    document["whatHappens"] = what_happens(answer.static_pods, answer.step);
  }
  document["totals"] = totals_document(totals_of(answer));
  return document;
}

ordered_json counts_of(const upgrade::PodCount& pods, const upgrade::Count& containers) {
  ordered_json document{{"pods", pods.pods},
                        {"podsRestarting", pods.restarting},
                        {"containers", containers.containers},
                        {"restarting", containers.restarting}};
  if (containers.unknown > 0) document["unknown"] = containers.unknown;
  return document;
}

/// Returns one document for each step of each policy.
ordered_json cluster_documents(const UpgradeAnswer& answer) {
  ordered_json documents = ordered_json::array();
  for (const upgrade::SteppedView& stepped : views_of(answer.forecast, answer.cluster)) {
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

ordered_json fate_document(const upgrade::ContainerForecast& fate) {
  ordered_json document;
  if (!fate.pod.empty()) {
    document["namespace"] = fate.namespace_name.view();
    document["pod"] = fate.pod.view();
  }
  if (!fate.owner.empty()) document["owner"] = fate.owner.view();
  document["container"] = fate.container.view();
  if (!fate.node.empty()) document["node"] = fate.node.view();
  document["kind"] = kind_name(fate.kind);
  if (fate.effect == upgrade::Effect::unknown) {
    document["effect"] = to_string(fate.effect);
    document["changed"] = nullptr;
    document["restarts"] = nullptr;
    document["cause"] = {{"kind", to_string(fate.cause)}, {"rule", fate.rule.view()}};
    return document;
  }
  document["before"] = identity::hash_text(fate.before);
  document["after"] = identity::hash_text(fate.after);
  if (fate.is_observed) document["observed"] = true;
  const bool changed = fate.effect != upgrade::Effect::stays;
  document["changed"] = changed;
  document["restarts"] = fate.effect == upgrade::Effect::restarts;
  if (changed) {
    document["cause"] = {{"kind", to_string(fate.cause)}, {"rule", fate.rule.view()}};
    if (!fate.detail.empty()) document["cause"]["detail"] = fate.detail.view();
  }
  return document;
}

ordered_json fate_document(const upgrade::StaticPodFate& fate, const upgrade::Step& step) {
  ordered_json document{{"namespace", fate.namespace_name},
                        {"pod", fate.pod},
                        {"file", fate.file},
                        {"effect", to_string(fate.effect)},
                        {"before", fate.forecast.before.uid},
                        {"after", fate.forecast.after.uid}};
  if (fate.forecast.before.inferred || fate.forecast.after.inferred) document["inferred"] = true;
  if (!fate.cause.empty()) document["cause"] = fate.cause;
  if (fate.effect != upgrade::StaticEffect::recreated) return document;
  const release::OrphanTreatment treatment = release::orphan_treatment(step.to);
  const bool keeps_grace = treatment.stop_timeout_seconds < 0;
  document["oldPod"] = {{"killedBy", treatment.killer},
                        {"stopTimeoutSeconds", keeps_grace ? fate.grace_seconds : treatment.stop_timeout_seconds},
                        {"preStopHook", fate.has_pre_stop_hook && treatment.runs_pre_stop_hook}};
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
  if (const upgrade::Proof& proof = forecast.proof(); proof.is_asked()) {
    document["observed"] = {
        {"containers", proof.found()}, {"reproduced", proof.reproduced()}, {"unmatched", proof.unmatched()}};
  }
  return document;
}

}  // namespace podreel::cli
