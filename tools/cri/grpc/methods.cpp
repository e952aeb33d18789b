#include "tools/cri/grpc/methods.hpp"

#include <array>

#include "tools/cri/grpc/image_methods.hpp"
#include "tools/cri/grpc/runtime_methods.hpp"

namespace podreel::cri {

namespace {

struct Method {
  /// For example "RuntimeService/Version".
  std::string_view name;
  Rpc::Serve serve;
  /// Whether runtime.v1alpha2 lacks the method.
  bool is_new = false;
};

const std::array<Method, 29> methods{{
    {"RuntimeService/Version", serve_version},
    {"RuntimeService/Status", serve_status},
    {"RuntimeService/UpdateRuntimeConfig", serve_update_runtime_config},
    {"RuntimeService/RuntimeConfig", serve_runtime_config, true},
    {"RuntimeService/GetContainerEvents", serve_get_container_events, true},
    {"RuntimeService/RunPodSandbox", serve_run_pod_sandbox},
    {"RuntimeService/StopPodSandbox", serve_stop_pod_sandbox},
    {"RuntimeService/RemovePodSandbox", serve_remove_pod_sandbox},
    {"RuntimeService/PodSandboxStatus", serve_pod_sandbox_status},
    {"RuntimeService/ListPodSandbox", serve_list_pod_sandbox},
    {"RuntimeService/UpdatePodSandboxResources", serve_update_pod_sandbox_resources, true},
    {"RuntimeService/CreateContainer", serve_create_container},
    {"RuntimeService/StartContainer", serve_start_container},
    {"RuntimeService/StopContainer", serve_stop_container},
    {"RuntimeService/RemoveContainer", serve_remove_container},
    {"RuntimeService/ListContainers", serve_list_containers},
    {"RuntimeService/ContainerStatus", serve_container_status},
    {"RuntimeService/UpdateContainerResources", serve_update_container_resources},
    {"RuntimeService/ReopenContainerLog", serve_reopen_container_log},
    {"RuntimeService/ExecSync", serve_exec_sync},
    {"RuntimeService/ContainerStats", serve_container_stats},
    {"RuntimeService/ListContainerStats", serve_list_container_stats},
    {"RuntimeService/PodSandboxStats", serve_pod_sandbox_stats},
    {"RuntimeService/ListPodSandboxStats", serve_list_pod_sandbox_stats},
    {"ImageService/ListImages", serve_list_images},
    {"ImageService/ImageStatus", serve_image_status},
    {"ImageService/PullImage", serve_pull_image},
    {"ImageService/RemoveImage", serve_remove_image},
    {"ImageService/ImageFsInfo", serve_image_fs_info},
}};

}  // namespace

Rpc::Serve method_of(std::string_view path) {
  constexpr std::string_view now = "/runtime.v1.";
  constexpr std::string_view old = "/runtime.v1alpha2.";
  const bool is_old = path.starts_with(old);
  if (!is_old && !path.starts_with(now)) return nullptr;
  path.remove_prefix(is_old ? old.size() : now.size());
  for (const Method& method : methods) {
    if (method.name == path) return method.is_new && is_old ? nullptr : method.serve;
  }
  return nullptr;
}

}  // namespace podreel::cri
