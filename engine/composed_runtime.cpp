#include "engine/composed_runtime.hpp"

#include <utility>

namespace podreel::runtime {

sim::Task<Result<memory::Text>> ComposedRuntime::run_pod_sandbox(const sim::Process& caller, SandboxConfig config) {
  return services_->sandboxes.run_pod_sandbox(caller, std::move(config));
}

sim::Task<Result<>> ComposedRuntime::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  return services_->sandboxes.stop_pod_sandbox(caller, std::move(sandbox_id));
}

sim::Task<Result<>> ComposedRuntime::remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  return services_->sandboxes.remove_pod_sandbox(caller, std::move(sandbox_id));
}

sim::Task<Result<SandboxStatus>> ComposedRuntime::pod_sandbox_status(const sim::Process& caller,
                                                                     memory::Text sandbox_id) {
  return services_->sandboxes.pod_sandbox_status(caller, std::move(sandbox_id));
}

sim::Task<Result<>> ComposedRuntime::update_pod_sandbox_resources(const sim::Process& caller, memory::Text sandbox_id,
                                                                  api::LinuxResources resources) {
  return services_->sandboxes.update_pod_sandbox_resources(caller, std::move(sandbox_id), resources);
}

sim::Task<Result<memory::Text>> ComposedRuntime::create_container(const sim::Process& caller, memory::Text sandbox_id,
                                                                  ContainerConfig config) {
  return services_->containers.create_container(caller, std::move(sandbox_id), std::move(config));
}

sim::Task<Result<>> ComposedRuntime::start_container(const sim::Process& caller, memory::Text container_id) {
  return services_->containers.start_container(caller, std::move(container_id));
}

sim::Task<Result<>> ComposedRuntime::stop_container(const sim::Process& caller, memory::Text container_id,
                                                    sim::Duration timeout) {
  return services_->containers.stop_container(caller, std::move(container_id), timeout);
}

sim::Task<Result<>> ComposedRuntime::remove_container(const sim::Process& caller, memory::Text container_id) {
  return services_->containers.remove_container(caller, std::move(container_id));
}

sim::Task<Result<std::vector<memory::Text>>> ComposedRuntime::list_running_containers(const sim::Process& caller) {
  return services_->containers.list_running_containers(caller);
}

sim::Task<Result<>> ComposedRuntime::container_status(const sim::Process& caller, memory::Text container_id) {
  return services_->containers.container_status(caller, std::move(container_id));
}

sim::Task<Result<>> ComposedRuntime::update_container_resources(const sim::Process& caller, memory::Text container_id,
                                                                api::LinuxResources resources) {
  return services_->containers.update_container_resources(caller, std::move(container_id), resources);
}

std::optional<ContainerConfig> ComposedRuntime::stored_config(std::string_view container_id) const {
  return services_->containers.stored_config(container_id);
}

sim::Task<Result<ExecResult>> ComposedRuntime::exec_sync(const sim::Process& caller, memory::Text container_id,
                                                         std::vector<std::string> command, sim::Duration timeout) {
  return services_->commands.exec_sync(caller, std::move(container_id), std::move(command), timeout);
}

sim::Task<CommandRunner::NetworkAnswer> ComposedRuntime::probe_network(const sim::Process& caller,
                                                                       memory::Text container_id, NetworkProbe probe,
                                                                       sim::Duration timeout) {
  return services_->commands.probe_network(caller, std::move(container_id), std::move(probe), timeout);
}

std::optional<CommandRunner::SteadyAnswer<CommandRunner::NetworkAnswer>> ComposedRuntime::steady_network_answer(
    const memory::Text& container_id, NetworkProbe::Kind kind) const {
  return services_->commands.steady_network_answer(container_id, kind);
}

std::optional<CommandRunner::SteadyAnswer<ExecResult>> ComposedRuntime::steady_exec_answer(
    const memory::Text& container_id, const std::vector<std::string>& command) const {
  return services_->commands.steady_exec_answer(container_id, command);
}

sim::Task<Result<std::optional<ImageStatus>>> ComposedRuntime::image_status(const sim::Process& caller,
                                                                            memory::Text image) {
  return services_->images.image_status(caller, std::move(image));
}

sim::Task<Result<memory::Text>> ComposedRuntime::pull_image(const sim::Process& caller, memory::Text image,
                                                            api::PodPtr pod) {
  return services_->images.pull_image(caller, std::move(image), std::move(pod));
}

sim::Task<Result<std::vector<ImageSummary>>> ComposedRuntime::list_images(const sim::Process& caller) {
  return services_->images.list_images(caller);
}

sim::Task<Result<>> ComposedRuntime::remove_image(const sim::Process& caller, memory::Text image) {
  return services_->images.remove_image(caller, std::move(image));
}

std::optional<FilesystemUsage> ComposedRuntime::image_filesystem() const {
  return services_->images.image_filesystem();
}

MemoryUsage ComposedRuntime::memory_usage(const memory::Text& pod_uid) const {
  return services_->stats.memory_usage(pod_uid);
}

std::optional<NodeUsage> ComposedRuntime::node_usage() const {
  return services_->stats.node_usage();
}

std::vector<ContainerUsage> ComposedRuntime::container_usage(const memory::Text& pod_uid) const {
  return services_->stats.container_usage(pod_uid);
}

std::optional<sim::Time> ComposedRuntime::next_usage_change() const {
  return services_->stats.next_usage_change();
}

sim::Task<Result<std::vector<RunningPod>>> ComposedRuntime::get_pods(const sim::Process& caller, bool all) {
  return services_->pods.get_pods(caller, all);
}

sim::Task<Result<RunningPod>> ComposedRuntime::get_pod(const sim::Process& caller, memory::Text pod_uid) {
  return services_->pods.get_pod(caller, std::move(pod_uid));
}

sim::Task<Result<PodStatusPtr>> ComposedRuntime::get_pod_status(const sim::Process& caller, memory::Text pod_uid) {
  return services_->pods.get_pod_status(caller, std::move(pod_uid));
}

}  // namespace podreel::runtime
