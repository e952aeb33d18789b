#include "engine/sync/pod_cgroups.hpp"

#include <algorithm>
#include <string_view>

#include "engine/decide/pod_resources.hpp"

namespace podreel::sync {

namespace {

bool is_limited(const api::PodSpec& spec, std::string_view resource) {
  const auto has_limit = [resource](const api::Container& container) { return container.limits.contains(resource); };
  return spec.limits.contains(resource) ||
         (std::ranges::all_of(spec.containers, has_limit) && std::ranges::all_of(spec.init_containers, has_limit));
}

}  // namespace

PodCgroup cgroup_for(const api::PodSpec& spec, const release::Behaviour& behaviour) {
  PodCgroup cgroup;
  cgroup.cpu_shares = api::cpu_shares(decide::pod_request(spec, "cpu", behaviour));
  if (is_limited(spec, "cpu")) cgroup.cpu_quota = api::cpu_quota(decide::pod_limit(spec, "cpu", behaviour));
  if (is_limited(spec, "memory")) cgroup.memory = decide::pod_limit(spec, "memory", behaviour);
  return cgroup;
}

api::LinuxResources linux_resources(const PodCgroup& cgroup) {
  return {cgroup.cpu_shares, cgroup.cpu_quota.value_or(0), cgroup.memory.value_or(0)};
}

void PodCgroups::ensure(const memory::Text& pod_uid, const PodCgroup& cgroup) {
  if (cgroup != PodCgroup{} && cgroups_.try_emplace(pod_uid, cgroup).second) notify(pod_uid, cgroup.memory);
}

void PodCgroups::set(const memory::Text& pod_uid, const PodCgroup& cgroup) {
  cgroups_.insert_or_assign(pod_uid, cgroup);
  notify(pod_uid, cgroup.memory);
}

std::optional<PodCgroup> PodCgroups::find(const memory::Text& pod_uid) const {
  const auto found = cgroups_.find(pod_uid);
  if (found == cgroups_.end()) return std::nullopt;
  return found->second;
}

void PodCgroups::destroy(const memory::Text& pod_uid) {
  cgroups_.erase(pod_uid);
  notify(pod_uid, std::nullopt);
}

void PodCgroups::reduce_cpu(const memory::Text& pod_uid) {
  if (const auto found = cgroups_.find(pod_uid); found != cgroups_.end()) found->second.cpu_shares = api::cpu_shares(0);
}

std::vector<memory::Text> PodCgroups::pods() const {
  std::vector<memory::Text> uids;
  for (const auto& [uid, cgroup] : cgroups_) uids.push_back(uid);
  std::ranges::sort(uids);
  return uids;
}

void PodCgroups::destroy_all() {
  while (!cgroups_.empty()) {
    notify(cgroups_.begin()->first, std::nullopt);
    cgroups_.erase(cgroups_.begin());
  }
}

}  // namespace podreel::sync
