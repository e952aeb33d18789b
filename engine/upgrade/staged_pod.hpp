// A pod as the API server has it at each stage of an upgrade.
#pragma once

#include <deque>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/upgrade/path.hpp"

namespace podreel::upgrade {

class StagedPod {
 public:
  /// Keeps a reference to `pod`, a valid v1.Pod. One that the API server has already stored (it has a uid) is taken as
  /// it is, unless the path names an API server.
  StagedPod(const nlohmann::json& pod, const Path& path);

  /// How many containers the list ("initContainers") has at every stage.
  [[nodiscard]] std::size_t count(const char* list) const;

  /// The container when the path's first kubelet started it (stage 0), or after as many steps. An API server that does
  /// not know the list yet counts as one that keeps it.
  [[nodiscard]] const nlohmann::json& container(std::size_t stage, const char* list, std::size_t index) const;

 private:
  [[nodiscard]] const nlohmann::json& with_defaults(const nlohmann::json& pod, release::Release release);

  const nlohmann::json& pod_;
  std::vector<const nlohmann::json*> stages_;
  std::deque<nlohmann::json> owned_;
  std::vector<release::Release> owned_releases_;
};

}  // namespace podreel::upgrade
