// Forecast of the containers of a pod that an upgrade of the kubelet restarts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "engine/identity/forecast.hpp"
#include "engine/manifests/workloads.hpp"
#include "engine/memory/text.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/upgrade/path.hpp"

namespace podreel::upgrade {

class ObservedPod;
class StagedPod;

enum class Effect : std::uint8_t {
  stays,
  /// The kubelet takes it for another container than was started, but does not kill it: init containers (but for
  /// sidecars, since 1.32), ephemeral ones, what does not run, and all of a pod that is over.
  left_alone,
  /// It is killed and started again, whatever the pod's restartPolicy. (Before a pod's sidecars have ended 1.7 only
  /// kills.)
  restarts,
  /// It restarts if a kubelet before its node's has started it, which may be.
  may_restart,
};

/// "stays", "changed, left alone", "restarts", "may restart".
[[nodiscard]] std::string_view to_string(Effect effect) noexcept;

/// Effect of one step on one container.
struct ContainerForecast {
  /// Empty, like `pod`, for a container of no pod.
  memory::Text namespace_name;
  memory::Text pod;
  /// "Deployment/default/web"; empty for a bare pod.
  memory::Text owner;
  /// Where the pod is; empty: nowhere, or nobody says.
  memory::Text node;
  memory::Text container;
  api::ContainerKind kind = api::ContainerKind::regular;
  /// The hash stored with the container, and the one that the kubelet taking over computes.
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  Effect effect = Effect::stays;
  /// It is meant to run on: no init container that ends, no ephemeral one, and in no pod that is over.
  bool is_meant_to_run = true;
  /// The minor release at which a container that the step leaves alone restarts, if it still runs then.
  std::optional<release::Release> restarts_at = std::nullopt;
  /// `before` was read from the node.
  bool is_observed = false;
  /// Why it changed (engine/identity/forecast.hpp).
  identity::CauseKind cause = identity::CauseKind::none;
  memory::Text rule;
  memory::Text detail;
  memory::Text file;
  api::Mark mark;
};

/// Stored hashes, by the containers' names.
using StoredHashes = std::map<std::string, std::uint64_t, std::less<>>;

/// Follows containers along one path. What a step leaves alone keeps the hash that it was started with.
class UpgradeEvaluator {
 public:
  explicit UpgradeEvaluator(Path path);

  /// Returns for each step the forecasts of a pod's containers, in the order of init, regular and ephemeral ones.
  /// `observed` has hashes that the node stored, for the containers for which they are known.
  [[nodiscard]] std::vector<std::vector<ContainerForecast>> evaluate(const manifests::ManifestPod& found,
                                                                     const std::string& file,
                                                                     const StoredHashes& observed = {});

  /// Returns for each step the forecast of a running container as the API server stores it, which is in no pod.
  [[nodiscard]] std::vector<ContainerForecast> evaluate_stored(const nlohmann::json& container);

  /// The hash that the path's first kubelet stored.
  [[nodiscard]] std::uint64_t hash_before(const nlohmann::json& stored) const {
    return kubelets_.front().hasher.hash(stored);
  }

  [[nodiscard]] const Path& path() const noexcept { return path_; }

 private:
  /// A kubelet on the path.
  struct Kubelet {
    release::Release release;
    identity::ContainerHasher hasher;
    release::Behaviour behaviour;
    /// It knows what it has to resize: it keeps no record of what containers are given, or finds that of a kubelet
    /// before it in its folder.
    bool has_resource_record = true;
    /// Created when it is first needed.
    std::shared_ptr<const decide::Policy> policy = nullptr;
  };
  /// An instance of a container: what it was started from, by whom, and the hash that was stored with it.
  struct Instance {
    const nlohmann::json* spec;
    release::Release kubelet;
    std::uint64_t hash;
  };
  /// A container on its way along the path.
  struct Container {
    Instance instance;
    /// For the current step.
    ContainerForecast forecast;
  };

  [[nodiscard]] Instance first_instance(const nlohmann::json& spec);
  /// The hash by which the kubelet of that step knows the container.
  [[nodiscard]] std::uint64_t hash_of(std::size_t step, const nlohmann::json& spec);
  /// The pod's containers before the first step.
  [[nodiscard]] std::vector<Container> containers_of(const manifests::ManifestPod& found, const std::string& file,
                                                     const StagedPod& stages, const StoredHashes& observed);
  /// Lets the kubelet of that step take over a pod that is not over.
  void take_over(std::size_t step, const StagedPod& stages, ObservedPod& pod, std::vector<Container>& containers);
  /// Fills in the forecast but for what the kubelet does about it: a changed container counts as left alone.
  void compare(std::size_t step, const nlohmann::json& wanted, Container& container);
  [[nodiscard]] bool is_changed(std::size_t step, const nlohmann::json& wanted, const Instance& instance,
                                std::uint64_t hash);
  /// Explains a changed hash: as upstream's where both are upstream's, otherwise by the path's policy.
  [[nodiscard]] identity::Cause explain_change(const Kubelet& kubelet, const nlohmann::json& wanted,
                                               const Instance& instance, const ContainerForecast& forecast) const;
  /// Explains a restart by resources that the kubelet cannot know.
  void blame_resize_policy(std::size_t step, ContainerForecast& forecast) const;
  /// The policy of that step's kubelet.
  [[nodiscard]] const decide::Policy& policy_of(std::size_t step);

  Path path_;
  /// One for each release of the path.
  std::vector<Kubelet> kubelets_;
  /// Comparisons by the kubelets' policies, which remember every spec that they saw.
  int comparisons_ = 0;
};

}  // namespace podreel::upgrade
