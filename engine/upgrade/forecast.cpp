#include "engine/upgrade/forecast.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

Totals totals_of(const StepForecast& step) {
  Totals totals;
  for (const ContainerForecast& container : step.containers) {
    const bool restarts = container.effect == Effect::restarts;
    for (Count* count :
         {&totals.all, &totals.by_namespace[container.namespace_name], &totals.by_owner[container.owner]}) {
      ++count->containers;
      if (restarts) ++count->restarting;
      if (container.effect == Effect::unknown) ++count->unknown;
    }
    if (restarts) ++totals.by_cause[container.rule];
    if (container.effect == Effect::left_alone) ++totals.left_alone;
  }
  for (const StaticPodForecast& pod_forecast : step.static_pods) {
    if (is_touched(pod_forecast)) ++totals.static_pods_touched;
  }
  return totals;
}

namespace {

/// Forecasts a mirror pod's containers by its static pod; false, and they are unknown, if that is none of these.
bool follow_static_pod(const std::vector<StaticPodForecast>& static_pods, std::vector<ContainerForecast>& mirrored) {
  const auto is_of = [](const StaticPodForecast& pod, const ContainerForecast& container) {
    return container.pod == pod.pod && container.namespace_name == pod.namespace_name;
  };
  const auto found = std::ranges::find_if(
      static_pods, [&](const StaticPodForecast& pod) { return !mirrored.empty() && is_of(pod, mirrored.front()); });
  const bool is_known = found != static_pods.end();
  const bool is_replaced =
      is_known && (found->effect == StaticEffect::recreated || found->effect == StaticEffect::refused);
  for (ContainerForecast& container : mirrored) {
    // As the API server notes it of newer ones.
    if (container.owner.empty() && !container.node.empty()) {
      container.owner = fmt::format("Node/{}/{}", container.namespace_name.view(), container.node.view());
    }
    if (is_known && found->effect == StaticEffect::containers_restart) continue;
    container.effect = is_known ? Effect::stays : Effect::unknown;
    container.cause = identity::CauseKind::none;
    container.rule = {};
    container.detail = {};
    if (is_replaced) container.effect = Effect::restarts;
    if (container.effect == Effect::stays) continue;
    container.cause = identity::CauseKind::static_pod;
    if (is_replaced) {
      container.rule = fmt::format("its static pod is {}", to_string(found->effect));
      container.detail = found->cause;
    } else {
      container.rule = "its pod is static; the forecast needs its manifest";
    }
  }
  return is_known;
}

}  // namespace

bool touches_any(const StepForecast& step) {
  const Totals totals = totals_of(step);
  return totals.all.restarting > 0 || totals.all.unknown > 0 || totals.static_pods_touched > 0;
}

Forecast::Forecast(std::vector<Path> paths, ObservedNode node)
    : paths_(std::move(paths)), verification_(std::move(node)) {
  const std::vector<release::Release>& releases = paths_.front().releases;
  if (releases.size() > 1) add_paths_from(releases.front(), false);
}

std::span<Forecast::PathForecast> Forecast::paths_from(std::optional<release::Release> kubelet) {
  const release::Release release = kubelet.value_or(paths_.front().releases.front());
  const auto known = std::ranges::find(forecasts_, release, &PathForecast::from);
  if (known == forecasts_.end()) return add_paths_from(release, kubelet.has_value());
  return {known, paths_.size()};
}

std::span<Forecast::PathForecast> Forecast::add_paths_from(release::Release kubelet, bool is_from_nodes) {
  const auto next = std::ranges::find_if(forecasts_, [&](const PathForecast& known) { return known.from > kubelet; });
  std::vector<PathForecast> added;
  for (const Path& path : paths_) {
    const Path from = begun_at(path, kubelet);
    std::vector<StepForecast> steps;
    for (UpgradeStep& step : steps_of(from)) {
      step.is_from_nodes = is_from_nodes;
      steps.push_back({std::move(step)});
    }
    added.push_back({kubelet, UpgradeEvaluator{from}, std::move(steps)});
  }
  const auto first =
      forecasts_.insert(next, std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  PODREEL_INVARIANT(std::ranges::is_sorted(forecasts_, {}, &PathForecast::from),
                    "the forecasts stand in the order of the kubelets' releases");
  return {first, paths_.size()};
}

void Forecast::add_pod(const manifests::ManifestPod& found, const std::string& file,
                       std::vector<api::Problem>& problems, std::optional<release::Release> kubelet) {
  const std::span<PathForecast> paths = paths_from(kubelet);
  const StoredHashes stored = verification_.verify(found.pod, paths.front().evaluator, problems);
  const bool is_mirrored = is_mirror(found.pod);
  bool is_known = true;
  for (PathForecast& path : paths) {
    auto step = path.steps.begin();
    for (std::vector<ContainerForecast>& containers : path.evaluator.evaluate(found, file, stored)) {
      if (is_mirrored) is_known = follow_static_pod(step->static_pods, containers) && is_known;
      std::ranges::move(containers, std::back_inserter((step++)->containers));
    }
  }
  if (!is_known) ++mirror_pods_;
}

void Forecast::add_container(const nlohmann::json& container) {
  for (PathForecast& path : paths_from(std::nullopt)) {
    auto step = path.steps.begin();
    for (ContainerForecast& forecast : path.evaluator.evaluate_stored(container)) {
      (step++)->containers.push_back(std::move(forecast));
    }
  }
}

void Forecast::add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source,
                              const std::string& file, api::Mark mark, std::optional<release::Release> kubelet) {
  for (PathForecast& path : paths_from(kubelet)) {
    for (StepForecast& step : path.steps) {
      StaticPodForecast& pod_forecast = step.static_pods.emplace_back(forecast_static_pod(manifest, source, step.step));
      pod_forecast.file = file;
      pod_forecast.mark = mark;
    }
  }
}

void Forecast::name_owners(const Owners& owners) {
  if (owners.are_none()) return;
  for (PathForecast& path : forecasts_) {
    for (StepForecast& step : path.steps) {
      for (ContainerForecast& container : step.containers) {
        if (std::string root = owners.root_of(container.owner); root != container.owner.view()) container.owner = root;
      }
    }
  }
}

StepForecasts Forecast::steps() const {
  StepForecasts steps;
  for (const PathForecast& path : forecasts_) steps.insert(steps.end(), path.steps.begin(), path.steps.end());
  return steps;
}

std::size_t Forecast::steps_per_kubelet() const noexcept {
  std::size_t count = 0;
  if (forecasts_.empty()) return count;
  for (std::size_t path = 0; path < paths_.size(); ++path) count += forecasts_[path].steps.size();
  return count;
}

bool Forecast::is_empty() const noexcept {
  return std::ranges::all_of(forecasts_, [](const PathForecast& path) {
    return std::ranges::all_of(
        path.steps, [](const StepForecast& step) { return step.containers.empty() && step.static_pods.empty(); });
  });
}

}  // namespace podreel::upgrade
