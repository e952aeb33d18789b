#include "engine/sync/memory_decrease.hpp"

#include <fmt/format.h>

#include "engine/release/behaviour/resizing.hpp"

namespace podreel::sync {

namespace {

const api::Container& container_of(const api::PodSpec& spec, const decide::ContainerToResize& resize) {
  const bool init = resize.kind == api::ContainerKind::init;
  return (init ? spec.init_containers : spec.containers)[resize.container];
}

/// A container whose limit is not known may have had a higher one.
bool lowers_limit(const decide::ContainerToResize& resize) {
  const std::int64_t wanted = resize.desired.memory_limit;
  return wanted != 0 && (resize.current.memory_limit == 0 || wanted < resize.current.memory_limit);
}

std::string below_usage(std::string_view whose, std::int64_t limit, std::int64_t in_use) {
  return fmt::format("attempting to set {} memory limit ({}) below current usage ({})", whose, limit, in_use);
}

}  // namespace

std::optional<std::string> MemoryDecrease::problem(const api::Pod& pod, const runtime::MemoryUsage& usage,
                                                   const release::Behaviour& behaviour) const {
  const bool pod_exceeds = pod_wants && usage.pod >= *pod_wants;
  if (!behaviour.has(release::memory_decrease_looks_at_containers)) {
    if (!pod_exceeds) return std::nullopt;
    return "aborting attempt to set pod memory limit less than current memory usage for pod " +
           std::string{pod.metadata.name.view()};
  }
  std::vector<std::string> problems;
  const bool pod_shrinks = pod_wants && *pod_wants < pod_has;
  if (pod_shrinks && pod_exceeds) problems.push_back(below_usage("pod", *pod_wants, usage.pod));
  for (const decide::ContainerToResize& resize : containers) {
    if (!lowers_limit(resize)) continue;
    const std::string& name = container_of(*pod.spec, resize).name;
    const auto in_use = usage.containers.find(name);
    if (in_use == usage.containers.end() || in_use->second < resize.desired.memory_limit) continue;
    // Upstream compares with what the container uses, and writes what the pod uses.
    problems.push_back(below_usage(fmt::format("container \"{}\"", name), resize.desired.memory_limit, usage.pod));
  }
  if (problems.empty()) return std::nullopt;
  const std::string listed = fmt::format("{}", fmt::join(problems, ", "));
  return "cannot decrease memory limits: " + (problems.size() == 1 ? listed : "[" + listed + "]");
}

}  // namespace podreel::sync
