#include "scenarios/format/runtime_calls.hpp"

namespace podreel::format {

const std::vector<std::string>& runtime_calls() {
  static const std::vector<std::string> calls{
      "RunPodSandbox",    "StopPodSandbox",
      "RemovePodSandbox", "PodSandboxStatus",
      "ListPodSandbox",   "CreateContainer",
      "StartContainer",   "StopContainer",
      "RemoveContainer",  "ContainerStatus",
      "ListContainers",   "ExecSync",
      "ImageStatus",      "UpdateContainerResources",
      "PullImage",        "ListImages",
      "RemoveImage",      "UpdatePodSandboxResources",
      "Status",           "Version",
  };
  return calls;
}

bool is_about_a_pod(std::string_view call) noexcept {
  const bool is_about_node = call == "ImageStatus" || call == "RemoveImage" || call == "Status" || call == "Version";
  return !is_about_node && !call.starts_with("List");
}

bool is_about_a_container(std::string_view call) noexcept {
  return is_about_a_pod(call) && call != "PullImage" && call.find("PodSandbox") == std::string_view::npos;
}

}  // namespace podreel::format
