#include "engine/kubelet/allocation/allocated_resources.hpp"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/api/resource_amounts.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

using Containers = std::vector<api::Container>;

/// The container of the allocation, if its resources are others.
const api::Container* differs(const api::Container& container, const Containers& allocated) {
  const auto found = std::ranges::find(allocated, container.name, &api::Container::name);
  if (found == allocated.end()) return nullptr;
  const bool same = api::same_quantities(container.requests, found->requests) &&
                    api::same_quantities(container.limits, found->limits);
  return same ? nullptr : &*found;
}

void take_resources(api::Container& container, const api::Container& from) {
  container.requests = from.requests;
  container.limits = from.limits;
  if (container.stored == nullptr) return;
  auto stored = std::make_shared<nlohmann::json>(*container.stored);
  (*stored)["resources"] = nlohmann::json::object();
  if (!from.limits.empty()) (*stored)["resources"]["limits"] = from.limits;
  if (!from.requests.empty()) (*stored)["resources"]["requests"] = from.requests;
  container.stored = std::move(stored);
}

}  // namespace

bool is_resizable_sidecar(const api::Container& container, const release::Behaviour& behaviour) {
  return behaviour.has(release::sidecar_resize) && decide::is_sidecar(container, behaviour);
}

bool is_resizable_init_container(const api::Container& container, const release::Behaviour& behaviour) {
  return behaviour.has(release::init_container_resize) || is_resizable_sidecar(container, behaviour);
}

api::SpecPtr AllocatedResources::spec_of(const memory::Text& uid) const {
  const auto found = specs_.find(uid);
  return found == specs_.end() ? nullptr : found->second;
}

void AllocatedResources::forget(const memory::Text& uid) {
  specs_.erase(uid);
  decided_.erase(uid);
}

bool AllocatedResources::clear() {
  const bool had_any = !specs_.empty();
  specs_.clear();
  decided_.clear();
  return had_any;
}

memory::Text AllocatedResources::decided(const memory::Text& uid) const {
  const auto found = decided_.find(uid);
  return found == decided_.end() ? memory::Text{} : found->second;
}

void AllocatedResources::decide(const memory::Text& uid, const memory::Text& what) {
  if (what.empty()) {
    decided_.erase(uid);
  } else {
    decided_.insert_or_assign(uid, what);
  }
}

api::PodPtr with_resources(const api::PodPtr& pod, const api::PodSpec& allocated, const release::Behaviour& behaviour) {
  if (pod->spec.get() == &allocated) return pod;
  std::shared_ptr<api::PodSpec> changed;
  const auto overlay = [&](Containers api::PodSpec::*list, std::size_t index) {
    const api::Container* other = differs((*pod->spec.*list)[index], allocated.*list);
    if (other == nullptr) return;
    if (!changed) changed = std::make_shared<api::PodSpec>(*pod->spec);
    take_resources((*changed.*list)[index], *other);
  };
  for (std::size_t index = 0; index < pod->spec->containers.size(); ++index) overlay(&api::PodSpec::containers, index);
  for (std::size_t index = 0; index < pod->spec->init_containers.size(); ++index) {
    if (is_resizable_init_container(pod->spec->init_containers[index], behaviour))
      overlay(&api::PodSpec::init_containers, index);
  }
  if (!changed) return pod;
  return std::make_shared<const api::Pod>(
      api::Pod{.metadata = pod->metadata, .spec = std::move(changed), .status = pod->status});
}

}  // namespace podreel::kubelet
