#include "scenarios/explore/workload.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/decide/policy_text.hpp"
#include "scenarios/format/format.hpp"
#include "scenarios/format/shapes/duration.hpp"
#include "scenarios/format/variants.hpp"

namespace podreel::explore {

namespace {

using nlohmann::ordered_json;

/// Keeps the order of the source.
ordered_json in_order(const api::Tree& node) {
  if (node.kind == api::Tree::Kind::list) {
    ordered_json list = ordered_json::array();
    for (const api::Tree& item : node.items) list.push_back(in_order(item));
    return list;
  }
  if (node.kind == api::Tree::Kind::map) {
    ordered_json map = ordered_json::object();
    for (const api::Tree::Member& member : node.members) map[member.key] = in_order(member.value);
    return map;
  }
  return ordered_json(api::to_json(node));
}

ordered_json bare_scenario(const std::string& file) {
  return {{"apiVersion", format::scenario_api_version},
          {"kind", format::scenario_kind},
          {"metadata", {{"name", std::filesystem::path{file}.stem().string()}}},
          {"spec", ordered_json::object()}};
}

constexpr std::array<const char*, 10> troubles_of_timelines{
    "rebootNode",  "restartRuntime", "cutNetwork",      "stopApiServer", "startApiServer",
    "killSandbox", "exitContainer",  "removeContainer", "oomKill",       "patchPodStatus"};

bool is_start_as_before(const ordered_json& step) {
  if (!step.contains("startKubelet")) return false;
  const ordered_json& start = step["startKubelet"];
  constexpr std::array<const char*, 4> other{"version", "featureGates", "identityPolicy", "config"};
  return std::ranges::none_of(other, [&start](const char* field) { return start.contains(field); });
}

/// Writes the options of the command line into the document.
ordered_json settled(const format::Variant& variant, const format::LoadOptions& options) {
  ordered_json document = in_order(variant.document);
  ordered_json& spec = document["spec"];
  spec.erase("variables");
  spec.erase("matrix");
  if (const auto kubelet = options.kubelet ? options.kubelet : variant.kubelet) {
    spec["node"]["kubelet"]["version"] = release::to_string(*kubelet);
  }
  if (options.policy) spec["node"]["kubelet"]["identityPolicy"] = decide::to_string(*options.policy);
  if (options.timing) spec["timing"] = to_string(*options.timing);
  if (options.until) spec["duration"] = format::duration_text(*options.until);
  if (options.seed) spec["seed"] = *options.seed;
  for (const auto& [gate, is_on] : options.feature_gates) spec["node"]["kubelet"]["featureGates"][gate] = is_on;
  return document;
}

}  // namespace

std::vector<Workload> workloads_of(const api::LoadedFile& documents, const std::string& file,
                                   const format::LoadOptions& options) {
  std::vector<Workload> workloads;
  std::vector<ordered_json> manifests;
  const api::Tree* scenario = nullptr;
  for (const api::Tree& document : documents.documents) {
    if (format::is_scenario(document)) {
      scenario = &document;
    } else {
      manifests.push_back(in_order(document));
    }
  }
  const auto add = [&](const format::Variant& variant) {
    workloads.push_back({file, settled(variant, options), manifests, options.root});
  };
  if (scenario == nullptr) {
    format::Variant alone;
    alone.document = api::to_tree(nlohmann::json(bare_scenario(file)));
    add(alone);
    return workloads;
  }
  format::Reading reading{.file = file, .problems = {}};
  format::for_each_variant(*scenario, options, reading, add);
  return workloads;
}

void omit_results(ordered_json& document) {
  for (const char* account : {"expect", "questions", "exercise", "explore", "description"})
    document["spec"].erase(account);
}

void leave_out_faults(ordered_json& document) {
  ordered_json& spec = document["spec"];
  spec.erase("choices");
  if (spec.contains("runtime")) spec["runtime"].erase("calls");
  if (!spec.contains("timeline") || !spec["timeline"].is_array()) return;
  ordered_json kept = ordered_json::array();
  for (const ordered_json& step : spec["timeline"]) {
    if (std::ranges::any_of(troubles_of_timelines, [&step](const char* action) { return step.contains(action); }))
      continue;
    if (is_start_as_before(step)) {
      if (!kept.empty() && kept.back().contains("stopKubelet")) kept.erase(kept.size() - 1);
      continue;
    }
    kept.push_back(step);
  }
  spec["timeline"] = std::move(kept);
}

format::Loaded loaded(const Workload& workload) {
  api::LoadedFile documents;
  documents.documents.push_back(api::to_tree(nlohmann::json(workload.document)));
  for (const ordered_json& manifest : workload.manifests) {
    documents.documents.push_back(api::to_tree(nlohmann::json(manifest)));
  }
  format::LoadOptions options;
  options.root = workload.root;
  return format::load_scenarios(documents, workload.file, options);
}

}  // namespace podreel::explore
