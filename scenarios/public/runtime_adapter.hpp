// Adapts a public container runtime to the engine's kubelet.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"
#include "podreel/runtime.hpp"

namespace podreel::facade {

using MakeRuntime = std::function<std::unique_ptr<ContainerRuntime>(Clock& clock)>;

/// Completes the kubelet's calls when the public runtime replies or a timeout ends them, records them, and tracks the
/// pods of sandboxes and containers.
class RuntimeAdapter final : public runtime::Runtime, public Clock {
 public:
  /// The run begins now. `request_timeout` is KubeletConfiguration.runtimeRequestTimeout.
  RuntimeAdapter(sim::Scheduler& scheduler, trace::Recorder& recorder, sim::Duration request_timeout,
                 const MakeRuntime& make_runtime);

  [[nodiscard]] std::chrono::nanoseconds now() const override { return process_.now() - start_; }
  void after(std::chrono::nanoseconds delay, std::function<void()> callback) override;

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
  struct KnownSandbox {
    api::PodPtr pod;
    std::uint32_t attempt = 0;
  };
  struct KnownContainer {
    std::string sandbox_id;
    runtime::ContainerConfig config;
  };
  /// Description of a recorded call; calls without it are not recorded.
  struct Recorded {
    std::string pod;
    trace::RuntimeCall call;
  };

  /// Returns the runtime's reply; after `timeout`, unless it is zero, gRPC's DeadlineExceeded. `on_success` is called
  /// with the reply, even if the caller has ended by then.
  template <class Value>
  sim::Task<RuntimeResult<Value>> ask(const sim::Process& caller, sim::Duration timeout,
                                      std::function<void(Reply<Value>)> call, std::optional<Recorded> recorded = {},
                                      std::function<void(const Value&, trace::RuntimeCall&)> on_success = {});
  sim::Task<runtime::Result<>> ask_done(const sim::Process& caller, sim::Duration timeout,
                                        std::function<void(Reply<Done>)> call, Recorded recorded,
                                        std::function<void(const Done&, trace::RuntimeCall&)> on_success = {});
  sim::Task<RuntimeResult<RuntimeInventory>> ask_for_inventory(const sim::Process& caller);

  [[nodiscard]] Recorded call_of_sandbox(std::string_view op, const memory::Text& id) const;
  [[nodiscard]] Recorded call_of_container(std::string_view op, const memory::Text& id) const;
  [[nodiscard]] runtime::SandboxStatus status_of(const RuntimeSandbox& sandbox, const KnownSandbox& known) const;
  [[nodiscard]] runtime::ContainerStatus status_of(const RuntimeContainer& container,
                                                   const KnownContainer& known) const;

  sim::Process process_;
  sim::Time start_;
  trace::Recorder& recorder_;
  sim::Duration request_timeout_;
  std::unique_ptr<ContainerRuntime> runtime_;
  /// By id.
  std::map<std::string, KnownSandbox, std::less<>> sandboxes_;
  std::map<std::string, KnownContainer, std::less<>> containers_;
};

}  // namespace podreel::facade
