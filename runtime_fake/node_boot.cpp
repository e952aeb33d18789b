// The node of the runtime goes down, and boots.
#include <algorithm>
#include <utility>

#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

namespace {

// What containerd says of a container whose task is gone: internal/cri/server/restart.go, unknownContainerStatus.
constexpr std::int32_t unknown_exit_code = 255;
constexpr std::string_view unknown_exit_reason = "Unknown";

constexpr std::string_view node_down = "node_down";

}  // namespace

void FakeRuntime::go_down() {
  ++ends_;
  if (recorder_.wants<trace::World>()) recorder_.record({}, trace::World{std::string{node_down}});
  for (auto& [uid, pod] : inventory_.pods()) {
    for (const auto& container : pod.containers) {
      if (!container->is_running()) continue;
      life_.exit(pod, *container, unknown_exit_code, node_down, unknown_exit_reason);
      ended_with_node_.push_back(container->id);
    }
    for (Sandbox& sandbox : pod.sandboxes) sandbox.ready = false;
    if (!pod.sandboxes.empty()) inventory_.changed(pod);
  }
}

void FakeRuntime::boot() {
  for (const memory::Text& id : std::exchange(ended_with_node_, {})) {
    const auto [pod, container] = inventory_.find_container(id);
    if (container == nullptr) continue;
    container->finished_at = process_.now();
    inventory_.changed(*pod);
  }
  hung_until_ = std::min(hung_until_, process_.now());
  down_until_ = std::min(down_until_, process_.now());
  if (recorder_.wants<trace::World>()) recorder_.record({}, trace::World{"node_booted"});
  inventory_.changed_for_all();
}

}  // namespace podreel::runtime_fake
