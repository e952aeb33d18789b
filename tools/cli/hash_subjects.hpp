// What `podreel hash` hashes: containers, or static pods.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/identity/static_pod_uid.hpp"

namespace podreel::cli {

struct HashedContainer {
  std::string name;
  /// A v1.Container; `is_stored`: with the API server's defaults.
  nlohmann::json object;
  bool is_stored = true;
};

/// Containers of manifests ("namespace/pod/container"), and lines {"name","container"} of JSON Lines files, which are
/// taken as stored. Throws BadInput.
[[nodiscard]] std::vector<HashedContainer> containers_to_hash(const std::vector<std::string>& files);

struct HashedStaticPod {
  std::string name;
  identity::StaticPodSource source;
  nlohmann::json object;
  /// It came as a line of JSON, whose raw parts are hashed with blanks (metadata.managedFields.fieldsV1).
  bool is_line = false;
  std::string file{};
  api::Mark mark{};
};

/// Lines {"name","node","path","pod"}, or manifests: these lie at their own path on a node of the name given. Throws
/// BadInput.
[[nodiscard]] std::vector<HashedStaticPod> static_pods_to_hash(const std::vector<std::string>& files,
                                                               const std::string& node);

/// The files that a kubelet reads in its manifest folder: all that are not hidden, sorted by name. Throws BadInput.
[[nodiscard]] std::vector<std::string> files_of_static_pod_folder(const std::string& folder);

}  // namespace podreel::cli
