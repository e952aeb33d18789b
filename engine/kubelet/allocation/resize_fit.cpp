#include "engine/kubelet/allocation/resize_fit.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/api/resource_amounts.hpp"
#include "engine/decide/pod_resources.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

std::optional<std::string> beyond_node(const api::PodSpec& spec, const NodeDescription& node,
                                       const release::Behaviour& behaviour) {
  if (!node.allocatable) return std::nullopt;
  const api::ResourceAmounts has = api::amounts_of(*node.allocatable, {});
  const auto exceeds = [&](std::string_view resource, std::int64_t capacity) -> std::optional<std::string> {
    const std::int64_t wanted = decide::pod_request(spec, resource, behaviour);
    if (!node.allocatable->contains(resource) || wanted <= capacity) return std::nullopt;
    return fmt::format("Node didn't have enough capacity: {}, requested: {}, capacity: {}", resource, wanted, capacity);
  };
  if (auto memory = exceeds("memory", has.memory_request)) return memory;
  return exceeds("cpu", has.cpu_request);
}

}  // namespace

ResizeFit fit_of_resize(const api::Pod& pod, const NodeDescription& node, PodAdmitHandler& admit_handler,
                        const release::Behaviour& behaviour) {
  if (pod.is_static() && !behaviour.has(release::static_pod_resize)) {
    return {ResizeMisfit{status_reason::resize_infeasible, {}, "In-place resize of static-pods is not supported"}, {}};
  }
  const bool can_be_infeasible = behaviour.has(release::resize_can_be_infeasible);
  if (can_be_infeasible) {
    if (auto message = beyond_node(*pod.spec, node, behaviour)) {
      const memory::Text& reason = status_reason::resize_infeasible;
      return {ResizeMisfit{reason, reason, *std::move(message)}, {}};
    }
  }
  Admission admission = admit_handler.admit(pod);
  if (!admission.rejection) return {std::nullopt, std::move(admission.victims)};
  const memory::Text& reason = status_reason::resize_deferred;
  Rejection& rejection = *admission.rejection;
  std::string event_reason = can_be_infeasible ? std::string{reason} : std::move(rejection.reason);
  return {ResizeMisfit{reason, std::move(event_reason), std::move(rejection.message)}, {}};
}

}  // namespace podreel::kubelet
