#include "engine/kubelet/allocation/status_match.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "engine/api/linux_resources.hpp"
#include "engine/api/resource_amounts.hpp"

namespace podreel::kubelet {

namespace {

/// Compares a resource of two lists, if `allocated` names it. Amounts up to `smallest` count as equal.
bool matches(const api::ResourceList& allocated, const api::ResourceList* reported, std::string_view resource,
             std::int64_t smallest) {
  if (!allocated.contains(resource)) return true;
  if (reported == nullptr) return false;
  const std::int64_t wanted = api::amount_in(allocated, resource);
  const std::int64_t seen = api::amount_in(*reported, resource);
  return wanted == seen || (wanted <= smallest && seen <= smallest);
}

bool matches(const api::Container& container, const runtime::ContainerStatus& seen) {
  const api::ResourceList* requests = seen.resources ? &seen.resources->first : nullptr;
  const api::ResourceList* limits = seen.resources ? &seen.resources->second : nullptr;
  return matches(container.requests, requests, "cpu", api::min_cpu_request) &&
         matches(container.limits, limits, "cpu", api::min_cpu_limit) && matches(container.limits, limits, "memory", 0);
}

}  // namespace

bool matches_status(const api::PodSpec& allocated, const runtime::PodStatus& observed) {
  return std::ranges::all_of(allocated.containers, [&observed](const api::Container& container) {
    const runtime::ContainerStatus* seen = observed.find(container.name);
    return seen == nullptr || seen->state != runtime::ContainerState::running || matches(container, *seen);
  });
}

}  // namespace podreel::kubelet
