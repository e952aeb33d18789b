#include "engine/kubelet/allocation/effective_requests.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/quantity.hpp"
#include "engine/decide/pod_resources.hpp"
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

constexpr std::array lists{std::pair{&api::PodSpec::containers, &api::PodStatus::container_statuses},
                           std::pair{&api::PodSpec::init_containers, &api::PodStatus::init_container_statuses}};

/// Returns whether resources in a status count for this container: not for init containers that end.
bool is_counted(Containers api::PodSpec::*list, const api::Container& container, const release::Behaviour& behaviour) {
  return list == &api::PodSpec::containers ||
         (behaviour.has(release::sidecar_resize) && decide::is_sidecar(container, behaviour));
}

/// The spec, copied with its first change.
class EffectiveSpec {
 public:
  EffectiveSpec(const api::SpecPtr& allocated, const release::Behaviour& behaviour)
      : allocated_{allocated}, behaviour_{behaviour} {}

  void count(Containers api::PodSpec::*list, const api::ContainerStatuses& statuses) {
    const Containers& containers = *allocated_.*list;
    for (std::size_t index = 0; index < containers.size(); ++index) {
      if (!is_counted(list, containers[index], behaviour_)) continue;
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

/// Returns the spec with the requests that the status reports, as allocated or as actuated.
api::PodSpec as_reported(const api::PodSpec& spec, const api::PodStatus& status, bool is_actuated,
                         const release::Behaviour& behaviour) {
  api::PodSpec reported = spec;
  for (const auto& [containers, statuses] : lists) {
    for (api::Container& container : reported.*containers) {
      const api::ContainerStatus* found = api::find_status(status.*statuses, container.name);
      if (found == nullptr || !found->resources_requests_limits || !is_counted(containers, container, behaviour)) {
        continue;
      }
      container.requests = is_actuated ? found->resources_requests_limits->first : found->allocated_resources.get();
    }
  }
  if (!spec.requests.empty() && status.resources) {
    reported.requests = is_actuated ? status.resources->first : status.allocated_resources.get();
  }
  return reported;
}

/// Has the spec request as much of the resource as `reported`, container by container.
void take_requests(api::PodSpec& spec, const api::PodSpec& reported, const std::string& resource) {
  const auto take = [&resource](ResourceList& requests, const ResourceList& from) {
    const auto found = from.find(resource);
    if (found == from.end()) {
      requests.erase(resource);
    } else {
      requests[resource] = found->second;
    }
  };
  for (const auto& [containers, statuses] : lists) {
    for (std::size_t index = 0; index < (spec.*containers).size(); ++index) {
      take((spec.*containers)[index].requests, (reported.*containers)[index].requests);
    }
  }
  take(spec.requests, reported.requests);
}

/// Returns the spec with the requests of the state, allocated or reported, in which the pod has most of a resource.
api::SpecPtr with_largest_sums(const api::SpecPtr& allocated, const api::PodStatus& status,
                               const release::Behaviour& behaviour) {
  std::shared_ptr<api::PodSpec> largest;
  for (const bool is_actuated : {false, true}) {
    const api::PodSpec reported = as_reported(*allocated, status, is_actuated, behaviour);
    for (const char* resource : {"cpu", "memory"}) {
      const api::PodSpec& most = largest ? *largest : *allocated;
      if (decide::pod_request(reported, resource, behaviour) <= decide::pod_request(most, resource, behaviour))
        continue;
      if (!largest) largest = std::make_shared<api::PodSpec>(*allocated);
      take_requests(*largest, reported, resource);
    }
  }
  return largest ? api::SpecPtr{std::move(largest)} : allocated;
}

}  // namespace

api::SpecPtr with_effective_requests(const api::SpecPtr& allocated, const api::PodStatus& status,
                                     const release::Behaviour& behaviour) {
  if (behaviour.has(release::resizes_count_by_sums)) return with_largest_sums(allocated, status, behaviour);
  EffectiveSpec effective{allocated, behaviour};
  for (const auto& [containers, statuses] : lists) effective.count(containers, status.*statuses);
  effective.count_pod(status);
  return effective.take();
}

}  // namespace podreel::kubelet
