// Every kind that carries pods, reduced to its pods.
#pragma once

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
  /// Where the pod (or its template) stands.
  api::Mark mark;
  std::string path;
  /// "Deployment/default/web"; empty for a bare pod.
  std::string owner;
  /// Of a StatefulSet whose podManagementPolicy is Parallel.
  bool is_parallel = false;
};

/// The pods of a document: Pod, PodList, List, Deployment, ReplicaSet, ReplicationController, StatefulSet, DaemonSet,
/// Job, CronJob. One pod per template whatever `replicas` says. Other kinds yield nothing; so do empty documents.
/// Problems are appended.
[[nodiscard]] std::vector<ManifestPod> pods_of(const api::Tree& document, const std::string& file,
                                               std::vector<api::Problem>& problems);

/// The same for an item of a list of kind `list_kind`, which is enough to know the item's kind ("PodList"); `path` is
/// the item's.
[[nodiscard]] std::vector<ManifestPod> pods_of_item(const api::Tree& item, std::string_view list_kind,
                                                    const std::string& path, const std::string& file,
                                                    std::vector<api::Problem>& problems);

}  // namespace podreel::manifests
