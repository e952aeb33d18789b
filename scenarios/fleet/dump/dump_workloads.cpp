#include "scenarios/fleet/dump/dump_workloads.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace podreel::fleet {

namespace {

/// Returns the 7 of "db-7"; 0 without a number.
std::uint64_t ordinal_in(const std::string& name) {
  std::uint64_t ordinal = 0;
  const std::size_t dash = name.rfind('-');
  if (dash != std::string::npos) std::from_chars(name.data() + dash + 1, name.data() + name.size(), ordinal);
  return ordinal;
}

sim::Duration median(std::vector<sim::Duration>& durations) {
  const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
  std::ranges::nth_element(durations, middle);
  return *middle;
}

}  // namespace

void DumpWorkloads::add(DumpedPod pod, std::uint32_t node) {
  Kept& keeper = keeper_of(pod);
  if (pod.ready_after) keeper.ready_after.push_back(*pod.ready_after);
  keeper.pods.pods.push_back({std::move(pod.name), node, shared(std::move(pod.pod))});
}

DumpWorkloads::Kept& DumpWorkloads::keeper_of(const DumpedPod& pod) {
  const auto [known, is_new] = places_.try_emplace(Key{pod.kind, pod.namespace_name, pod.owner_name}, kept_.size());
  if (!is_new) return kept_[known->second];
  Kept& keeper = kept_.emplace_back();
  keeper.workload.owner = pod.owner;
  keeper.workload.kind = pod.kind;
  keeper.workload.namespace_name = pod.namespace_name;
  keeper.workload.name = pod.owner_name;
  keeper.pods.generate_name = pod.generate_name;
  keeper.deployment = pod.deployment;
  return keeper;
}

api::Manifest DumpWorkloads::shared(nlohmann::json pod) {
  if (const api::Manifest* known = manifests_.find(pod)) return *known;
  const auto manifest = std::make_shared<const nlohmann::json>(std::move(pod));
  return manifests_.emplace(manifest, manifest);
}

void DumpWorkloads::put_in_places(const std::vector<std::optional<std::uint32_t>>& places) {
  for (Kept& kept : kept_) {
    std::erase_if(kept.pods.pods, [&places](FoundPods::Pod& pod) {
      if (pod.node == no_node) return false;
      const std::optional<std::uint32_t> place = places[pod.node];
      pod.node = place.value_or(no_node);
      return !place;
    });
  }
  std::erase_if(kept_, [](const Kept& kept) { return kept.pods.pods.empty(); });
}

void DumpWorkloads::name_deployments() {
  std::map<std::pair<std::string, std::string>, std::vector<Workload*>> replica_sets;
  for (Kept& kept : kept_) {
    if (kept.deployment.empty()) continue;
    replica_sets[{kept.workload.namespace_name, kept.deployment}].push_back(&kept.workload);
  }
  for (const auto& [deployment, workloads] : replica_sets) {
    if (workloads.size() > 1) continue;
    workloads.front()->kind = "Deployment";
    workloads.front()->name = deployment.second;
  }
}

std::vector<Workload> DumpWorkloads::take(const std::vector<std::optional<std::uint32_t>>& places) && {
  put_in_places(places);
  name_deployments();
  std::vector<Workload> workloads;
  for (Kept& kept : kept_) {
    std::vector<FoundPods::Pod>& pods = kept.pods.pods;
    Workload& workload = workloads.emplace_back(std::move(kept.workload));
    if (workload.owner == Owner::stateful_set) {
      std::ranges::stable_sort(pods, {}, [](const FoundPods::Pod& pod) { return ordinal_in(pod.name); });
    }
    workload.pod = pods.front().manifest;
    if (!kept.ready_after.empty()) workload.ready_after = median(kept.ready_after);
    workload.replicas = static_cast<std::uint32_t>(pods.size());
    workload.found = std::make_shared<const FoundPods>(std::move(kept.pods));
  }
  return workloads;
}

}  // namespace podreel::fleet
