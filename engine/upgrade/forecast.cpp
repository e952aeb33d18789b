#include "engine/upgrade/forecast.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/identity/static_forecast.hpp"
#include "engine/invariant.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/upgrade/mirrored_manifest.hpp"
#include "engine/upgrade/pod_object.hpp"

namespace podreel::upgrade {

using nlohmann::json;

namespace {

void add(const StepForecast& step, Totals& totals) {
  for (const ContainerForecast& container : step.containers) {
    const bool restarts = container.effect == Effect::restarts && container.is_meant_to_run;
    for (Count* count :
         {&totals.all, &totals.by_namespace[container.namespace_name], &totals.by_owner[container.owner]}) {
      if (container.is_meant_to_run) ++count->containers;
      if (restarts) ++count->restarting;
      if (container.effect == Effect::may_restart) ++count->may_restart;
    }
    if (restarts) ++totals.by_cause[container.rule];
    if (container.effect == Effect::may_restart) ++totals.by_possible_cause[container.rule];
    if (container.restarts_at) ++totals.restarting_later[*container.restarts_at];
    if (container.effect == Effect::left_alone) ++totals.left_alone;
  }
  for (const StaticPodForecast& pod_forecast : step.static_pods) {
    if (is_touched(pod_forecast)) ++totals.static_pods_touched;
  }
}

/// Returns the forecast of a mirror pod's static pod, if that is one of these.
const StaticPodForecast* find_static_pod(const std::vector<StaticPodForecast>& static_pods, const json& mirror) {
  const std::string name = api::string_member(mirror.at("metadata"), "name");
  const auto found = std::ranges::find_if(static_pods, [&](const StaticPodForecast& pod) {
    return pod.pod == name && pod.namespace_name == manifests::namespace_of(mirror);
  });
  return found == static_pods.end() ? nullptr : &*found;
}

/// Returns the forecast of a static pod whose manifest is as its mirror pod shows it.
StaticPodForecast forecast_mirrored(const json& mirror, const UpgradeStep& step) {
  const identity::StaticPodSource source{node_of(mirror), "", ""};
  const json manifest = mirrored_manifest(mirror);
  StaticPodForecast forecast = forecast_static_pod(manifest, source, step);
  if (forecast.effect != StaticEffect::recreated) return forecast;
  const json smallest{{"metadata", {{"name", "a"}}}, {"spec", {{"containers", {{{"name", "a"}, {"image", "a"}}}}}}};
  const bool is_certain = identity::static_forecast(smallest, step.from, step.to, source).recreated();
  forecast.cause += is_certain ? "; this holds for every manifest" : "; the mirror pod shows these fields";
  return forecast;
}

/// Forecasts a mirror pod's containers by its static pod.
void follow_static_pod(const StaticPodForecast& static_pod, std::vector<ContainerForecast>& mirrored) {
  const bool is_replaced = static_pod.effect == StaticEffect::recreated || static_pod.effect == StaticEffect::refused;
  for (ContainerForecast& container : mirrored) {
    // As the API server notes it of newer ones.
    if (container.owner.empty() && !container.node.empty()) {
      container.owner = fmt::format("Node/{}/{}", container.namespace_name.view(), container.node.view());
    }
    if (static_pod.effect == StaticEffect::containers_restart) continue;
    container.effect = is_replaced ? Effect::restarts : Effect::stays;
    container.cause = is_replaced ? identity::CauseKind::static_pod : identity::CauseKind::none;
    container.rule = is_replaced ? fmt::format("its static pod is {}", to_string(static_pod.effect)) : std::string{};
    container.detail = is_replaced ? static_pod.cause : std::string{};
  }
}

}  // namespace

Totals totals_of(const StepForecast& step) {
  Totals totals;
  add(step, totals);
  return totals;
}

Totals totals_of(const StepForecasts& steps) {
  Totals totals;
  for (const StepForecast& step : steps) add(step, totals);
  return totals;
}

bool touches_any(const StepForecast& step) {
  const Totals totals = totals_of(step);
  return totals.all.restarting > 0 || totals.all.may_restart > 0 || totals.static_pods_touched > 0;
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
    added.push_back({kubelet, UpgradeEvaluator{from}, Hops{from}, std::move(steps)});
  }
  const auto first =
      forecasts_.insert(next, std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  PODREEL_INVARIANT(std::ranges::is_sorted(forecasts_, {}, &PathForecast::from),
                    "the forecasts stand in the order of the kubelets' releases");
  return {first, paths_.size()};
}

void Forecast::add_pod(const manifests::ManifestPod& found, const std::string& file,
                       std::vector<api::Problem>& problems, std::optional<release::Release> kubelet,
                       std::optional<sim::Time> ready_since) {
  const std::span<PathForecast> paths = paths_from(kubelet);
  const StoredHashes stored = verification_.verify(found.pod, paths.front().evaluator, problems);
  bool has_manifest = true;
  for (PathForecast& path : paths) {
    std::vector<std::vector<ContainerForecast>> steps = path.evaluator.evaluate(found, file, stored);
    if (!is_mirror(found.pod)) path.hops.complete(found, file, stored, ready_since, steps);
    auto step = path.steps.begin();
    for (std::vector<ContainerForecast>& containers : steps) {
      if (is_mirror(found.pod)) {
        const StaticPodForecast* static_pod = find_static_pod(step->static_pods, found.pod);
        has_manifest = static_pod != nullptr;
        follow_static_pod(has_manifest ? *static_pod : forecast_mirrored(found.pod, step->step), containers);
      }
      share_texts(containers);
      std::ranges::move(containers, std::back_inserter((step++)->containers));
    }
  }
  if (!has_manifest) ++mirror_pods_;
}

void Forecast::share_texts(std::vector<ContainerForecast>& containers) {
  for (ContainerForecast& container : containers) {
    for (memory::Text* text : {&container.namespace_name, &container.owner, &container.node, &container.container,
                               &container.rule, &container.detail, &container.file}) {
      texts_.share(*text);
    }
  }
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
        if (std::string root = owners.root_of(container.owner); root != container.owner.view()) {
          container.owner = root;
          texts_.share(container.owner);
        }
      }
    }
  }
}

StepForecasts Forecast::steps() const {
  StepForecasts steps;
  for (const PathForecast& path : forecasts_) steps.insert(steps.end(), path.steps.begin(), path.steps.end());
  return steps;
}

std::vector<StepForecasts> Forecast::steps_by_path() const {
  std::vector<StepForecasts> by_path(steps_per_kubelet());
  const StepForecasts all = steps();
  for (std::size_t index = 0; index < all.size(); ++index) by_path[index % by_path.size()].push_back(all[index]);
  return by_path;
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
