#include "engine/upgrade/static_pod_forecast.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/cursor.hpp"
#include "engine/api/enum_names.hpp"
#include "engine/api/json_member.hpp"
#include "engine/identity/forecast.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;
using release::minor_string;

json decoded(const json& manifest, release::Release release) {
  json pod = manifest;
  types::apply_decoder_defaults(pod, release);
  return pod;
}

const json& containers_of(const json& pod) {
  static const json none = json::array();
  const json* containers = api::find_member(api::find_member(pod, "spec"), "containers");
  return containers && containers->is_array() ? *containers : none;
}

/// Why containers of a pod that keeps its UID restart; empty if none does.
std::string container_cause(const json& manifest, const UpgradeStep& step) {
  const json before = decoded(manifest, step.from);
  const json after = decoded(manifest, step.to);
  for (std::size_t index = 0; index < containers_of(after).size(); ++index) {
    const json& old_container = containers_of(before)[index];
    const json& new_container = containers_of(after)[index];
    const identity::Forecast forecast = identity::forecast(old_container, step.from, new_container, step.to);
    if (forecast.changes()) {
      return fmt::format("the UID stays, but container \"{}\" has another hash: {}", new_container.value("name", ""),
                         forecast.cause.text());
    }
  }
  return {};
}

std::string refusal_text(const std::vector<types::Refusal>& refusals, release::Release release) {
  std::string text = minor_string(release) + "'s kubelet refuses the manifest";
  for (const types::Refusal& refusal : refusals) {
    text += fmt::format("; {}: {}", refusal.path, refusal.message);
  }
  return text;
}

bool has_pre_stop(const json& manifest) {
  return std::ranges::any_of(containers_of(manifest),
                             [](const json& container) { return bool{Cursor{container}["lifecycle"]["preStop"]}; });
}

void decide(const json& manifest, const std::string& node, const UpgradeStep& step, StaticPodForecast& pod_forecast) {
  const bool ran = identity::static_pod_refusals(manifest, step.from, node).empty();
  if (!pod_forecast.forecast.refusals.empty()) {
    pod_forecast.effect = ran ? StaticEffect::refused : StaticEffect::never_ran;
    pod_forecast.cause = refusal_text(pod_forecast.forecast.refusals, step.to);
  } else if (!ran) {
    pod_forecast.effect = StaticEffect::recreated;
    pod_forecast.cause = minor_string(step.from) + "'s kubelet refused the manifest, and the new kubelet starts it";
  } else if (pod_forecast.forecast.recreated()) {
    pod_forecast.effect = StaticEffect::recreated;
    pod_forecast.cause = pod_forecast.forecast.cause;
  } else {
    pod_forecast.cause = container_cause(manifest, step);
    if (!pod_forecast.cause.empty()) pod_forecast.effect = StaticEffect::containers_restart;
  }
}

std::string kill_sentence(const release::OrphanTreatment& treatment, release::Release to) {
  std::string text =
      fmt::format("The old pod is an orphan: {} kills it ({}) within 2 s after the API server first answers",
                  minor_string(to), treatment.killer);
  if (treatment.stop_timeout_seconds < 0) {
    text += ", with the grace period and the preStop hook that it was started with.";
  } else {
    text += fmt::format(", with a grace period of {} s regardless of the manifest, and without its preStop hook.",
                        treatment.stop_timeout_seconds);
  }
  if (!treatment.log.empty()) text += fmt::format(" It logs \"{}\".", treatment.log);
  return text;
}

std::string names_of(const std::vector<StaticPodForecast>& pod_forecasts, bool (*matches)(const StaticPodForecast&)) {
  std::string names;
  for (const StaticPodForecast& pod_forecast : pod_forecasts) {
    if (pod_forecast.effect == StaticEffect::recreated && matches(pod_forecast))
      names += (names.empty() ? "" : ", ") + pod_forecast.pod;
  }
  return names;
}

}  // namespace

std::string_view to_string(StaticEffect effect) noexcept {
  constexpr auto names =
      api::enum_names<StaticEffect>("stays", "recreated", "containers restart", "refused", "refused before and after");
  return names[effect];
}

bool is_touched(const StaticPodForecast& pod_forecast) noexcept {
  return pod_forecast.effect != StaticEffect::stays && pod_forecast.effect != StaticEffect::never_ran;
}

StaticPodForecast forecast_static_pod(const json& manifest, const identity::StaticPodSource& source,
                                      const UpgradeStep& step) {
  const Cursor spec = Cursor{manifest}["spec"];
  const std::string_view space = Cursor{manifest}["metadata"]["namespace"].text();
  StaticPodForecast pod_forecast;
  pod_forecast.namespace_name = space.empty() ? "default" : std::string{space};
  pod_forecast.forecast = identity::static_forecast(manifest, step.from, step.to, source);
  pod_forecast.pod = pod_forecast.forecast.after.pod_name;
  pod_forecast.uses_host_network = spec["hostNetwork"].is_true();
  pod_forecast.has_pre_stop_hook = has_pre_stop(manifest);
  if (const Cursor grace = spec["terminationGracePeriodSeconds"]) {
    pod_forecast.grace_seconds = static_cast<int>(grace.integer());
  }
  decide(manifest, source.node, step, pod_forecast);
  return pod_forecast;
}

std::vector<std::string> describe_takeover(const std::vector<StaticPodForecast>& pod_forecasts,
                                           const UpgradeStep& step) {
  const bool any =
      std::ranges::find(pod_forecasts, StaticEffect::recreated, &StaticPodForecast::effect) != pod_forecasts.end();
  if (!any) return {};
  const release::OrphanTreatment treatment = release::orphan_treatment(step.to);
  std::vector<std::string> sentences;
  sentences.push_back(fmt::format(
      "{} starts the new pod immediately, beside the old one: to the kubelet, another UID is another pod, with "
      "its own sandbox and restart counts from 0.",
      minor_string(step.to)));
  const std::string sharing =
      names_of(pod_forecasts, [](const StaticPodForecast& pod_forecast) { return pod_forecast.uses_host_network; });
  if (!sharing.empty()) {
    sentences.push_back(fmt::format(
        "On the node's network, the new process conflicts with the ports and locks of the old one. Until the old one "
        "is gone, it may exit and be restarted after 10 s, 20 s and so on: {}.",
        sharing));
  }
  sentences.push_back(kill_sentence(treatment, step.to));
  const std::string skipped =
      names_of(pod_forecasts, [](const StaticPodForecast& pod_forecast) { return pod_forecast.has_pre_stop_hook; });
  if (!skipped.empty() && !treatment.runs_pre_stop_hook) {
    sentences.push_back(fmt::format("The preStop hook of these pods will not run: {}.", skipped));
  }
  sentences.emplace_back(
      "The mirror pod is deleted and created again in the new pod's first sync. While the API server does not answer, "
      "the mirror pod shows the old state.");
  return sentences;
}

}  // namespace podreel::upgrade
