#include "engine/upgrade/staged_pod.hpp"

#include "engine/api/json_member.hpp"
#include "engine/types/defaults.hpp"

namespace podreel::upgrade {

namespace {

using nlohmann::json;

const json* list_of(const json& pod, const char* list) {
  return api::find_member(pod.at("spec"), list);
}

}  // namespace

StagedPod::StagedPod(const json& pod, const Path& path) : pod_(pod) {
  for (const ContainerList& list : container_lists) {
    const json* containers = list_of(pod, list.name);
    for (std::size_t index = 0; containers && index < containers->size(); ++index) places_.push_back({&list, index});
  }
  const bool names_server = path.api_server_before || path.api_server_after || !path.api_server_gates_before.empty() ||
                            !path.api_server_gates_after.empty();
  if (is_stored(pod) && !names_server) {
    stages_.assign(path.releases.size(), &pod);
    return;
  }
  for (std::size_t stage = 0; stage < path.releases.size(); ++stage) {
    // The masters' release when the kubelet of this stage runs: it starts its containers after they went ahead.
    release::Release server = path.releases[stage == 0 ? 1 : stage];
    if (path.api_server_after) server = *path.api_server_after;
    if (path.api_server_before && (stage == 0 || !path.api_server_after)) server = *path.api_server_before;
    stages_.push_back(
        &with_defaults(pod, server, stage == 0 ? path.api_server_gates_before : path.api_server_gates_after));
  }
}

const json& StagedPod::with_defaults(const json& pod, release::Release release, const release::FeatureGates& gates) {
  for (const Defaulted& known : owned_) {
    if (known.release == release && *known.gates == gates) return known.pod;
  }
  Defaulted& defaulted = owned_.emplace_back(Defaulted{release, &gates, pod});
  types::apply_pod_defaults(defaulted.pod, release, gates);
  return defaulted.pod;
}

const json& StagedPod::container(std::size_t stage, std::size_t place) const {
  const auto& [list, index] = places_[place];
  const json* containers = list_of(*stages_[stage], list->name);
  return containers && index < containers->size() ? (*containers)[index] : (*list_of(pod_, list->name))[index];
}

}  // namespace podreel::upgrade
