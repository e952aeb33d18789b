// Every kind that carries pods, reduced to its pods.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::manifests {

/// A pod found in a manifest, with the object that it came from.
struct ManifestPod {
  /// A v1.Pod; for a template named after its workload as the API server would ("web-0" for a StatefulSet, "web-<5
  /// letters>" otherwise, a pure function of the manifest).
  nlohmann::json pod;
  /// Place of the pod or its template.
  api::Mark mark;
  std::string path;
  /// "Deployment/default/web"; empty for a bare pod.
  std::string owner;
  /// The pod belongs to a StatefulSet whose podManagementPolicy is Parallel.
  bool is_parallel = false;
  /// Its template is that of an object that an API server has stored, whose pods it has stored, too.
  bool is_template_stored = false;
};

/// An object that is no list.
struct SeenObject {
  const api::Tree& object;
  /// Kind from the object, its list or its shape; empty if none has it.
  std::string_view kind;
  std::string_view api_version;
  const std::string& path;
  /// It is a pod, or has templates of pods.
  bool carries_pods = false;
};

/// Optional results besides the pods.
struct Observer {
  /// Called with every object, before its pods are handed over; may be empty.
  std::function<void(const SeenObject&)> object = {};
  /// Takes fields that no release has of pods that an API server has stored, and of manifests where they are no slip of
  /// the pen; and templates of custom resources that are none for pods. Null: the former are problems.
  std::vector<api::Problem>* warnings = nullptr;
};

/// The pods of a document: Pod, PodList, List, Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet,
/// Job, CronJob, and whatever of another kind has a template (custom_templates.hpp); lists may go without `kind`, and
/// their items, where it is plain what they are. One pod per template whatever `replicas` says. Other kinds yield
/// nothing; so do empty documents. Problems are appended.
[[nodiscard]] std::vector<ManifestPod> pods_of(const api::Tree& document, const std::string& file,
                                               std::vector<api::Problem>& problems, const Observer& observer = {});

/// Returns the pods of an item of a list of kind `list_kind`, which determines the item's kind ("PodList"); `path` is
/// the item's.
[[nodiscard]] std::vector<ManifestPod> pods_of_item(const api::Tree& item, std::string_view list_kind,
                                                    const std::string& path, const std::string& file,
                                                    std::vector<api::Problem>& problems, const Observer& observer = {});

}  // namespace podreel::manifests
