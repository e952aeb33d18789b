// Environment of a simulated node, which actions change.
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

/// Strategy by which the owner of pods replaces them.
enum class RolloutStrategy : std::uint8_t { deployment, stateful_set, daemon_set };

class ActionContext {
 public:
  virtual ~ActionContext() = default;

  [[nodiscard]] virtual apiserver::ApiServer& api_server() = 0;
  virtual void start_api_server() = 0;
  virtual void stop_api_server() = 0;

  [[nodiscard]] virtual runtime_fake::FakeRuntime& runtime() = 0;
  [[nodiscard]] virtual kubelet::StaticPodFolder& static_pods() = 0;
  /// Files that outlive a kubelet on its node.
  [[nodiscard]] virtual kubelet::KubeletFiles& kubelet_files() = 0;
  [[nodiscard]] virtual trace::Recorder& recorder() = 0;

  [[nodiscard]] virtual const std::string& node_name() const = 0;
  /// The kubelet's description of its node.
  [[nodiscard]] virtual kubelet::NodeDescription& description() = 0;

  /// Settings of the running kubelet, or of the next one.
  [[nodiscard]] virtual format::KubeletSettings& kubelet_settings() = 0;
  [[nodiscard]] virtual bool kubelet_runs() const = 0;
  /// Whether nothing can be started.
  [[nodiscard]] virtual bool is_down() const = 0;
  virtual void start_kubelet() = 0;
  /// `signal`: "terminated" or "killed".
  virtual void stop_kubelet(std::string_view signal) = 0;

  /// Shuts the node down at once; it boots after that time.
  virtual void reboot(sim::Duration down_for) = 0;
  /// Shuts the node down, which its kubelet may delay. Without `down_for` it stays down. Without `inhibit_delay_max`
  /// logind allows the delay that the kubelet requests.
  virtual void shut_down(std::optional<sim::Duration> down_for, std::optional<sim::Duration> inhibit_delay_max) = 0;

  /// Lets the owner of the pods whose names match the pattern replace all of them.
  virtual void restart_rollout(const std::string& pods, RolloutStrategy strategy) = 0;

  /// Disconnects the node from the API server for that time.
  virtual void cut_network(sim::Duration duration) = 0;
  /// Reports to the kubelet that the kernel killed a process because the node was out of memory.
  virtual void report_system_oom(std::string_view process) = 0;

  /// Has no effect while no kubelet runs.
  virtual void relieve_disk_pressure() = 0;
  /// Requests the pods of the running kubelet.
  virtual void list_pods_of_kubelet() = 0;
  /// Returns the identity policy of a kubelet with these settings.
  [[nodiscard]] virtual std::shared_ptr<const decide::Policy> policy_of(
      const format::KubeletSettings& settings) const = 0;
};

}  // namespace podreel::actions
