#include "engine/decide/pod_resources.hpp"

#include <algorithm>

#include "engine/api/json_member.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/looping.hpp"

namespace podreel::decide {

namespace {

using api::ResourceList;

/// More than any node has, and little enough for all pods of a node to be added up.
std::int64_t countable(std::int64_t amount) {
  constexpr std::int64_t maximum = std::int64_t{1} << 50;
  return std::clamp(amount, -maximum, maximum);
}

std::int64_t overhead(const api::PodSpec& spec, std::string_view resource, const release::Behaviour& behaviour) {
  if (!behaviour.has(release::pod_overhead) || spec.stored == nullptr) return 0;
  const nlohmann::json* overhead = api::find_member(*spec.stored, "overhead");
  const nlohmann::json* quantity = api::find_member(overhead, std::string{resource});
  return quantity == nullptr ? 0 : countable(api::amount_of(resource, api::scalar_text(*quantity)));
}

std::int64_t asked_for(const api::PodSpec& spec, const ResourceList& of_pod, ResourceList api::Container::*of_container,
                       std::string_view resource, const release::Behaviour& behaviour) {
  if (of_pod.contains(resource)) return countable(api::amount_in(of_pod, resource));
  std::int64_t together = 0;
  for (const api::Container& container : spec.containers)
    together += countable(api::amount_in(container.*of_container, resource));
  std::int64_t sidecars = 0;
  std::int64_t maximum = 0;
  for (const api::Container& container : spec.init_containers) {
    const std::int64_t own = countable(api::amount_in(container.*of_container, resource));
    maximum = std::max(maximum, sidecars + own);
    if (is_sidecar(container, behaviour)) sidecars += own;
  }
  return std::max(together + sidecars, maximum);
}

}  // namespace

std::int64_t pod_request(const api::PodSpec& spec, std::string_view resource, const release::Behaviour& behaviour) {
  return asked_for(spec, spec.requests, &api::Container::requests, resource, behaviour) +
         overhead(spec, resource, behaviour);
}

std::int64_t pod_limit(const api::PodSpec& spec, std::string_view resource, const release::Behaviour& behaviour) {
  const std::int64_t limit = asked_for(spec, spec.limits, &api::Container::limits, resource, behaviour);
  return limit == 0 ? 0 : limit + overhead(spec, resource, behaviour);
}

void PodRequests::request_resize(const std::vector<std::string>& resources) {
  if (resources == resources_) return;
  resources_ = resources;
  known_.clear();
}

const std::vector<std::int64_t>& PodRequests::of(const api::SpecPtr& spec) {
  const auto [known, is_new] = known_.try_emplace(spec.get());
  Known& pod = known->second;
  if (!is_new) return pod.amounts;
  pod.spec = spec;
  for (const std::string& resource : resources_) pod.amounts.push_back(pod_request(*spec, resource, behaviour_));
  return pod.amounts;
}

}  // namespace podreel::decide
