#include "engine/kubelet/pod_priority.hpp"

#include "engine/api/json_member.hpp"

namespace podreel::kubelet {

std::optional<std::int64_t> priority_of(const api::Pod& pod) {
  if (pod.spec->stored == nullptr) return std::nullopt;
  return api::number_member<std::int64_t>(*pod.spec->stored, "priority");
}

}  // namespace podreel::kubelet
