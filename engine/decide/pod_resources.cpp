#include "engine/decide/pod_resources.hpp"

#include <algorithm>

#include "engine/api/amount.hpp"
#include "engine/decide/sidecar.hpp"

namespace podreel::decide {

namespace {

using api::ResourceList;

std::int64_t amount_in(const ResourceList& list, std::string_view resource) {
  const auto found = list.find(resource);
  if (found == list.end()) return 0;
  return resource == "cpu" ? api::milli_value(found->second) : api::whole_value(found->second);
}

std::int64_t asked_for(const api::PodSpec& spec, const ResourceList& of_pod, ResourceList api::Container::*of_container,
                       std::string_view resource, const release::Behaviour& behaviour) {
  if (of_pod.contains(resource)) return amount_in(of_pod, resource);
  std::int64_t together = 0;
  for (const api::Container& container : spec.containers) together += amount_in(container.*of_container, resource);
  std::int64_t sidecars = 0;
  std::int64_t most = 0;
  for (const api::Container& container : spec.init_containers) {
    const std::int64_t own = amount_in(container.*of_container, resource);
    most = std::max(most, sidecars + own);
    if (is_sidecar(container, behaviour)) sidecars += own;
  }
  return std::max(together + sidecars, most);
}

}  // namespace

std::int64_t pod_request(const api::PodSpec& spec, std::string_view resource, const release::Behaviour& behaviour) {
  return asked_for(spec, spec.requests, &api::Container::requests, resource, behaviour);
}

std::int64_t pod_limit(const api::PodSpec& spec, std::string_view resource, const release::Behaviour& behaviour) {
  return asked_for(spec, spec.limits, &api::Container::limits, resource, behaviour);
}

}  // namespace podreel::decide
