#include "podreel/forecast.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/manifests/pod_stream.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/upgrade/forecast.hpp"
#include "scenarios/public/conversions.hpp"
#include "scenarios/public/policy_adapter.hpp"

namespace podreel {

namespace {

UpgradeEffect to_public(upgrade::Effect effect) {
  switch (effect) {
    case upgrade::Effect::stays:
      return UpgradeEffect::stays;
    case upgrade::Effect::left_alone:
      return UpgradeEffect::left_alone;
    case upgrade::Effect::restarts:
      return UpgradeEffect::restarts;
    case upgrade::Effect::may_restart:
      break;
  }
  return UpgradeEffect::may_restart;
}

std::optional<Problem> problem_of(const UpgradePath& path) {
  constexpr std::size_t min_releases = 2;
  if (path.releases.size() < min_releases) {
    return Problem{{}, 0, 0, "releases", "an upgrade path requires at least two releases"};
  }
  for (const Release release : path.releases) {
    if (release::is_simulated(facade::to_engine(release))) continue;
    return Problem{{},
                   0,
                   0,
                   "releases",
                   to_string(release) + " is not simulated; podreel simulates " +
                       release::minor_string(release::oldest_release()) + " to " +
                       release::minor_string(release::newest_release())};
  }
  return std::nullopt;
}

upgrade::Path to_engine(const UpgradePath& path) {
  upgrade::Path converted;
  for (const Release release : path.releases) converted.releases.push_back(facade::to_engine(release));
  converted.gates = path.feature_gates;
  converted.policies = facade::policy_factory(path.policy);
  return converted;
}

ContainerForecast to_public(const upgrade::ContainerForecast& forecast) {
  return {.namespace_name = forecast.namespace_name,
          .pod = forecast.pod,
          .owner = forecast.owner,
          .container = forecast.container,
          .effect = to_public(forecast.effect),
          .hash_before = forecast.before,
          .hash_after = forecast.after,
          .rule = forecast.rule,
          .detail = forecast.detail,
          .file = forecast.file,
          .line = forecast.mark.line};
}

}  // namespace

std::string_view to_string(UpgradeEffect effect) noexcept {
  return upgrade::to_string(static_cast<upgrade::Effect>(effect));
}

struct UpgradeForecast::State {
  /// No value without a valid path.
  std::optional<upgrade::Forecast> forecast;
  std::vector<Problem> problems;

  void add(const manifests::ManifestPod& pod, const std::string& file, std::vector<api::Problem>& found) {
    if (forecast) forecast->add_pod(pod, file, found);
  }
  void report(const std::vector<api::Problem>& found) {
    for (const api::Problem& problem : found) problems.push_back(facade::to_public(problem));
  }
};

UpgradeForecast::UpgradeForecast(const UpgradePath& path) : state_{std::make_unique<State>()} {
  if (auto problem = problem_of(path)) {
    state_->problems.push_back(*std::move(problem));
    return;
  }
  state_->forecast.emplace(std::vector{to_engine(path)});
}

UpgradeForecast::UpgradeForecast(UpgradeForecast&& other) noexcept = default;
UpgradeForecast& UpgradeForecast::operator=(UpgradeForecast&& other) noexcept = default;
UpgradeForecast::~UpgradeForecast() = default;

void UpgradeForecast::add_file(const std::string& path) {
  std::vector<api::Problem> found;
  const auto add = [&](const manifests::ManifestPod& pod) { state_->add(pod, path, found); };
  manifests::stream_pods(path, {.pod = add}, found);
  state_->report(found);
}

void UpgradeForecast::add_object(const nlohmann::json& object, const std::string& file) {
  std::vector<api::Problem> found;
  for (const manifests::ManifestPod& pod : manifests::pods_of(api::to_tree(object), file, found)) {
    state_->add(pod, file, found);
  }
  state_->report(found);
}

std::vector<UpgradeStep> UpgradeForecast::steps() const {
  std::vector<UpgradeStep> steps;
  if (!state_->forecast) return steps;
  for (const upgrade::StepForecast& found : state_->forecast->steps()) {
    UpgradeStep& step = steps.emplace_back();
    step.from = facade::to_public(found.step.from);
    step.to = facade::to_public(found.step.to);
    for (const upgrade::ContainerForecast& container : found.containers)
      step.containers.push_back(to_public(container));
  }
  return steps;
}

const std::vector<Problem>& UpgradeForecast::problems() const noexcept {
  return state_->problems;
}

}  // namespace podreel
