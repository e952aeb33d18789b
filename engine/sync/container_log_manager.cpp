#include "engine/sync/container_log_manager.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/behaviour/syncing.hpp"

namespace podreel::sync {

sim::Task<runtime::Result<>> ContainerLogManager::clean(memory::Text container_id) {
  if (!deps_.behaviour.has(release::rotated_logs_are_cleaned)) co_return runtime::Result<>{};
  co_await mutex_.acquire();
  const runtime::Result<> status = co_await deps_.runtime.container_status(deps_.process, std::move(container_id));
  mutex_.release();
  co_return status;
}

sim::Task<> ContainerLogManager::rotate_logs() {
  co_await mutex_.acquire();
  const auto running = co_await deps_.runtime.list_running_containers(deps_.process);
  if (running && deps_.behaviour.has(release::log_rotation_has_workers)) {
    enqueue(*running);
  } else if (running) {
    co_await find_logs(*running);
  }
  mutex_.release();
}

sim::Task<> ContainerLogManager::find_logs(std::vector<memory::Text> container_ids) {
  for (const memory::Text& id : container_ids) {
    static_cast<void>(co_await deps_.runtime.container_status(deps_.process, id));
  }
}

void ContainerLogManager::enqueue(const std::vector<memory::Text>& container_ids) {
  for (const memory::Text& id : container_ids) {
    if (std::ranges::find(queue_, id) == queue_.end()) queue_.push_back(id);
  }
  if (!queue_.empty() && !std::exchange(is_worker_busy_, true)) sim::spawn(deps_.process, work());
}

sim::Task<> ContainerLogManager::work() {
  PODREEL_INVARIANT(is_worker_busy_, "one worker looks for logs");
  while (!queue_.empty()) {
    const memory::Text id = std::move(queue_.front());
    queue_.pop_front();
    static_cast<void>(co_await deps_.runtime.container_status(deps_.process, id));
  }
  is_worker_busy_ = false;
}

}  // namespace podreel::sync
