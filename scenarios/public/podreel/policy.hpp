// Patched kubelets: a hash and a decision of your own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "podreel/release.hpp"
#include "podreel/runtime.hpp"

namespace podreel {

/// One instance of a container, as the kubelet knows it when it decides (upstream kubecontainer.Status).
struct ContainerInstance {
  /// Id that the runtime gave it.
  std::string id;
  /// Name of the container in the pod's spec.
  std::string name;
  /// State that the runtime last reported.
  ContainerState state = ContainerState::created;
  /// Exit code of an instance that has exited.
  int exit_code = 0;
  /// Number of instances of this container before it.
  int restart_count = 0;
  /// Hash stored with it when it was created (annotation io.kubernetes.container.hash).
  std::uint64_t hash = 0;
};

/// A pod, as the kubelet knows it when it decides. Valid only during the call that passes it.
class ObservedPod {
 public:
  struct Source;

  /// Wraps podreel's internal pod; for podreel itself.
  explicit ObservedPod(const Source& source) noexcept : source_{source} {}
  /// Ends the view.
  ~ObservedPod() = default;
  ObservedPod(const ObservedPod&) = delete;
  ObservedPod& operator=(const ObservedPod&) = delete;

  /// Returns the release of the kubelet that decides.
  [[nodiscard]] Release kubelet() const noexcept;

  /// Returns "namespace/name".
  [[nodiscard]] std::string name() const;

  /// Returns the value of a label; no value if the pod has no such label.
  [[nodiscard]] std::optional<std::string> label(std::string_view key) const;

  /// Returns the pod's v1.PodSpec as the API server stores it, with its defaults filled in; in a forecast, as the
  /// manifest has it. The reference is valid as long as this object.
  [[nodiscard]] const nlohmann::json& spec() const;

  /// Returns all instances of the pod's containers, newest first.
  [[nodiscard]] std::vector<ContainerInstance> containers() const;

 private:
  const Source& source_;
};

/// A container instance that the kubelet kills.
struct ContainerKill {
  /// Id of the instance.
  std::string id;
  /// Name of the container in the pod's spec.
  std::string name;
  /// Text of the event "Killing".
  std::string message;
};

/// The decision about a pod (upstream kuberuntime.podActions). Indexes are positions in the list of the pod's spec;
/// indexes beyond its end, and kills of unknown instances, are ignored. In-place resizes, and removals of
/// RestartAllContainers, stay as upstream decides.
struct PodActions {
  /// Whether the sandbox and all containers are killed.
  bool kill_pod = false;
  /// Whether a new sandbox is created.
  bool create_sandbox = false;
  /// Init containers to start.
  std::vector<std::size_t> init_containers_to_start;
  /// Containers to start.
  std::vector<std::size_t> containers_to_start;
  /// Ephemeral containers to start.
  std::vector<std::size_t> ephemeral_containers_to_start;
  /// Instances to kill, in this order.
  std::vector<ContainerKill> containers_to_kill;
};

/// The policy of a patched kubelet, for main(), replay() and UpgradeForecast. Override what the patch changes; the rest
/// is upstream's. Results must depend on the arguments only: the kubelet does not repeat a decision whose inputs are
/// unchanged. One object is used by one thread at a time.
class Policy {
 public:
  Policy() = default;
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  /// Destroys the policy.
  virtual ~Policy();

  /// Returns the hash by which a kubelet of `kubelet` recognises `container`, a v1.Container as the API server stores
  /// it. An instance whose stored hash differs is replaced. `upstream` is the hash of the unpatched kubelet (upstream
  /// pkg/kubelet/container/helpers.go, HashContainer); the default is to return it.
  [[nodiscard]] virtual std::uint64_t hash_container(const nlohmann::json& container, std::uint64_t upstream,
                                                     Release kubelet) const;

  /// Changes `actions`, which the unpatched kubelet has decided for `pod` (upstream
  /// pkg/kubelet/kuberuntime/kuberuntime_manager.go, computePodActions). The default is to change nothing.
  virtual void compute_actions(PodActions& actions, const ObservedPod& pod) const;
};

/// The kubelet that gets a named policy.
struct KubeletInfo {
  /// Release of the kubelet.
  Release release;
  /// Policy that the scenario names for it, as in a scenario: "upstream", "dual-hash 1.12.10".
  std::string scenario_policy;
};

/// A policy that scenarios (`identityPolicy: NAME`) and the option --policy of the command can name.
struct NamedPolicy {
  /// Name: a lower-case letter, followed by lower-case letters, digits and hyphens.
  std::string name;
  /// One phrase for help; may be empty.
  std::string summary;
  /// Creates the policy of a kubelet. Null leaves the kubelet the policy that the scenario names, or upstream's.
  /// Several threads may call it at the same time.
  std::function<std::shared_ptr<const Policy>(const KubeletInfo& kubelet)> make;
};

/// Adds a named policy for the rest of the program. Call it before scenarios are loaded; main() does so for its
/// policies. Throws std::invalid_argument if the name is taken or malformed, or if `make` is empty.
void add_policy(NamedPolicy policy);

}  // namespace podreel
