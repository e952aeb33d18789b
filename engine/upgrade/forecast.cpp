#include "engine/upgrade/forecast.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

Totals totals_of(const Answer& answer) {
  Totals totals;
  for (const ContainerFate& fate : answer.fates) {
    const bool restarts = fate.effect == Effect::restarts;
    for (Count* count : {&totals.all, &totals.by_namespace[fate.namespace_name], &totals.by_owner[fate.owner]}) {
      ++count->containers;
      if (restarts) ++count->restarting;
    }
    if (restarts) ++totals.by_cause[fate.rule];
    if (fate.effect == Effect::left_alone) ++totals.left_alone;
  }
  for (const StaticPodFate& fate : answer.static_pods) {
    const bool is_left = fate.effect == StaticEffect::stays || fate.effect == StaticEffect::never_ran;
    if (!is_left) ++totals.static_pods_touched;
  }
  return totals;
}

bool touches_any(const Answer& answer) {
  const Totals totals = totals_of(answer);
  return totals.all.restarting > 0 || totals.static_pods_touched > 0;
}

Forecast::Forecast(const std::vector<Path>& paths, ObservedNode node) : proof_(std::move(node)) {
  for (const Path& path : paths) {
    judges_.emplace_back(path);
    for (Step& step : steps_of(path)) answers_.push_back({std::move(step)});
  }
}

void Forecast::add_pod(const manifests::ManifestPod& found, const std::string& file,
                       std::vector<api::Problem>& problems) {
  if (!annotation_of(found.pod, "kubernetes.io/config.mirror").empty()) ++mirror_pods_;
  const StoredHashes stored = proof_.prove(found.pod, judges_.front(), problems);
  auto answer = answers_.begin();
  for (Judge& judge : judges_) {
    for (std::vector<ContainerFate>& fates : judge.judge(found, file, stored)) {
      std::ranges::move(fates, std::back_inserter((answer++)->fates));
    }
  }
}

void Forecast::add_container(const nlohmann::json& container) {
  auto answer = answers_.begin();
  for (Judge& judge : judges_) {
    for (ContainerFate& fate : judge.judge_stored(container)) (answer++)->fates.push_back(std::move(fate));
  }
}

void Forecast::add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source,
                              const std::string& file, api::Mark mark) {
  for (Answer& answer : answers_) {
    StaticPodFate& fate = answer.static_pods.emplace_back(judge_static_pod(manifest, source, answer.step));
    fate.file = file;
    fate.mark = mark;
  }
}

bool Forecast::is_empty() const noexcept {
  return answers_.front().fates.empty() && answers_.front().static_pods.empty();
}

}  // namespace podreel::upgrade
