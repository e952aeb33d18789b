// A container runtime for one recorded SyncPod: executes calls at once, fails as injected, and records all calls.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"

namespace podreel::batch {

/// The next `times` calls of `op` fail with `error` if `match` is part of the container's id or name or of the image
/// (of the sandbox's id if a call has neither).
struct InjectedFault {
  std::string op;
  std::string match;
  std::string error;
  std::uint32_t times = 1;
};

/// The operations with fault injection, as CRI names them.
[[nodiscard]] std::span<const std::string_view> faultable_operations();

/// Uses the ids of the recordings: sandbox `<pod>_<ns>_<uid>_<attempt>`, container `<sandbox>_<name>_<attempt>`.
class ScriptedRuntime : public runtime::Runtime {
 public:
  /// Duration of a call, by its record; without it, calls take no time.
  using Latency = std::function<sim::Duration(const nlohmann::json& record)>;

  explicit ScriptedRuntime(std::set<std::string> images, Latency latency = {})
      : images_(std::move(images)), latency_(std::move(latency)) {}

  /// Removes all containers, sandboxes, faults and calls, and restarts with these; keeps the images. The containers
  /// belong to the newest sandbox.
  void reset(const runtime::PodStatus& status, std::vector<InjectedFault> faults);

  /// A recorded call, and the order of its beginning and end among all calls.
  struct Call {
    nlohmann::json record;
    sim::Time at{};
    std::uint64_t requested = 0;
    std::uint64_t answered = 0;
  };
  /// In order of their beginning.
  [[nodiscard]] const std::vector<Call>& calls() const noexcept { return calls_; }

  /// Returns {"sandboxes": [{"id", "attempt", "state"}], "containers": [{"id", "name", "attempt", "sandbox",
  /// "state"}]}, by id.
  [[nodiscard]] nlohmann::json state() const;

  /// Faults that no call has triggered.
  [[nodiscard]] std::vector<InjectedFault> unmet_faults() const;

  sim::Task<runtime::Result<memory::Text>> run_pod_sandbox(const sim::Process& caller,
                                                           runtime::SandboxConfig config) override;
  sim::Task<runtime::Result<>> stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<>> remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) override;
  sim::Task<runtime::Result<runtime::SandboxStatus>> pod_sandbox_status(const sim::Process& caller,
                                                                        memory::Text sandbox_id) override;
  sim::Task<runtime::Result<memory::Text>> create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                            runtime::ContainerConfig config) override;
  sim::Task<runtime::Result<>> start_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> stop_container(const sim::Process& caller, memory::Text container_id,
                                              sim::Duration timeout) override;
  sim::Task<runtime::Result<>> remove_container(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<>> container_status(const sim::Process& caller, memory::Text container_id) override;
  sim::Task<runtime::Result<runtime::ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                                            std::vector<std::string> command,
                                                            sim::Duration timeout) override;
  sim::Task<runtime::Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                          api::LinuxResources resources) override;
  sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> image_status(const sim::Process& caller,
                                                                               memory::Text image) override;
  sim::Task<runtime::Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image,
                                                      api::PodPtr pod) override;
  sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller) override;
  sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods(const sim::Process& caller, bool all) override;
  sim::Task<runtime::Result<runtime::PodStatusPtr>> get_pod_status(const sim::Process& caller,
                                                                   memory::Text pod_uid) override;
  [[nodiscard]] std::optional<runtime::ContainerConfig> stored_config(std::string_view container_id) const override;
  sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                         sim::Duration timeout) override;

 private:
  struct Container {
    std::string name;
    std::string sandbox;
    std::uint32_t attempt = 0;
    runtime::ContainerState state = runtime::ContainerState::created;
  };
  struct Sandbox {
    std::uint32_t attempt = 0;
    runtime::SandboxState state = runtime::SandboxState::ready;
  };
  struct Fault {
    InjectedFault injected;
    std::uint32_t met = 0;
  };

  /// A call in progress: recorded at its beginning, completed after all calls that began at the same instant.
  struct PendingCall {
    std::size_t index = 0;
    std::optional<runtime::Error> error;
  };
  sim::Task<PendingCall> begin_call(const sim::Process& caller, nlohmann::json record);
  std::optional<runtime::Error> fault_of(const nlohmann::json& record);
  sim::Task<runtime::Result<>> begin_container_call(const sim::Process& caller, std::string_view op,
                                                    memory::Text container_id, nlohmann::json more);

  std::set<std::string> images_;
  Latency latency_;
  std::map<std::string, Sandbox, std::less<>> sandboxes_;
  std::map<std::string, Container, std::less<>> containers_;
  std::vector<Fault> faults_;
  std::vector<Call> calls_;
  std::uint64_t clock_ = 0;
};

}  // namespace podreel::batch
