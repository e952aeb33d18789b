// Number of containers whose hash differs between releases, for every pair of releases.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "engine/identity/static_pod_uid.hpp"
#include "engine/release/release.hpp"

namespace podreel::upgrade {

class Matrix {
 public:
  /// Over all simulated releases.
  Matrix();
  /// Over some of them.
  explicit Matrix(std::vector<release::Release> releases);

  /// Counts a container as the API server stores it.
  void add_container(const nlohmann::json& container);

  /// Counts a pod's regular containers; one that no API server has stored gets the newest release's defaults.
  void add_pod(const nlohmann::json& pod);

  /// Counts a manifest of a static pod.
  void add_static_pod(const nlohmann::json& manifest, const identity::StaticPodSource& source);

  /// In the order in which they were named; of all, the oldest first.
  [[nodiscard]] const std::vector<release::Release>& releases() const noexcept { return releases_; }
  /// Number of counted containers.
  [[nodiscard]] int containers() const noexcept { return containers_; }
  /// Number of containers with different hashes in the two releases, by indices into `releases()`.
  [[nodiscard]] int changed(std::size_t from, std::size_t to) const { return changed_.at(from).at(to); }
  /// Number of static pods that do not stay, by the same indices.
  [[nodiscard]] int static_pods() const noexcept { return static_pods_; }
  [[nodiscard]] int touched(std::size_t from, std::size_t to) const { return touched_.at(from).at(to); }

 private:
  std::vector<release::Release> releases_;
  std::vector<identity::ContainerHasher> hashers_;
  std::vector<std::vector<int>> changed_;
  int containers_ = 0;
  std::vector<std::vector<int>> touched_;
  int static_pods_ = 0;
};

}  // namespace podreel::upgrade
