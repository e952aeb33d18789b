#include "engine/kubelet/eviction/local_storage_limit.hpp"

#include <fmt/format.h>
#include <numeric>

#include "engine/api/amount.hpp"
#include "engine/api/quantity.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/evicting.hpp"

namespace podreel::kubelet {

namespace {

constexpr std::string_view ephemeral_storage = "ephemeral-storage";

/// Null without a limit.
const std::string* limit_of(const api::Container& container) {
  const auto limit = container.limits.find(ephemeral_storage);
  return limit == container.limits.end() ? nullptr : &limit->second;
}

/// As resource.Quantity prints it.
std::string printed(const std::string& limit) {
  const std::optional<api::Quantity> quantity = api::Quantity::parse(limit);
  return quantity ? quantity->text() : limit;
}

/// The only limit keeps its format; a sum is printed in powers of two.
std::string printed_sum(const api::Pod& pod, std::int64_t sum) {
  const std::string* only = nullptr;
  for (const auto* list : {&pod.spec->init_containers, &pod.spec->containers}) {
    for (const api::Container& container : *list) {
      const std::string* limit = limit_of(container);
      if (limit == nullptr) continue;
      if (only != nullptr) return api::memory_text(sum);
      only = limit;
    }
  }
  return only == nullptr ? api::memory_text(sum) : printed(*only);
}

/// The container of that name, if its own limit counts; else null.
const api::Container* limited_container(const api::PodSpec& spec, std::string_view name,
                                        const release::Behaviour& behaviour) {
  const api::FoundContainer found = api::find_container(spec, name);
  if (found.kind == api::ContainerKind::regular) return found.container;
  const bool counts = found.kind == api::ContainerKind::init && decide::is_sidecar(*found.container, behaviour) &&
                      behaviour.has(release::sidecars_keep_storage_limits);
  return counts ? found.container : nullptr;
}

}  // namespace

std::optional<std::string> exceeded_storage_limit(const api::Pod& pod,
                                                  const std::vector<runtime::ContainerUsage>& containers,
                                                  bool images_are_apart, const release::Behaviour& behaviour) {
  const std::int64_t limit = decide::pod_limit(*pod.spec, ephemeral_storage, behaviour);
  const std::int64_t used =
      std::accumulate(containers.begin(), containers.end(), std::int64_t{0},
                      [](std::int64_t sum, const runtime::ContainerUsage& usage) { return sum + usage.disk; });
  if (limit > 0 && used > limit) {
    return fmt::format("Pod ephemeral local storage usage exceeds the total limit of containers {}. ",
                       printed_sum(pod, limit));
  }
  if (images_are_apart) return std::nullopt;
  for (const runtime::ContainerUsage& usage : containers) {
    const api::Container* container = limited_container(*pod.spec, usage.name.view(), behaviour);
    if (container == nullptr) continue;
    const std::string* own = limit_of(*container);
    if (own == nullptr || api::whole_value(*own) <= 0 || usage.disk <= api::whole_value(*own)) continue;
    return fmt::format("Container {} exceeded its local ephemeral storage limit \"{}\". ", usage.name, printed(*own));
  }
  return std::nullopt;
}

std::vector<std::pair<api::PodPtr, std::string>> exceeding_storage_limits(
    const EvictionManager::Dependencies& dependencies) {
  std::vector<std::pair<api::PodPtr, std::string>> exceeding;
  if (!dependencies.behaviour.has(release::local_storage_limits_evict)) return exceeding;
  const bool images_are_apart = dependencies.runtime.image_filesystem().has_value();
  for (const api::PodPtr& pod : dependencies.host.active_pods()) {
    auto message = exceeded_storage_limit(*pod, dependencies.runtime.container_usage(pod->metadata.uid),
                                          images_are_apart, dependencies.behaviour);
    if (message) exceeding.emplace_back(pod, *std::move(message));
  }
  return exceeding;
}

}  // namespace podreel::kubelet
