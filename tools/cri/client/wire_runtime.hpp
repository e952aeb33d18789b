// A container runtime behind a CRI socket, for a simulated kubelet.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/call_record.hpp"
#include "tools/cri/client/connection.hpp"
#include "tools/cri/client/network_prober.hpp"
#include "tools/cri/runtime/objects.hpp"

namespace podreel::cri {

/// Makes the calls of kuberuntime, records those that change something, and converts wall-clock times to simulated
/// ones. Values that CRI does not report, such as the node's usage, are unknown. Probes connect to the pod addresses
/// that the runtime reports.
class WireRuntime final : public runtime::Runtime {
 public:
  /// `request_timeout` is KubeletConfiguration.runtimeRequestTimeout.
  WireRuntime(Connection& connection, NetworkProber& prober, Pace pace, trace::Recorder& recorder,
              sim::Duration request_timeout)
      : connection_{connection},
        prober_{prober},
        pace_{std::move(pace)},
        recorder_{recorder},
        request_timeout_{request_timeout} {}

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
  sim::Task<runtime::Result<std::vector<memory::Text>>> list_running_containers(const sim::Process& caller) override;
  sim::Task<runtime::Result<runtime::ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                                            std::vector<std::string> command,
                                                            sim::Duration timeout) override;
  sim::Task<runtime::Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                          api::LinuxResources resources) override;
  sim::Task<runtime::Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                            api::LinuxResources resources) override;
  sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> image_status(const sim::Process& caller,
                                                                               memory::Text image) override;
  sim::Task<runtime::Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image,
                                                      api::PodPtr pod) override;
  sim::Task<runtime::Result<std::vector<runtime::ImageSummary>>> list_images(const sim::Process& caller) override;
  sim::Task<runtime::Result<>> remove_image(const sim::Process& caller, memory::Text image) override;
  sim::Task<runtime::Result<>> version(const sim::Process& caller) override;
  sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller) override;
  sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> get_pods(const sim::Process& caller, bool all) override;
  sim::Task<runtime::Result<runtime::RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid) override;
  sim::Task<runtime::Result<runtime::PodStatusPtr>> get_pod_status(const sim::Process& caller,
                                                                   memory::Text pod_uid) override;
  [[nodiscard]] std::optional<runtime::ContainerConfig> stored_config(std::string_view container_id) const override;
  sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                         sim::Duration timeout) override;

 private:
  /// State of a sandbox when it was last listed.
  struct KnownSandbox {
    std::string pod{};
    std::uint32_t attempt = 0;
    Pairs labels{};
    SandboxMetadata metadata{};
    bool host_network = false;
    std::string ip{};
  };
  struct KnownContainer {
    std::string pod{};
    std::string name{};
    std::uint32_t attempt = 0;
    Pairs labels{};
    Pairs annotations{};
    std::string sandbox_id{};
  };
  /// Sandboxes and containers of one pod, or of all if `pod_uid` is empty.
  struct Listing {
    std::vector<runtime::SandboxSummary> sandboxes;
    std::vector<runtime::ContainerSummary> containers;
    /// Name and namespace by UID.
    std::map<memory::Text, std::pair<memory::Text, memory::Text>> names;
  };
  sim::Task<runtime::Result<Listing>> list(const sim::Process& caller, bool all, memory::Text pod_uid);

  [[nodiscard]] trace::RuntimeCall call_of_sandbox(std::string_view op, const memory::Text& id) const;
  [[nodiscard]] trace::RuntimeCall call_of_container(std::string_view op, const memory::Text& id) const;
  [[nodiscard]] std::string pod_of_sandbox(const memory::Text& id) const;
  [[nodiscard]] std::string pod_of_container(const memory::Text& id) const;
  /// Records the call when it has ended; `add` adds details to the record of a successful call.
  template <class Response>
  [[nodiscard]] Connection::OnResult<Response> recorded(
      const sim::Process& caller, const std::string& pod, trace::RuntimeCall call,
      std::function<void(const Response&, trace::RuntimeCall&)> add = {}) const;

  Connection& connection_;
  NetworkProber& prober_;
  Pace pace_;
  trace::Recorder& recorder_;
  sim::Duration request_timeout_;
  std::map<std::string, KnownSandbox, std::less<>> sandboxes_;
  std::map<std::string, KnownContainer, std::less<>> containers_;
};

template <class Response>
Connection::OnResult<Response> WireRuntime::recorded(
    const sim::Process& caller, const std::string& pod, trace::RuntimeCall call,
    std::function<void(const Response&, trace::RuntimeCall&)> add) const {
  if (!recorder_.wants<trace::RuntimeCall>()) return {};
  const auto record = std::make_shared<runtime_fake::CallRecord>(recorder_, pod, std::move(call));
  return [record, &scheduler = caller.scheduler(), began = caller.now(),
          add = std::move(add)](const runtime::Result<Response>* result) {
    std::optional<std::string> error;
    if (result != nullptr && !*result) error = result->error().message;
    if (result != nullptr && *result && add) add(**result, record->call());
    record->record_result(std::move(error), scheduler.now() - began);
  };
}

}  // namespace podreel::cri
