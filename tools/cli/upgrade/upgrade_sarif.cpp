#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/identity/forecast.hpp"
#include "tools/cli/upgrade/upgrade_report.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

using identity::CauseKind;
using nlohmann::ordered_json;
using release::minor_string;

struct SarifRule {
  std::string_view id;
  std::string_view text;
};

constexpr std::array rules{
    SarifRule{"formula", "The releases hash containers with different formulas."},
    SarifRule{"types", "The hashed type gained or lost fields."},
    SarifRule{"members", "One kubelet keeps fields of the object that the other drops."},
    SarifRule{"escapes", "The releases' Go toolchains encode some control characters differently."},
    SarifRule{"storedObject", "The API server stores a different object."},
    SarifRule{"resizePolicy",
              "The kubelet does not know the actuated resources, and restarts containers with resizePolicy "
              "RestartContainer."},
    SarifRule{"staticPod", "The static pod gets another UID or is rejected."},
};

ordered_json rule_documents() {
  ordered_json documents = ordered_json::array();
  for (const SarifRule& rule : rules) {
    documents.push_back({{"id", rule.id}, {"shortDescription", {{"text", rule.text}}}});
  }
  return documents;
}

struct ResultPlace {
  std::string_view file;
  api::Mark mark;
  std::string name;
};

/// Returns the location as a URI; standard input has none.
ordered_json location_document(const ResultPlace& place) {
  ordered_json location = ordered_json::object();
  if (!place.file.empty() && place.file != "-") {
    location["physicalLocation"] = {{"artifactLocation", {{"uri", place.file}}}};
    if (place.mark.line > 0) {
      location["physicalLocation"]["region"] = {{"startLine", place.mark.line}, {"startColumn", place.mark.column}};
    }
  }
  location["logicalLocations"] = ordered_json::array({{{"fullyQualifiedName", place.name}}});
  return location;
}

ordered_json result_document(std::string_view rule, const std::string& text, const ResultPlace& place) {
  ordered_json document;
  document["ruleId"] = rule;
  document["level"] = "warning";
  document["message"] = {{"text", text}};
  document["locations"] = ordered_json::array({location_document(place)});
  return document;
}

std::string step_text(const upgrade::UpgradeStep& step) {
  std::string text = fmt::format("from {} to {}", from_text(step), minor_string(step.to));
  if (step.policy != "upstream") text += fmt::format(" with {}", step.policy);
  return text;
}

void add_results(const upgrade::StepForecast& answer, ordered_json& results) {
  for (const upgrade::ContainerForecast& pod_forecast : answer.containers) {
    const bool may_restart = pod_forecast.effect == upgrade::Effect::may_restart;
    if (pod_forecast.effect != upgrade::Effect::restarts && !may_restart) continue;
    const std::string text =
        fmt::format("Container {} of {} {} {}: {}.", pod_forecast.container, pod_name(pod_forecast),
                    may_restart ? "may restart" : "restarts", step_text(answer.step), cause_text(pod_forecast));
    const std::string name = fmt::format("{}/{}", pod_name(pod_forecast), pod_forecast.container);
    results.push_back(
        result_document(to_string(pod_forecast.cause), text, {pod_forecast.file, pod_forecast.mark, name}));
  }
  for (const upgrade::StaticPodForecast& pod_forecast : answer.static_pods) {
    if (pod_forecast.effect == upgrade::StaticEffect::stays) continue;
    const std::string name = fmt::format("{}/{}", pod_forecast.namespace_name, pod_forecast.pod);
    const std::string text = fmt::format("Static pod {}, {}: {}; {}.", name, step_text(answer.step),
                                         to_string(pod_forecast.effect), pod_forecast.cause);
    results.push_back(result_document("staticPod", text, {pod_forecast.file, pod_forecast.mark, name}));
  }
}

}  // namespace

ordered_json sarif_document(const upgrade::StepForecasts& answers) {
  ordered_json results = ordered_json::array();
  for (const upgrade::StepForecast& answer : answers) add_results(answer, results);
  ordered_json run;
  run["tool"]["driver"] = {{"name", "podreel"}, {"version", podreel_version}, {"rules", rule_documents()}};
  run["results"] = std::move(results);
  ordered_json document;
  document["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  document["version"] = "2.1.0";
  document["runs"] = ordered_json::array({std::move(run)});
  return document;
}

}  // namespace podreel::cli
