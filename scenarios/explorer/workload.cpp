#include "scenarios/explorer/workload.hpp"

#include <filesystem>

#include "scenarios/language/format.hpp"
#include "scenarios/language/shapes/duration.hpp"
#include "scenarios/language/variants.hpp"

namespace podreel::explorer {

namespace {

using nlohmann::ordered_json;

/// In the order of the source.
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
  return {{"apiVersion", language::scenario_api_version},
          {"kind", language::scenario_kind},
          {"metadata", {{"name", std::filesystem::path{file}.stem().string()}}},
          {"spec", ordered_json::object()}};
}

/// What the command line asks for stands in the document from here on.
ordered_json settled(const language::Variant& variant, const language::LoadOptions& options) {
  ordered_json document = in_order(variant.document);
  ordered_json& spec = document["spec"];
  spec.erase("variables");
  spec.erase("matrix");
  if (const auto kubelet = options.kubelet ? options.kubelet : variant.kubelet) {
    spec["node"]["kubelet"]["version"] = release::to_string(*kubelet);
  }
  if (options.timing) spec["timing"] = to_string(*options.timing);
  if (options.until) spec["duration"] = language::duration_text(*options.until);
  if (options.seed) spec["seed"] = *options.seed;
  for (const auto& [gate, is_on] : options.feature_gates) spec["node"]["kubelet"]["featureGates"][gate] = is_on;
  return document;
}

}  // namespace

std::vector<Workload> workloads_of(const api::LoadedFile& documents, const std::string& file,
                                   const language::LoadOptions& options) {
  std::vector<Workload> workloads;
  std::vector<ordered_json> manifests;
  const api::Tree* scenario = nullptr;
  for (const api::Tree& document : documents.documents) {
    if (language::is_scenario(document)) {
      scenario = &document;
    } else {
      manifests.push_back(in_order(document));
    }
  }
  const auto add = [&](const language::Variant& variant) {
    workloads.push_back({file, settled(variant, options), manifests, options.root});
  };
  if (scenario == nullptr) {
    language::Variant alone;
    alone.document = api::to_tree(nlohmann::json(bare_scenario(file)));
    add(alone);
    return workloads;
  }
  language::Reading reading{.file = file, .problems = {}};
  language::for_each_variant(*scenario, options, reading, add);
  return workloads;
}

void leave_out_accounts(ordered_json& document) {
  for (const char* account : {"expect", "questions", "explore", "description"}) document["spec"].erase(account);
}

language::Loaded loaded(const Workload& workload) {
  api::LoadedFile documents;
  documents.documents.push_back(api::to_tree(nlohmann::json(workload.document)));
  for (const ordered_json& manifest : workload.manifests) {
    documents.documents.push_back(api::to_tree(nlohmann::json(manifest)));
  }
  language::LoadOptions options;
  options.root = workload.root;
  return language::load_scenarios(documents, workload.file, options);
}

}  // namespace podreel::explorer
