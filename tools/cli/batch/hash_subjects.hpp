// The inputs of `podreel hash`: containers or static pods.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/identity/static_pod_uid.hpp"

namespace podreel::cli {

struct HashedContainer {
  std::string name;
  /// A v1.Container; with the API server's defaults if `is_stored`.
  nlohmann::json object;
  bool is_stored = true;
  /// Fields of a line that no release has, with their position.
  std::vector<api::Problem> unknown_fields{};
};

/// Passes containers of manifests ("namespace/pod/container") and of lines {"name","container"} of JSON Lines files,
/// which are taken as stored, to `use` as they are read. Throws BadInput at the end for invalid input.
void for_each_container(const std::vector<std::string>& files, const std::function<void(const HashedContainer&)>& use);

/// Reads a line {"name","container"}. Appends a problem and returns nothing if the line is something else.
[[nodiscard]] std::optional<HashedContainer> read_container_line(std::string_view text, const std::string& file,
                                                                 int number, std::vector<api::Problem>& problems);

struct HashedStaticPod {
  std::string name;
  identity::StaticPodSource source;
  nlohmann::json object;
  /// The pod was a line of JSON, whose raw parts are hashed with their blanks (metadata.managedFields.fieldsV1).
  bool is_line = false;
  std::string file{};
  api::Mark mark{};
  /// Fields that no release has, with their position.
  std::vector<api::Problem> unknown_fields{};
};

/// Passes static pods of lines {"name","node","path","pod"}, of lines with a Pod, or of manifests to `use` as they are
/// read. Manifests keep their own path, on a node with the given name, as lines with a Pod keep their file's. Throws
/// BadInput at the end for invalid input.
void for_each_static_pod(const std::vector<std::string>& files, const std::string& node,
                         const std::function<void(const HashedStaticPod&)>& use);

/// Returns the files that a kubelet reads in its manifest folder: all that are not hidden, sorted by name. Throws
/// BadInput.
[[nodiscard]] std::vector<std::string> files_of_static_pod_folder(const std::string& folder);

}  // namespace podreel::cli
