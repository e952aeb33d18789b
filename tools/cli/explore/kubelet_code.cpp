#include "tools/cli/explore/kubelet_code.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <variant>

namespace podreel::cli {

namespace {

/// Code that does what a record shows. Kinds whose code is the same for all operations have an empty one.
struct Code {
  std::string_view kind;
  std::string_view op;
  std::string_view place;
};

constexpr std::array code_table{
    Code{"sync", "enter", "pod_workers.go, podWorkerLoop"},
    Code{"sync", "exit", "kubelet.go, SyncPod; kuberuntime/kuberuntime_manager.go, computePodActions"},
    Code{"sync", "terminating-enter", "kubelet.go, SyncTerminatingPod"},
    Code{"sync", "terminating-exit",
         "kubelet.go, SyncTerminatingPod; kuberuntime/kuberuntime_container.go, killContainer"},
    Code{"sync", "terminated-enter", "kubelet.go, SyncTerminatedPod"},
    Code{"sync", "terminated-exit", "kubelet.go, SyncTerminatedPod"},
    Code{"runtime", "RunPodSandbox", "kuberuntime/kuberuntime_sandbox.go, createPodSandbox"},
    Code{"runtime", "StopPodSandbox", "kuberuntime/kuberuntime_manager.go, killPodWithSyncResult"},
    Code{"runtime", "RemovePodSandbox", "kuberuntime/kuberuntime_gc.go, removeSandbox"},
    Code{"runtime", "CreateContainer", "kuberuntime/kuberuntime_container.go, startContainer"},
    Code{"runtime", "StartContainer", "kuberuntime/kuberuntime_container.go, startContainer"},
    Code{"runtime", "StopContainer", "kuberuntime/kuberuntime_container.go, killContainer"},
    Code{"runtime", "RemoveContainer", "kuberuntime/kuberuntime_container.go, removeContainer"},
    Code{"runtime", "PullImage", "images/image_manager.go, EnsureImageExists"},
    Code{"runtime", "RemoveImage", "images/image_gc_manager.go, freeImage"},
    Code{"runtime", "ExecSync", "prober/prober.go, runProbe; lifecycle/handlers.go, Run"},
    Code{"runtime", "UpdateContainerResources", "kuberuntime/kuberuntime_manager.go, doPodResizeAction"},
    Code{"runtime", "UpdatePodSandboxResources", "kuberuntime/kuberuntime_sandbox.go, updatePodSandboxResources"},
    Code{"pleg", "", "pleg/generic.go, Relist"},
    Code{"loop", "", "kubelet.go, syncLoopIteration"},
    Code{"status", "", "kubelet_pods.go, generateAPIPodStatus; status/status_manager.go, syncPod"},
    Code{"probe", "", "prober/worker.go, doProbe"},
    Code{"kubelet", "start", "kubelet.go, Run; pod_workers.go, SyncKnownPods"},
};

/// The record's operation; empty for kinds whose code does not depend on it.
std::string_view op_of(const trace::Record& record) {
  if (const auto* call = std::get_if<trace::RuntimeCall>(&record.payload)) return call->op;
  if (const auto* sync = std::get_if<trace::Sync>(&record.payload)) return sync->op;
  if (const auto* process = std::get_if<trace::KubeletProcess>(&record.payload)) return process->what;
  return {};
}

std::string_view kind_of(const trace::Record& record) {
  return std::visit([](const auto& payload) { return std::decay_t<decltype(payload)>::kind; }, record.payload);
}

}  // namespace

std::vector<std::string> kubelet_code_of(const std::vector<trace::Record>& records) {
  std::vector<std::string> places;
  for (const trace::Record& record : records) {
    const std::string_view kind = kind_of(record);
    const std::string_view op = op_of(record);
    for (const Code& code : code_table) {
      if (code.kind != kind || code.op != op) continue;
      if (std::ranges::find(places, code.place) == places.end()) places.emplace_back(code.place);
    }
  }
  return places;
}

}  // namespace podreel::cli
