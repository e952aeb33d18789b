#include "scenarios/fleet/dump/dumped_pod.hpp"

#include <algorithm>
#include <utility>

#include "engine/api/config_annotations.hpp"
#include "engine/api/cursor.hpp"
#include "engine/manifests/pod_name.hpp"
#include "engine/manifests/workloads.hpp"
#include "scenarios/fleet/dump/conditions.hpp"
#include "scenarios/fleet/dump/ready_after.hpp"
#include "scenarios/fleet/dump/template_of_pod.hpp"

namespace podreel::fleet {

namespace {

using api::Cursor;

Owner owner_of_kind(std::string_view kind) {
  if (kind == "StatefulSet") return Owner::stateful_set;
  if (kind == "DaemonSet") return Owner::daemon_set;
  return Owner::replica_set;
}

/// Marks a pod that is named after its manifest and node. Drains leave it in place, as a DaemonSet's pod.
void belongs_to_node(DumpedPod& read) {
  read.is_static = true;
  read.owner = Owner::daemon_set;
  read.kind = "StaticPod";
  read.owner_name = read.name;
  const std::string ending = "-" + read.node.value_or("");
  if (ending.size() > 1 && read.name.ends_with(ending)) read.owner_name.resize(read.name.size() - ending.size());
}

void belongs_to_controller(const Cursor& reference, const Cursor& labels, DumpedPod& read) {
  read.kind = reference["kind"].text();
  read.owner = owner_of_kind(read.kind);
  read.owner_name = reference["name"].text();
  if (read.kind != "ReplicaSet") return;
  read.deployment = manifests::deployment_of(read.owner_name, labels["pod-template-hash"].text());
}

void read_owner(const Cursor& metadata, DumpedPod& read) {
  read.kind = "Pod";
  read.owner_name = read.name;
  if (metadata["annotations"][api::config_annotation::mirror]) return belongs_to_node(read);
  metadata["ownerReferences"].for_each_item([&](const Cursor& reference, std::size_t) {
    if (!reference["controller"].is_true() || reference["name"].text().empty()) return;
    belongs_to_controller(reference, metadata["labels"], read);
  });
}

/// Hides values of environment variables, which may be secret.
void hide_environment(std::vector<api::Problem>& problems, std::size_t first) {
  for (; first < problems.size(); ++first) {
    const std::string& path = problems[first].path;
    const bool is_environment = path.ends_with(".env") || path.find(".env[") != std::string::npos;
    if (is_environment && problems[first].message.starts_with("found ")) {
      problems[first].message = "found a value of another type, which is not shown";
    }
  }
}

}  // namespace

PodDisposition classify_pod(const api::Tree& pod) {
  const Cursor fields{pod};
  const std::string_view phase = fields["status"]["phase"].text();
  if (phase == "Succeeded" || phase == "Failed") return PodDisposition::has_finished;
  return fields["metadata"]["deletionTimestamp"] ? PodDisposition::is_deleted : PodDisposition::stays;
}

std::optional<DumpedPod> dumped_pod(api::Tree& pod, std::string_view list_kind, const std::string& path,
                                    const std::string& file, std::vector<api::Problem>& problems) {
  DumpedPod read;
  const Cursor metadata = Cursor{pod}["metadata"];
  read.name = metadata["name"].text();
  read.generate_name = metadata["generateName"].text();
  read.is_ready = !is_said_not_to_be(pod, "Ready");
  const std::string_view node = Cursor{pod}["spec"]["nodeName"].text();
  if (!node.empty()) read.node.emplace(node);
  read.ready_after = ready_after(pod);
  read_owner(metadata, read);
  keep_template_only(pod);
  const std::size_t first_problem = problems.size();
  std::vector<api::Problem> unknown_fields;
  std::vector<manifests::ManifestPod> found =
      manifests::pods_of_item(pod, list_kind, path, file, problems, {.warnings = &unknown_fields});
  read.has_unknown_fields = !unknown_fields.empty();
  hide_environment(problems, first_problem);
  if (found.size() != 1 || problems.size() != first_problem) return std::nullopt;
  read.namespace_name = manifests::namespace_of(found.front().pod);
  read.mark = found.front().mark;
  read.pod = template_of_pod(std::move(found.front().pod), read.owner == Owner::daemon_set);
  read.pod["metadata"]["name"] = read.owner_name;
  if (read.generate_name.empty()) read.generate_name = read.owner_name + "-";
  return read;
}

}  // namespace podreel::fleet
