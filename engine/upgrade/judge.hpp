// Which containers of a pod an upgrade of the kubelet restarts.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
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

enum class Effect : std::uint8_t {
  stays,
  /// The kubelet takes it for another container than was started, but does not kill it: init containers (but for
  /// sidecars, since 1.32), ephemeral ones, what does not run, and all of a pod that is over.
  left_alone,
  /// It is killed and started again, whatever the pod's restartPolicy. (Before a pod's sidecars have ended 1.7 only
  /// kills.)
  restarts,
  /// It is a mirror pod's: what becomes of it the manifest of its static pod tells, which is not there.
  unknown,
};

/// "stays", "changed, left alone", "restarts", "unknown".
[[nodiscard]] std::string_view to_string(Effect effect) noexcept;

/// What one step does to one container.
struct ContainerFate {
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
class Judge {
 public:
  explicit Judge(Path path);

  /// For each step the fates of a pod's containers, in the order of init, regular and ephemeral ones. `observed` has
  /// hashes that the node stored, for the containers for which they are known.
  [[nodiscard]] std::vector<std::vector<ContainerFate>> judge(const manifests::ManifestPod& found,
                                                              const std::string& file,
                                                              const StoredHashes& observed = {});

  /// For each step the fate of a running container as the API server stores it, which is in no pod.
  [[nodiscard]] std::vector<ContainerFate> judge_stored(const nlohmann::json& container);

  /// The hash that the path's first kubelet stored.
  [[nodiscard]] std::uint64_t hash_before(const nlohmann::json& stored) const { return hashers_.front().hash(stored); }

  [[nodiscard]] const Path& path() const noexcept { return path_; }

 private:
  /// An instance of a container: what it was started from, and what was stored with it.
  struct Started {
    const nlohmann::json* spec;
    release::Release kubelet;
    std::uint64_t hash;
  };

  [[nodiscard]] Started started_first(const nlohmann::json& spec);
  [[nodiscard]] const decide::Policy& policy_of(std::size_t step);
  /// The hash by which the kubelet of that step knows the container.
  [[nodiscard]] std::uint64_t hash_of(std::size_t step, const nlohmann::json& spec);
  /// Fills in the fate but for what the kubelet does about it: a changed container counts as left alone.
  void compare(std::size_t step, const nlohmann::json& wanted, Started& started, ContainerFate& fate);
  /// Whether the kubelet of that step writes down what containers are given, and whether one before it has: then it
  /// stands in its folder.
  [[nodiscard]] bool notes_resources(std::size_t step) const;
  [[nodiscard]] bool is_noted_before(std::size_t step) const;
  void blame_resize_policy(std::size_t step, ContainerFate& fate) const;
  [[nodiscard]] bool takes_for_another(std::size_t step, const nlohmann::json& wanted, const Started& started,
                                       std::uint64_t hash);

  Path path_;
  /// One for each release of the path.
  std::vector<identity::ContainerHasher> hashers_;
  std::vector<std::shared_ptr<const decide::Policy>> policies_;
  std::vector<release::Behaviour> behaviours_;
  /// Questions put to `policies_`, which remember every spec that they saw.
  int questions_ = 0;
};

}  // namespace podreel::upgrade
