// Which containers of a pod an upgrade of the kubelet restarts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/workloads.hpp"
#include "engine/identity/container_hash.hpp"
#include "engine/identity/forecast.hpp"
#include "engine/identity/policy.hpp"
#include "tools/cli/upgrade_path.hpp"

namespace podreel::cli {

/// What one step does to one container.
struct ContainerFate {
  std::string namespace_name;
  std::string pod;
  std::string owner;
  std::string container;
  api::ContainerKind kind = api::ContainerKind::regular;
  /// The hash stored with the container, and the one that the kubelet taking over computes.
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  /// The kubelet takes it for another container than was started.
  bool changed = false;
  /// It is killed and started again. A finished init container, an ephemeral one and a finished pod's are left alone.
  bool restarts = false;
  /// `before` was read from the node.
  bool is_observed = false;
  identity::CauseKind cause = identity::CauseKind::none;
  /// Shared by all that have the same.
  std::shared_ptr<const std::string> rule;
  std::string detail;
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;
};

/// Follows containers along one path. What a step leaves alone keeps the hash that it was started with.
class UpgradeJudge {
 public:
  explicit UpgradeJudge(UpgradePath path);

  /// For each step the fates of a pod's containers, in the order of init, regular and ephemeral ones. A pod that the
  /// API server has already stored (it has a uid) is taken as it is, unless an API server was named. `observed` has the
  /// hashes that the node stored, by the containers' names.
  [[nodiscard]] std::vector<std::vector<ContainerFate>> judge(const api::ManifestPod& found, const std::string& file,
                                                              const std::map<std::string, std::uint64_t>& observed);

  /// For each step the fate of a container as stored, for input without pods.
  [[nodiscard]] std::vector<ContainerFate> judge_stored(const nlohmann::json& container);

  /// The hash that the path's first kubelet stored, by what podreel knows.
  [[nodiscard]] std::uint64_t hash_before(const nlohmann::json& stored) const { return hashers_.front().hash(stored); }

  [[nodiscard]] const UpgradePath& path() const noexcept { return path_; }

 private:
  /// A running container: what it was started from, and what was stored with it.
  struct Running {
    const nlohmann::json* spec;
    release::Release kubelet;
    std::uint64_t hash;
  };

  [[nodiscard]] Running started_first(const nlohmann::json& spec) const;
  void follow(std::size_t step, const nlohmann::json& wanted, bool pod_is_finished, Running& running,
              ContainerFate& fate);
  [[nodiscard]] bool takes_for_another(std::size_t step, const nlohmann::json& wanted, const Running& running,
                                       std::uint64_t hash);
  [[nodiscard]] bool restarts(std::size_t step, const ContainerFate& fate, const nlohmann::json& container,
                              bool pod_is_finished) const;
  [[nodiscard]] std::shared_ptr<const std::string> shared(std::string text);

  UpgradePath path_;
  /// One for each release of the path.
  std::vector<identity::ContainerHasher> hashers_;
  std::vector<std::shared_ptr<const identity::Policy>> policies_;
  std::vector<bool> sidecars_restart_;
  /// Questions put to `policies_`, which remember every spec that they saw.
  int questions_ = 0;
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> texts_;
};

/// "Deployment/default/web"; empty for a bare pod.
[[nodiscard]] std::string owner_of(const api::ManifestPod& found);

}  // namespace podreel::cli
