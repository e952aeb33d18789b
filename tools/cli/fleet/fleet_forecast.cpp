#include "tools/cli/fleet/fleet_forecast.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/json_member.hpp"
#include "tools/cli/upgrade/upgrade_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;
using release::minor_string;

bool is_plain_start(const nlohmann::json& step) {
  const nlohmann::json* kubelet = api::find_member(step, "startKubelet");
  return kubelet != nullptr && kubelet->is_object() && kubelet->size() == 1 && kubelet->contains("version");
}

ClusterForecast forecast_of(const upgrade::Forecast& forecast, release::Release to) {
  ClusterForecast result{to, totals_of(forecast.steps())};
  for (const upgrade::StepForecast& step : forecast.steps()) {
    for (const upgrade::ContainerForecast& container : step.containers) {
      if (container.cause != identity::CauseKind::static_pod || !container.is_meant_to_run) continue;
      ++result.by_static_pod_cause[container.detail];
    }
  }
  return result;
}

ordered_json causes_document(const std::map<std::string, int>& causes) {
  ordered_json list = ordered_json::array();
  for (const auto& [rule, count] : causes) list.push_back({{"because", rule}, {"containers", count}});
  return list;
}

}  // namespace

std::optional<release::Release> swapped_kubelet(const fleet::Plan& plan) {
  if (plan.drain || plan.masters) return std::nullopt;
  std::optional<release::Release> to;
  for (const nlohmann::json& step : plan.node.written) {
    if (step.contains("stopKubelet")) continue;
    if (to || !is_plain_start(step)) return std::nullopt;
    to = release::parse_release(step.at("startKubelet").at("version").get<std::string>());
  }
  return to;
}

DumpForecasts::DumpForecasts(const std::vector<std::string>& files, const PodSelection& pods,
                             const std::vector<release::Release>& targets, Context& context) {
  std::map<release::Release, upgrade::Forecast> forecasts;
  for (const release::Release target : targets) {
    forecasts.try_emplace(target, std::vector<upgrade::Path>{upgrade::Path{.releases = {target}}});
  }
  const PodFilter filter{pods};
  UpgradeInput input{upgrade::PodIntake::Question::of_nodes, true};
  // The fleet's reader has reported the problems of the dump.
  std::vector<api::Problem> known_problems;
  input.pod = [&](const upgrade::IntakePod& asked) {
    if (!filter.matches(asked.pod.pod)) return;
    for (auto& [target, forecast] : forecasts) {
      forecast.add_pod(asked.pod, asked.file, known_problems, asked.kubelet, asked.ready_since);
    }
  };
  for (const std::string& file : files) input.read(file, false, context);
  input.finish();
  for (const auto& [target, forecast] : forecasts) forecasts_.try_emplace(target, forecast_of(forecast, target));
}

std::vector<std::string> forecast_lines(const ClusterForecast& forecast) {
  std::vector<std::string> lines;
  const auto add = [&lines](int count, std::string_view one, std::string_view several, const std::string& because) {
    lines.push_back(fmt::format("{} because {}", counted(static_cast<std::size_t>(count), one, several), because));
  };
  for (const auto& [because, count] : forecast.by_static_pod_cause) {
    add(count, "container of a replaced static pod restarts", "containers of replaced static pods restart", because);
  }
  for (const auto& [because, count] : forecast.totals.by_possible_cause) {
    add(count, "container may restart", "containers may restart", because);
  }
  return lines;
}

ordered_json forecast_document(const ClusterForecast& forecast) {
  const upgrade::Totals& totals = forecast.totals;
  return {{"to", minor_string(forecast.to)},
          {"restarting", totals.all.restarting},
          {"containers", totals.all.containers},
          {"mayRestart", totals.all.may_restart},
          {"causes", causes_document(totals.by_cause)},
          {"possibleCauses", causes_document(totals.by_possible_cause)},
          {"staticPodCauses", causes_document(forecast.by_static_pod_cause)}};
}

}  // namespace podreel::cli
