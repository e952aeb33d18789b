#include "engine/upgrade/pod_object.hpp"

#include <fmt/format.h>

#include "engine/api/config_annotations.hpp"
#include "engine/api/cursor.hpp"
#include "engine/manifests/pod_name.hpp"

namespace podreel::upgrade {

namespace {

using api::Cursor;
using nlohmann::json;

Cursor metadata_of(const json& pod) {
  return pod.at("metadata");
}

std::string named_owner(const json& pod, const Cursor& reference) {
  const std::string space = manifests::namespace_of(pod);
  const std::string_view kind = reference["kind"].text();
  const std::string_view name = reference["name"].text();
  const std::string_view deployment =
      manifests::deployment_of(name, metadata_of(pod)["labels"]["pod-template-hash"].text());
  if (kind == "ReplicaSet" && !deployment.empty()) return fmt::format("Deployment/{}/{}", space, deployment);
  if (const std::string_view cron_job = manifests::cron_job_of(name); kind == "Job" && !cron_job.empty()) {
    return fmt::format("CronJob/{}/{}", space, cron_job);
  }
  return fmt::format("{}/{}/{}", kind, space, name);
}

}  // namespace

std::string annotation_of(const json& pod, const char* key) {
  return std::string{metadata_of(pod)["annotations"][key].text()};
}

std::string owner_of(const manifests::ManifestPod& found) {
  std::string owner = found.owner;
  metadata_of(found.pod)["ownerReferences"].for_each_item([&](const Cursor& reference, std::size_t) {
    if (owner.empty() && reference["controller"].is_true()) owner = named_owner(found.pod, reference);
  });
  return owner;
}

std::string node_of(const json& pod) {
  return std::string{Cursor{pod}["spec"]["nodeName"].text()};
}

bool is_mirror(const json& pod) {
  return bool{metadata_of(pod)["annotations"][api::config_annotation::mirror]};
}

bool is_stored(const json& pod) {
  return pod.at("metadata").contains("uid");
}

bool is_over(const json& pod) {
  const std::string_view phase = phase_of(pod);
  return phase == "Succeeded" || phase == "Failed" || metadata_of(pod)["deletionTimestamp"];
}

std::string_view phase_of(const json& pod) {
  return Cursor{pod}["status"]["phase"].text();
}

}  // namespace podreel::upgrade
