#include "pleg/pod_ips.hpp"

#include <algorithm>

namespace podreel::pleg {

runtime::PodStatusPtr with_known_ips(const runtime::PodStatusPtr& seen, const kubelet::CachedStatus& before) {
  if (!seen->ips.empty() || before.error || before.status->ips.empty()) return seen;
  const bool sandbox_ready = std::ranges::any_of(
      seen->sandboxes, [](const auto& sandbox) { return sandbox.state == runtime::SandboxState::ready; });
  if (sandbox_ready) return seen;
  auto copy = memory::make_recycled<runtime::PodStatus>(*seen);
  copy->ips = before.status->ips;
  return copy;
}

}  // namespace podreel::pleg
