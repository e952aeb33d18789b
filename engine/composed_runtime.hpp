// A runtime that is put together from services.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/runtime.hpp"

namespace podreel::runtime {

/// Forwards every call to the service that answers it.
class ComposedRuntime : public Runtime {
 public:
  sim::Task<Result<memory::Text>> run_pod_sandbox(const sim::Process& caller, SandboxConfig config) final;
  sim::Task<Result<>> stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) final;
  sim::Task<Result<>> remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) final;
  sim::Task<Result<SandboxStatus>> pod_sandbox_status(const sim::Process& caller, memory::Text sandbox_id) final;
  sim::Task<Result<>> update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                   api::LinuxResources resources) final;

  sim::Task<Result<memory::Text>> create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                   ContainerConfig config) final;
  sim::Task<Result<>> start_container(const sim::Process& caller, memory::Text container_id) final;
  sim::Task<Result<>> stop_container(const sim::Process& caller, memory::Text container_id,
                                     sim::Duration timeout) final;
  sim::Task<Result<>> remove_container(const sim::Process& caller, memory::Text container_id) final;
  sim::Task<Result<>> container_status(const sim::Process& caller, memory::Text container_id) final;
  sim::Task<Result<std::vector<memory::Text>>> list_running_containers(const sim::Process& caller) final;
  sim::Task<Result<>> update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                 api::LinuxResources resources) final;
  [[nodiscard]] std::optional<ContainerConfig> stored_config(std::string_view container_id) const final;

  sim::Task<Result<ExecResult>> exec_sync(const sim::Process& caller, memory::Text container_id,
                                          std::vector<std::string> command, sim::Duration timeout) final;
  sim::Task<NetworkAnswer> probe_network(const sim::Process& caller, memory::Text container_id, NetworkProbe probe,
                                         sim::Duration timeout) final;
  [[nodiscard]] std::optional<SteadyAnswer<NetworkAnswer>> steady_network_answer(const memory::Text& container_id,
                                                                                 NetworkProbe::Kind kind) const final;
  [[nodiscard]] std::optional<SteadyAnswer<ExecResult>> steady_exec_answer(
      const memory::Text& container_id, const std::vector<std::string>& command) const final;

  sim::Task<Result<std::optional<ImageStatus>>> image_status(const sim::Process& caller, memory::Text image) final;
  sim::Task<Result<memory::Text>> pull_image(const sim::Process& caller, memory::Text image, api::PodPtr pod) final;
  sim::Task<Result<std::vector<ImageSummary>>> list_images(const sim::Process& caller) final;
  sim::Task<Result<>> remove_image(const sim::Process& caller, memory::Text image) final;
  [[nodiscard]] std::optional<FilesystemUsage> image_filesystem() const final;

  [[nodiscard]] MemoryUsage memory_usage(const memory::Text& pod_uid) const final;
  [[nodiscard]] std::optional<NodeUsage> node_usage() const final;
  [[nodiscard]] std::vector<ContainerUsage> container_usage(const memory::Text& pod_uid) const final;
  [[nodiscard]] std::optional<sim::Time> next_usage_change() const final;

  sim::Task<Result<std::vector<RunningPod>>> get_pods(const sim::Process& caller, bool all) final;
  sim::Task<Result<RunningPod>> get_pod(const sim::Process& caller, memory::Text pod_uid) final;
  sim::Task<Result<PodStatusPtr>> get_pod_status(const sim::Process& caller, memory::Text pod_uid) final;

 protected:
  struct Services {
    PodSandboxManager& sandboxes;
    ContainerManager& containers;
    CommandRunner& commands;
    ImageManagerService& images;
    StatsProvider& stats;
    PodLister& pods;
  };
  /// To be called before the first call, by the constructor of the class that owns the services.
  void compose(const Services& services) { services_.emplace(services); }

 private:
  std::optional<Services> services_;
};

}  // namespace podreel::runtime
