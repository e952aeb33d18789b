#include "engine/kubelet/gc/dead_containers.hpp"

#include <algorithm>
#include <map>

namespace podreel::kubelet {

std::vector<std::string> dead_containers(const runtime::PodStatus& status, std::string_view name, std::size_t keep) {
  std::vector<const runtime::ContainerStatus*> exited;
  for (const runtime::ContainerStatus& container : status.containers) {
    const bool matches = name.empty() || container.name == name;
    if (matches && container.state == runtime::ContainerState::exited) exited.push_back(&container);
  }
  std::ranges::stable_sort(exited, std::greater{}, [](const auto* container) { return container->created_at; });
  std::map<std::string_view, std::size_t> kept;
  std::vector<std::string> ids;
  for (const runtime::ContainerStatus* container : exited) {
    if (kept[container->name]++ >= keep) ids.push_back(container->id);
  }
  return ids;
}

}  // namespace podreel::kubelet
