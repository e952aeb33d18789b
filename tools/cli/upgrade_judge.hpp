// Which containers of a pod an upgrade of the kubelet restarts.
#pragma once

#include <cstdint>
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

namespace podreel::cli {

/// One upgrade of a kubelet, and what is around it.
struct UpgradeStep {
  release::Release from;
  release::Release to;
  /// Whose defaults the objects have before and after. No value: that of `to`, as masters go first.
  std::optional<release::Release> api_server_before;
  std::optional<release::Release> api_server_after;
  identity::PolicySettings policy;
};

/// What the upgrade does to one container.
struct ContainerFate {
  std::string namespace_name;
  std::string pod;
  std::string owner;
  std::string container;
  api::ContainerKind kind = api::ContainerKind::regular;
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  /// The kubelet takes it for another container than it started.
  bool changed = false;
  /// It is killed and started again. A finished init container, an ephemeral one and a finished pod's are left alone.
  bool restarts = false;
  identity::CauseKind cause = identity::CauseKind::none;
  /// Shared by all that have the same.
  std::shared_ptr<const std::string> rule;
  std::string detail;
  std::string file;
  int line = 0;
};

class UpgradeJudge {
 public:
  explicit UpgradeJudge(UpgradeStep step);

  /// The fates of a pod's containers, in the order of init, regular and ephemeral ones. A pod that the API server has
  /// already stored (it has a uid) is taken as it is, unless an API server was named.
  [[nodiscard]] std::vector<ContainerFate> judge(const api::ManifestPod& found, const std::string& file);

  /// The fate of a container as stored, for input without pods.
  [[nodiscard]] ContainerFate judge_stored(const nlohmann::json& container);

  [[nodiscard]] const UpgradeStep& step() const noexcept { return step_; }

 private:
  struct Versions {
    nlohmann::json before;
    nlohmann::json after;
  };
  [[nodiscard]] Versions stored_versions(const nlohmann::json& pod) const;
  void decide(const nlohmann::json& before, const nlohmann::json& after, ContainerFate& fate);
  [[nodiscard]] bool takes_for_another(const nlohmann::json& before, const nlohmann::json& after,
                                       const ContainerFate& fate);
  [[nodiscard]] bool restarts(const ContainerFate& fate, const nlohmann::json& container, bool pod_is_finished) const;
  [[nodiscard]] std::shared_ptr<const std::string> shared(std::string rule);

  UpgradeStep step_;
  identity::ContainerHasher before_;
  identity::ContainerHasher after_;
  std::shared_ptr<const identity::Policy> policy_;
  /// Questions put to `policy_`, which remembers every spec that it saw.
  int questions_ = 0;
  bool sidecars_restart_ = false;
  std::map<std::string, std::shared_ptr<const std::string>, std::less<>> rules_;
};

}  // namespace podreel::cli
