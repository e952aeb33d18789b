// The kubelet's rotation of container logs, as far as it delays others.
#pragma once

#include <deque>
#include <span>

#include "engine/memory/text.hpp"
#include "engine/runtime.hpp"
#include "engine/sim/semaphore.hpp"
#include "engine/sync/container_logs.hpp"
#include "engine/sync/sync_dependencies.hpp"

namespace podreel::sync {

/// pkg/kubelet/logs/container_log_manager.go: a container that is to be removed loses its logs first, and waits for the
/// mutex that a rotation holds while it lists the containers. Logs have no size here, so none is rotated.
class ContainerLogManager {
 public:
  /// All must outlive it. `logs`: what the containers of the node have written.
  ContainerLogManager(const SyncDependencies& dependencies, ContainerLogs& logs)
      : deps_{dependencies}, logs_{logs}, mutex_{deps_.process, 1} {}

  /// Clean (1.18): asks for the container's status, to find its logs, while no rotation is under way. Before 1.18
  /// nothing is asked. Fails if the runtime does.
  [[nodiscard]] sim::Task<runtime::Result<>> clean(memory::Text container_id);
  /// Removes the log of a container of the pod.
  void remove_log(const runtime::PodStatus& pod, const memory::Text& container_id) {
    logs_.remove(pod, std::span{&container_id, 1});
  }
  /// Removes the logs of all pods for which `is_over` returns true.
  template <class IsOver>
  void remove_logs_of_pods(const IsOver& is_over) {
    logs_.remove_pods(is_over);
  }

  /// rotateLogs: lists the containers, and asks for the status of each one that runs; from 1.30 on a worker asks, after
  /// the rotation. What fails is left until the next rotation.
  [[nodiscard]] sim::Task<> rotate_logs();

 private:
  [[nodiscard]] sim::Task<> find_logs(std::vector<memory::Text> container_ids);
  /// Adds what is not waiting yet to the worker's queue.
  void enqueue(const std::vector<memory::Text>& container_ids);
  [[nodiscard]] sim::Task<> work();

  SyncDependencies deps_;
  ContainerLogs& logs_;
  sim::Semaphore mutex_;
  std::deque<memory::Text> queue_;
  bool is_worker_busy_ = false;
};

}  // namespace podreel::sync
