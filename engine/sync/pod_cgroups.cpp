#include "engine/sync/pod_cgroups.hpp"

#include <algorithm>
#include <string_view>

#include "engine/decide/pod_resources.hpp"
#include "engine/release/behaviour/resizing.hpp"

namespace podreel::sync {

namespace {

bool is_limited(const api::PodSpec& spec, std::string_view resource) {
  const auto has_limit = [resource](const api::Container& container) { return container.limits.contains(resource); };
  return spec.limits.contains(resource) ||
         (std::ranges::all_of(spec.containers, has_limit) && std::ranges::all_of(spec.init_containers, has_limit));
}

/// Bytes that memory.limit_in_bytes has without a limit.
constexpr std::int64_t unlimited_memory = 9'223'372'036'854'771'712;

constexpr std::int64_t min_shares = 2;
constexpr std::int64_t shares_range = 262'144 - min_shares;
constexpr std::int64_t weight_range = 10'000 - 1;

/// getCPUWeight of pkg/kubelet/cm, less the smallest weight.
constexpr std::int64_t weight_of(std::int64_t shares) {
  return std::min((shares - min_shares) * weight_range / shares_range, weight_range);
}

/// cpuWeightToCPUShares of pkg/kubelet/cm, of a weight less the smallest.
constexpr std::int64_t shares_of(std::int64_t weight) {
  return weight * shares_range / weight_range + min_shares;
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

bool is_cpu_of_weight(std::int64_t request) noexcept {
  const std::int64_t weight = weight_of(api::cpu_shares(request));
  return api::cpu_request(shares_of(weight)) == request || api::cpu_request(shares_of(weight + 1)) == request;
}

void PodCgroups::ensure(const memory::Text& pod_uid, const PodCgroup& cgroup) {
  if ((cgroup != PodCgroup{} || version_ == api::CgroupVersion::v1) && cgroups_.try_emplace(pod_uid, cgroup).second)
    notify(pod_uid, cgroup.memory);
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

std::optional<PodCgroup> PodCgroups::read(const memory::Text& pod_uid, const release::Behaviour& behaviour) const {
  std::optional<PodCgroup> cgroup = find(pod_uid);
  if (!cgroup) return std::nullopt;
  if (version_ == api::CgroupVersion::v1) {
    if (!cgroup->memory) cgroup->memory = unlimited_memory;
  } else if (behaviour.has(release::cpu_requests_read_as_weights)) {
    cgroup->cpu_shares = shares_of(weight_of(cgroup->cpu_shares));
  }
  return cgroup;
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
