#include "engine/upgrade/pod_object.hpp"

#include <fmt/format.h>

#include "engine/api/json_member.hpp"

namespace podreel::upgrade {

namespace {

using api::find_member;
using api::string_member;
using nlohmann::json;

/// A Deployment's ReplicaSets are named after it and the hash of their template, which is a label of their pods.
std::string named_owner(const json& pod, const json& reference) {
  const std::string space = namespace_of(pod);
  const std::string kind = string_member(reference, "kind");
  const std::string name = string_member(reference, "name");
  const json* labels = find_member(pod.at("metadata"), "labels");
  const std::string ending = "-" + (labels ? string_member(*labels, "pod-template-hash") : std::string{});
  if (kind == "ReplicaSet" && ending.size() > 1 && name.ends_with(ending)) {
    return fmt::format("Deployment/{}/{}", space, name.substr(0, name.size() - ending.size()));
  }
  return fmt::format("{}/{}/{}", kind, space, name);
}

}  // namespace

std::string namespace_of(const json& pod) {
  std::string space = string_member(pod.at("metadata"), "namespace");
  return space.empty() ? "default" : space;
}

std::string full_name(const json& pod) {
  return namespace_of(pod) + "/" + string_member(pod.at("metadata"), "name");
}

std::string annotation_of(const json& pod, const char* key) {
  const json* annotations = find_member(pod.at("metadata"), "annotations");
  return annotations ? string_member(*annotations, key) : std::string{};
}

std::string owner_of(const manifests::ManifestPod& found) {
  if (!found.owner.empty()) return found.owner;
  std::string owner;
  api::for_each_item(found.pod.at("metadata"), "ownerReferences", [&](const json& reference) {
    if (owner.empty() && api::bool_member(reference, "controller")) owner = named_owner(found.pod, reference);
  });
  return owner;
}

bool is_stored(const json& pod) {
  return pod.at("metadata").contains("uid");
}

bool is_over(const json& pod) {
  const std::string phase = phase_of(pod);
  return phase == "Succeeded" || phase == "Failed" || find_member(pod.at("metadata"), "deletionTimestamp") != nullptr;
}

std::string phase_of(const json& pod) {
  const json* status = find_member(pod, "status");
  return status ? string_member(*status, "phase") : std::string{};
}

}  // namespace podreel::upgrade
