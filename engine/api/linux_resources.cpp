#include "engine/api/linux_resources.hpp"

#include <algorithm>
#include <limits>

namespace podreel::api {

namespace {

constexpr std::int64_t whole_cpu = 1000;
constexpr std::int64_t shares_of_a_cpu = 1024;
constexpr std::int64_t min_shares = 2;
constexpr std::int64_t max_shares = 262'144;
constexpr std::int64_t quota_of_a_thousandth = 100;
constexpr std::int64_t min_quota = 1000;

}  // namespace

std::int64_t cpu_shares(std::int64_t request) noexcept {
  constexpr std::int64_t maximum = max_shares * whole_cpu / shares_of_a_cpu;
  return std::max(std::min(request, maximum) * shares_of_a_cpu / whole_cpu, min_shares);
}

std::int64_t cpu_request(std::int64_t shares) noexcept {
  return (shares * whole_cpu + shares_of_a_cpu - 1) / shares_of_a_cpu;
}

std::int64_t cpu_quota(std::int64_t limit) noexcept {
  constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max() / quota_of_a_thousandth;
  return limit == 0 ? 0 : std::max(std::min(limit, maximum) * quota_of_a_thousandth, min_quota);
}

LinuxResources linux_resources(const ResourceAmounts& amounts) noexcept {
  return {cpu_shares(amounts.cpu_request), cpu_quota(amounts.cpu_limit), amounts.memory_limit};
}

std::pair<ResourceList, ResourceList> requests_and_limits(const LinuxResources& resources) {
  std::pair<ResourceList, ResourceList> result;
  auto& [requests, limits] = result;
  if (resources.cpu_shares > 0) {
    requests.emplace("cpu", cpu_text(cpu_request(resources.cpu_shares)));
  }
  if (resources.cpu_quota > 0) limits.emplace("cpu", cpu_text(resources.cpu_quota / quota_of_a_thousandth));
  if (resources.memory > 0) limits.emplace("memory", memory_text(resources.memory));
  return result;
}

}  // namespace podreel::api
