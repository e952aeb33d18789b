#include "engine/kubelet/eviction/eviction_message.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/amount.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/kubelet/eviction/eviction_ranking.hpp"
#include "engine/release/behaviour/evicting.hpp"

namespace podreel::kubelet {

namespace {

/// As resource.Quantity prints it: bytes in powers of two, anything else in powers of ten.
std::string quantity_text(std::int64_t amount, EvictionSignal signal) {
  const bool is_counted = signal == EvictionSignal::nodefs_inodes_free || signal == EvictionSignal::pid_available;
  return is_counted ? api::Quantity::parse(std::to_string(amount))->canonical() : api::memory_text(amount);
}

/// Returns the request of a container as written; "0" if it has none.
std::string requested(const api::Container& container, std::string_view resource) {
  const auto found = container.requests.find(resource);
  return found == container.requests.end() ? "0" : std::string{found->second};
}

/// Null for a container that messages of this release do not name.
const api::Container* named_container(const api::PodSpec& spec, std::string_view name,
                                      const release::Behaviour& behaviour) {
  const api::FoundContainer found = api::find_container(spec, name);
  const bool is_named =
      found.kind == api::ContainerKind::regular ||
      (found.kind == api::ContainerKind::init && behaviour.has(release::eviction_names_init_containers));
  return is_named ? found.container : nullptr;
}

std::string consumption(std::string_view what, std::string_view name, const std::string& used, std::string_view request,
                        std::string_view resource) {
  return fmt::format("{} {} was using {}, request is {}, has larger consumption of {}. ", what, name, used, request,
                     resource);
}

/// The usage of a pod that requests memory as a whole; empty for other pods.
std::string pod_consumption(const api::Pod& pod, const std::vector<runtime::ContainerUsage>& containers,
                            EvictionSignal signal) {
  const auto request = pod.spec->requests.find("memory");
  if (request == pod.spec->requests.end()) return {};
  std::int64_t used = 0;
  for (const runtime::ContainerUsage& usage : containers) used += usage.memory;
  return consumption("Pod", pod.metadata.name.view(), quantity_text(used, signal), request->second, "memory");
}

}  // namespace

std::string eviction_message(const api::Pod& pod, const EvictionThreshold& threshold,
                             const runtime::ResourceUsage& observed,
                             const std::vector<runtime::ContainerUsage>& containers,
                             const release::Behaviour& behaviour) {
  const EvictionSignal signal = threshold.signal;
  const std::string_view resource = resource_of(signal, behaviour);
  if (!behaviour.has(release::eviction_names_containers))
    return fmt::format("The node was low on resource: {}.", resource);
  std::string message = fmt::format("The node was low on resource: {}. ", resource);
  if (behaviour.has(release::eviction_says_threshold)) {
    message += fmt::format("Threshold quantity: {}, available: {}. ",
                           quantity_text(threshold.value.of(observed.capacity), signal),
                           quantity_text(observed.available, signal));
  }
  if (resource != "memory" && resource != "ephemeral-storage") return message;
  if (resource == "memory" && behaviour.has(release::eviction_names_pod)) {
    message += pod_consumption(pod, containers, signal);
  }
  for (const runtime::ContainerUsage& usage : containers) {
    const api::Container* container = named_container(*pod.spec, usage.name.view(), behaviour);
    if (container == nullptr) continue;
    const std::string request = requested(*container, resource);
    const std::int64_t used = resource == "memory" ? usage.memory : usage.disk;
    if (used <= api::whole_value(request)) continue;
    message += behaviour.has(release::eviction_says_larger_consumption)
                   ? consumption("Container", usage.name.view(), quantity_text(used, signal), request, resource)
                   : fmt::format("Container {} was using {}, which exceeds its request of {}. ", usage.name,
                                 quantity_text(used, signal), request);
  }
  return message;
}

std::string pressure_message(const std::vector<std::string_view>& conditions, const release::Behaviour& behaviour) {
  const std::string list = fmt::format("[{}]", fmt::join(conditions, " "));
  return behaviour.has(release::eviction_names_containers) ? fmt::format("The node had condition: {}. ", list)
                                                           : fmt::format("The node was low on resource: {}.", list);
}

}  // namespace podreel::kubelet
