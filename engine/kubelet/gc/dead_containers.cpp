#include "engine/kubelet/gc/dead_containers.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>

namespace podreel::kubelet {

namespace {

bool is_dead(const runtime::ContainerStatus& container, Dead dead) {
  return dead == Dead::exited ? container.state == runtime::ContainerState::exited
                              : container.state != runtime::ContainerState::running;
}

}  // namespace

std::vector<memory::Text> dead_containers(const runtime::PodStatus& status, Dead dead, std::string_view name,
                                          std::size_t keep) {
  constexpr std::size_t usually = 4;
  boost::container::small_vector<const runtime::ContainerStatus*, usually> found;
  for (const runtime::ContainerStatus& container : status.containers) {
    const bool matches = name.empty() || container.name == name;
    if (matches && is_dead(container, dead)) found.push_back(&container);
  }
  const auto is_newer = [](const auto* left, const auto* right) { return left->created_at > right->created_at; };
  // In the order in which runtimes list them; even then a stable sort allocates memory.
  if (!std::ranges::is_sorted(found, is_newer)) std::ranges::stable_sort(found, is_newer);
  std::vector<memory::Text> ids;
  ids.reserve(found.size());
  for (auto container = found.begin(); container != found.end(); ++container) {
    const auto newer =
        std::count_if(found.begin(), container, [&](const auto* other) { return other->name == (*container)->name; });
    if (static_cast<std::size_t>(newer) >= keep) ids.push_back((*container)->id);
  }
  return ids;
}

}  // namespace podreel::kubelet
