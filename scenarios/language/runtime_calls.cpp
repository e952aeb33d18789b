#include "scenarios/language/runtime_calls.hpp"

namespace podreel::language {

const std::vector<std::string>& runtime_calls() {
  static const std::vector<std::string> calls{
      "RunPodSandbox",   "StopPodSandbox", "RemovePodSandbox", "PodSandboxStatus",         "ListPodSandbox",
      "CreateContainer", "StartContainer", "StopContainer",    "RemoveContainer",          "ContainerStatus",
      "ListContainers",  "ExecSync",       "ImageStatus",      "UpdateContainerResources", "PullImage",
      "ListImages",      "RemoveImage",
  };
  return calls;
}

}  // namespace podreel::language
