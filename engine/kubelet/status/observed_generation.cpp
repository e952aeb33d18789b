#include "engine/kubelet/status/observed_generation.hpp"

#include "engine/release/behaviour/reporting.hpp"

namespace podreel::kubelet {

std::int64_t observed_generation(const api::Pod& pod, const release::Behaviour& behaviour) {
  const bool sticks = behaviour.has(release::observed_generation_sticks) && pod.status.observed_generation != 0;
  return sticks || behaviour.has(release::conditions_name_generation) ? pod.metadata.generation : 0;
}

std::int64_t observed_generation(const api::Pod& pod, const memory::Text& condition_type,
                                 const release::Behaviour& behaviour) {
  if (behaviour.has(release::conditions_name_generation)) return pod.metadata.generation;
  if (!behaviour.has(release::observed_generation_sticks)) return 0;
  const api::PodCondition* known = api::find_condition(pod.status, condition_type);
  return known != nullptr && known->observed_generation != 0 ? pod.metadata.generation : 0;
}

}  // namespace podreel::kubelet
