#include "engine/runtime.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace podreel::runtime {

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
  boost::throw_exception(std::runtime_error{"runtime call failed: " + error.message}, where);
}

std::string status_description(const Error& error) {
  constexpr std::string_view marker = " desc = ";
  const std::size_t found = error.message.find(marker);
  if (!error.message.starts_with("rpc error: code = ") || found == std::string::npos) return error.message;
  return error.message.substr(found + marker.size());
}

std::string without_unknown_code(const Error& error) {
  return error.message.starts_with("rpc error: code = Unknown ") ? status_description(error) : error.message;
}

std::string_view to_string(ContainerState state) noexcept {
  switch (state) {
    case ContainerState::created:
      return "created";
    case ContainerState::running:
      return "running";
    case ContainerState::exited:
      return "exited";
    case ContainerState::unknown:
      break;
  }
  return "unknown";
}

const ContainerStatus* PodStatus::find(std::string_view container_name) const noexcept {
  const auto found = std::ranges::find(containers, container_name, &ContainerStatus::name);
  return found == containers.end() ? nullptr : &*found;
}

sim::Task<Result<>> ContainerManager::container_status(const sim::Process& /*caller*/, memory::Text /*container_id*/) {
  co_return Result<>{};
}

sim::Task<Result<std::vector<memory::Text>>> ContainerManager::list_running_containers(const sim::Process& /*caller*/) {
  co_return Result<std::vector<memory::Text>>{std::vector<memory::Text>{}};
}

sim::Task<Result<>> Runtime::version(const sim::Process& /*caller*/) {
  co_return Result<>{};
}

sim::Task<Result<>> PodSandboxManager::update_pod_sandbox_resources(const sim::Process& /*caller*/,
                                                                    memory::Text /*sandbox_id*/,
                                                                    api::LinuxResources /*resources*/) {
  co_return Result<>{};
}

sim::Task<Result<std::vector<ImageSummary>>> ImageManagerService::list_images(const sim::Process& /*caller*/) {
  co_return Result<std::vector<ImageSummary>>{std::vector<ImageSummary>{}};
}

sim::Task<Result<>> ImageManagerService::remove_image(const sim::Process& /*caller*/, memory::Text /*image*/) {
  co_return Result<>{};
}

sim::Task<Result<RunningPod>> PodLister::get_pod(const sim::Process& caller, memory::Text pod_uid) {
  Result<std::vector<RunningPod>> pods = co_await get_pods(caller, true);
  if (!pods) co_return Result<RunningPod>{pods.error()};
  const auto found = std::ranges::find(*pods, pod_uid, &RunningPod::uid);
  RunningPod pod;
  if (found != pods->end()) {
    pod = std::move(*found);
  } else {
    pod.uid = pod_uid;
  }
  co_return Result<RunningPod>{std::move(pod)};
}

}  // namespace podreel::runtime
