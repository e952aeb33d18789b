#include <fmt/format.h>
#include <string>

#include "tools/cli/upgrade_judge.hpp"

namespace podreel::cli {

namespace {

using nlohmann::json;

/// A Deployment's ReplicaSets are named after it and the hash of their template, which is a label of their pods.
std::string named_owner(const json& metadata, const json& reference) {
  const std::string space = metadata.value("namespace", "default");
  const std::string kind = reference.value("kind", "");
  const std::string name = reference.value("name", "");
  const auto labels = metadata.find("labels");
  const bool has_labels = labels != metadata.end() && labels->is_object();
  const std::string ending = "-" + (has_labels ? labels->value("pod-template-hash", "") : std::string{});
  if (kind == "ReplicaSet" && ending.size() > 1 && name.ends_with(ending)) {
    return fmt::format("Deployment/{}/{}", space, name.substr(0, name.size() - ending.size()));
  }
  return fmt::format("{}/{}/{}", kind, space, name);
}

}  // namespace

std::string owner_of(const api::ManifestPod& found) {
  if (!found.owner.empty()) return found.owner;
  const json& metadata = found.pod.at("metadata");
  const auto references = metadata.find("ownerReferences");
  if (references == metadata.end() || !references->is_array()) return {};
  for (const json& reference : *references) {
    if (reference.value("controller", false)) return named_owner(metadata, reference);
  }
  return {};
}

}  // namespace podreel::cli
