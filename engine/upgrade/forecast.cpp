#include "engine/upgrade/forecast.hpp"

#include <algorithm>
#include <fmt/format.h>
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
      if (fate.effect == Effect::unknown) ++count->unknown;
    }
    if (restarts) ++totals.by_cause[fate.rule];
    if (fate.effect == Effect::left_alone) ++totals.left_alone;
  }
  for (const StaticPodFate& fate : answer.static_pods) {
    if (is_touched(fate)) ++totals.static_pods_touched;
  }
  return totals;
}

namespace {

/// What becomes of a mirror pod's containers; false, and they are unknown, if its static pod is none of these.
bool tell_by_static_pod(const std::vector<StaticPodFate>& static_pods, std::vector<ContainerFate>& mirrored) {
  const auto is_of = [](const StaticPodFate& pod, const ContainerFate& fate) {
    return fate.pod == pod.pod && fate.namespace_name == pod.namespace_name;
  };
  const auto told = std::ranges::find_if(
      static_pods, [&](const StaticPodFate& pod) { return !mirrored.empty() && is_of(pod, mirrored.front()); });
  for (ContainerFate& fate : mirrored) {
    // As the API server notes it of newer ones.
    if (fate.owner.empty() && !fate.node.empty()) {
      fate.owner = fmt::format("Node/{}/{}", fate.namespace_name.view(), fate.node.view());
    }
    if (told != static_pods.end() && told->effect == StaticEffect::containers_restart) continue;
    fate.effect = told == static_pods.end() ? Effect::unknown : Effect::stays;
    fate.cause = identity::CauseKind::none;
    fate.rule = {};
    fate.detail = {};
    const bool is_replaced = told != static_pods.end() && (told->effect == StaticEffect::recreated ||  //
                                                           told->effect == StaticEffect::refused);
    if (is_replaced) fate.effect = Effect::restarts;
    if (fate.effect == Effect::stays) continue;
    fate.cause = identity::CauseKind::static_pod;
    if (is_replaced) {
      fate.rule = fmt::format("its static pod is {}", to_string(told->effect));
      fate.detail = told->cause;
    } else {
      fate.rule = "it is a static pod's, of which only the manifest tells";
    }
  }
  return told != static_pods.end();
}

}  // namespace

bool touches_any(const Answer& answer) {
  const Totals totals = totals_of(answer);
  return totals.all.restarting > 0 || totals.all.unknown > 0 || totals.static_pods_touched > 0;
}

Forecast::Forecast(std::vector<Path> paths, ObservedNode node) : paths_(std::move(paths)), proof_(std::move(node)) {
  const std::vector<release::Release>& releases = paths_.front().releases;
  if (releases.size() > 1) static_cast<void>(add_kubelets(releases.front(), false));
}

Forecast::Kubelets& Forecast::kubelets_of(std::optional<release::Release> kubelet) {
  const release::Release release = kubelet.value_or(paths_.front().releases.front());
  const auto known = std::ranges::find(kubelets_, release, &Kubelets::release);
  return known == kubelets_.end() ? add_kubelets(release, kubelet.has_value()) : *known;
}

Forecast::Kubelets& Forecast::add_kubelets(release::Release kubelet, bool is_from_nodes) {
  const auto place = std::ranges::find_if(kubelets_, [&](const Kubelets& known) { return known.release > kubelet; });
  Kubelets& added = *kubelets_.insert(place, {kubelet, {}, 0});
  std::vector<Answer> answers;
  for (const Path& path : paths_) {
    const Path from = begun_at(path, kubelet);
    added.judges.emplace_back(from);
    for (Step& step : steps_of(from)) {
      step.is_from_nodes = is_from_nodes;
      answers.push_back({std::move(step)});
    }
  }
  const std::size_t answers_each = answers.size();
  for (std::size_t index = 0; index < kubelets_.size(); ++index) kubelets_[index].first_answer = index * answers_each;
  answers_.insert(answers_.begin() + static_cast<std::ptrdiff_t>(added.first_answer),
                  std::make_move_iterator(answers.begin()), std::make_move_iterator(answers.end()));
  return added;
}

void Forecast::add_pod(const manifests::ManifestPod& found, const std::string& file,
                       std::vector<api::Problem>& problems, std::optional<release::Release> kubelet) {
  Kubelets& kubelets = kubelets_of(kubelet);
  const StoredHashes stored = proof_.prove(found.pod, kubelets.judges.front(), problems);
  const bool is_mirrored = is_mirror(found.pod);
  bool is_told = true;
  auto answer = answers_.begin() + static_cast<std::ptrdiff_t>(kubelets.first_answer);
  for (Judge& judge : kubelets.judges) {
    for (std::vector<ContainerFate>& fates : judge.judge(found, file, stored)) {
      if (is_mirrored) is_told = tell_by_static_pod(answer->static_pods, fates) && is_told;
      std::ranges::move(fates, std::back_inserter((answer++)->fates));
    }
  }
  if (!is_told) ++mirror_pods_;
}

void Forecast::add_container(const nlohmann::json& container) {
  Kubelets& kubelets = kubelets_of(std::nullopt);
  auto answer = answers_.begin() + static_cast<std::ptrdiff_t>(kubelets.first_answer);
  for (Judge& judge : kubelets.judges) {
    for (ContainerFate& fate : judge.judge_stored(container)) (answer++)->fates.push_back(std::move(fate));
  }
}

void Forecast::add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source,
                              const std::string& file, api::Mark mark, std::optional<release::Release> kubelet) {
  const std::size_t first = kubelets_of(kubelet).first_answer;
  for (std::size_t index = first; index < first + answers_each(); ++index) {
    Answer& answer = answers_[index];
    StaticPodFate& fate = answer.static_pods.emplace_back(judge_static_pod(manifest, source, answer.step));
    fate.file = file;
    fate.mark = mark;
  }
}

void Forecast::name_owners(const Owners& owners) {
  if (owners.are_none()) return;
  for (Answer& answer : answers_) {
    for (ContainerFate& fate : answer.fates) {
      if (std::string root = owners.root_of(fate.owner); root != fate.owner.view()) fate.owner = root;
    }
  }
}

bool Forecast::is_empty() const noexcept {
  return std::ranges::all_of(answers_,
                             [](const Answer& answer) { return answer.fates.empty() && answer.static_pods.empty(); });
}

}  // namespace podreel::upgrade
