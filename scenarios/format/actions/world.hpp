// What actions may do to a simulated node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/apiserver/api_server.hpp"
#include "engine/decide/policy.hpp"
#include "engine/kubelet/admission.hpp"
#include "engine/kubelet/config/static_pod_folder.hpp"
#include "engine/kubelet/kubelet_files.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "scenarios/format/settings/kubelet_settings.hpp"

namespace podreel::actions {

/// How the owner of pods replaces them by new ones.
enum class RolloutStrategy : std::uint8_t { deployment, stateful_set, daemon_set };

class World {
 public:
  virtual ~World() = default;

  [[nodiscard]] virtual apiserver::ApiServer& api_server() = 0;
  virtual void start_api_server() = 0;
  virtual void stop_api_server() = 0;

  [[nodiscard]] virtual runtime_fake::FakeRuntime& runtime() = 0;
  [[nodiscard]] virtual kubelet::StaticPodFolder& static_pods() = 0;
  /// What outlives a kubelet on its node.
  [[nodiscard]] virtual kubelet::KubeletFiles& kubelet_files() = 0;
  [[nodiscard]] virtual trace::Recorder& recorder() = 0;

  [[nodiscard]] virtual const std::string& node_name() const = 0;
  /// What the kubelet knows of its node.
  [[nodiscard]] virtual kubelet::NodeDescription& description() = 0;

  /// Of the kubelet that runs, or of the one that is started next.
  [[nodiscard]] virtual language::KubeletSettings& kubelet_settings() = 0;
  [[nodiscard]] virtual bool kubelet_runs() const = 0;
  /// Nothing can be started.
  [[nodiscard]] virtual bool is_down() const = 0;
  virtual void start_kubelet() = 0;
  /// `signal`: "terminated" or "killed".
  virtual void stop_kubelet(std::string_view signal) = 0;

  /// The node is down at once, and boots after that time.
  virtual void reboot(sim::Duration down_for) = 0;
  /// The node is told to shut down, which its kubelet may delay. No `down_for`: it stays down. No `inhibit_delay_max`:
  /// logind allows as much delay as the kubelet asks for.
  virtual void shut_down(std::optional<sim::Duration> down_for, std::optional<sim::Duration> inhibit_delay_max) = 0;

  /// The owner of the pods whose names fit the pattern replaces all of them.
  virtual void restart_rollout(const std::string& pods, RolloutStrategy strategy) = 0;

  /// The node is cut off from the API server for that time.
  virtual void cut_network(sim::Duration duration) = 0;
  /// The kernel tells that it has killed a container's process, because the node's memory was out.
  virtual void tell_system_oom(std::string_view process) = 0;

  /// Nothing happens while no kubelet runs.
  virtual void relieve_disk_pressure() = 0;
  /// Somebody asks the kubelet that runs for its pods.
  virtual void list_pods_of_kubelet() = 0;
  /// How a kubelet with these settings tells that a container is still the one that the spec asks for.
  [[nodiscard]] virtual std::shared_ptr<const decide::Policy> policy_of(
      const language::KubeletSettings& settings) const = 0;
};

}  // namespace podreel::actions
