#include "engine/kubelet/allocation/effective_requests.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "engine/api/quantity.hpp"
#include "engine/decide/sidecar.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::kubelet {

namespace {

using api::ResourceList;
using Containers = std::vector<api::Container>;

bool is_greater(const std::string& left, const std::string& right) {
  return api::Quantity::parse(left).value_or(api::Quantity{}) > api::Quantity::parse(right).value_or(api::Quantity{});
}

/// Raises the requests to `reported` wherever that is more. Returns whether it was anywhere.
bool raise(ResourceList& requests, const ResourceList& reported) {
  bool is_raised = false;
  for (const auto& [resource, quantity] : reported) {
    const auto [found, is_new] = requests.try_emplace(resource, quantity);
    if (!is_new && !is_greater(quantity, found->second)) continue;
    found->second = quantity;
    is_raised = true;
  }
  return is_raised;
}

/// The spec, copied with its first change.
class EffectiveSpec {
 public:
  EffectiveSpec(const api::SpecPtr& allocated, const release::Behaviour& behaviour)
      : allocated_{allocated}, behaviour_{behaviour} {}

  void count(Containers api::PodSpec::*list, const api::ContainerStatuses& statuses) {
    const Containers& containers = *allocated_.*list;
    for (std::size_t index = 0; index < containers.size(); ++index) {
      const bool is_init = list == &api::PodSpec::init_containers;
      if (is_init && !is_counted_init_container(containers[index])) continue;
      const api::ContainerStatus* status = api::find_status(statuses, containers[index].name);
      if (status == nullptr) continue;
      ResourceList requests = containers[index].requests;
      const bool has_resources = status->resources_requests_limits.has_value();
      if (raise_to_reported(requests, status->allocated_resources,
                            has_resources ? &status->resources_requests_limits->first : nullptr)) {
        (changed().*list)[index].requests = std::move(requests);
      }
    }
  }

  void count_pod(const api::PodStatus& status) {
    if (!behaviour_.has(release::pod_level_resize) || allocated_->requests.empty() || !status.resources) return;
    ResourceList requests = allocated_->requests;
    if (raise_to_reported(requests, status.allocated_resources, &status.resources->first)) {
      changed().requests = std::move(requests);
    }
  }

  [[nodiscard]] api::SpecPtr take() { return changed_ ? api::SpecPtr{std::move(changed_)} : allocated_; }

 private:
  [[nodiscard]] bool is_counted_init_container(const api::Container& container) const {
    return behaviour_.has(release::sidecar_resize) && decide::is_sidecar(container, behaviour_);
  }

  bool raise_to_reported(ResourceList& requests, const ResourceList& allocated, const ResourceList* actuated) const {
    const bool needs_actuated = behaviour_.has(release::reported_resources_count);
    if (needs_actuated && actuated == nullptr) return false;
    const bool is_raised = behaviour_.has(release::reported_allocations_count) && raise(requests, allocated);
    return (needs_actuated && raise(requests, *actuated)) || is_raised;
  }

  api::PodSpec& changed() {
    if (!changed_) changed_ = std::make_shared<api::PodSpec>(*allocated_);
    return *changed_;
  }

  const api::SpecPtr& allocated_;
  const release::Behaviour& behaviour_;
  std::shared_ptr<api::PodSpec> changed_;
};

}  // namespace

api::SpecPtr with_effective_requests(const api::SpecPtr& allocated, const api::PodStatus& status,
                                     const release::Behaviour& behaviour) {
  EffectiveSpec effective{allocated, behaviour};
  effective.count(&api::PodSpec::containers, status.container_statuses);
  effective.count(&api::PodSpec::init_containers, status.init_container_statuses);
  effective.count_pod(status);
  return effective.take();
}

}  // namespace podreel::kubelet
