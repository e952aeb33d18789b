// What `podreel hash` hashes: containers, or static pods.
#pragma once

#include <functional>
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

/// Hands over containers of manifests ("namespace/pod/container"), and lines {"name","container"} of JSON Lines files,
/// which are taken as stored, one after another as they are read. Throws BadInput at the end, for what was none.
void for_each_container(const std::vector<std::string>& files, const std::function<void(const HashedContainer&)>& use);

struct HashedStaticPod {
  std::string name;
  identity::StaticPodSource source;
  nlohmann::json object;
  /// It came as a line of JSON, whose raw parts are hashed with blanks (metadata.managedFields.fieldsV1).
  bool is_line = false;
  std::string file{};
  api::Mark mark{};
};

/// Lines {"name","node","path","pod"}, or manifests: these lie at their own path on a node of the name given. They are
/// handed over as they are read. Throws BadInput at the end, for what was none.
void for_each_static_pod(const std::vector<std::string>& files, const std::string& node,
                         const std::function<void(const HashedStaticPod&)>& use);

/// The files that a kubelet reads in its manifest folder: all that are not hidden, sorted by name. Throws BadInput.
[[nodiscard]] std::vector<std::string> files_of_static_pod_folder(const std::string& folder);

}  // namespace podreel::cli
