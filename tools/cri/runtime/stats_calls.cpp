// CRI calls for usage statistics.
#include <algorithm>
#include <utility>

#include "tools/cri/runtime/runtime_service.hpp"

namespace podreel::cri {

using runtime::ContainerState;

std::int64_t RuntimeService::now() const {
  return parts_.pace.unix_nanoseconds(parts_.process.now());
}

ContainerUse RuntimeService::use_of(const ContainerRecordPtr& container) const {
  ContainerUse use{.record = container, .taken_at = now(), .usage = {}};
  // If several containers have the same name, the last one runs.
  for (runtime::ContainerUsage& each : parts_.runtime.container_usage(container->pod)) {
    if (each.name == container->config.name) use.usage = std::move(each);
  }
  return use;
}

SandboxUse RuntimeService::use_of(const SandboxRecordPtr& sandbox) const {
  SandboxUse use{.record = sandbox, .taken_at = now(), .containers = {}};
  for (const ContainerRecordPtr& container : parts_.store.containers_of(*sandbox)) {
    if (parts_.store.view(container).state == ContainerState::running) use.containers.push_back(use_of(container));
  }
  return use;
}

RuntimeService::Answer<std::vector<ContainerUse>> RuntimeService::list_container_stats(const sim::Process& caller,
                                                                                       ContainerFilter filter) {
  const auto answered = co_await parts_.runtime.ask(caller, "ListContainerStats", {}, {});
  if (!answered) co_return answered.error();
  filter.state = ContainerState::running;
  std::vector<ContainerUse> uses;
  for (const ContainerView& view : parts_.store.list(filter)) {
    uses.push_back(use_of(parts_.store.containers().find(view.record->id)));
  }
  co_return uses;
}

RuntimeService::Answer<ContainerUse> RuntimeService::container_stats(const sim::Process& caller, std::string id) {
  const auto answered = co_await parts_.runtime.ask(caller, "ContainerStats", {}, {});
  if (!answered) co_return answered.error();
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  co_return use_of(container);
}

RuntimeService::Answer<std::vector<SandboxUse>> RuntimeService::list_pod_sandbox_stats(const sim::Process& caller,
                                                                                       SandboxFilter filter) {
  const auto answered = co_await parts_.runtime.ask(caller, "ListPodSandboxStats", {}, {});
  if (!answered) co_return answered.error();
  filter.ready = true;
  std::vector<SandboxUse> uses;
  for (const SandboxView& view : parts_.store.list(filter)) {
    uses.push_back(use_of(parts_.store.sandboxes().find(view.record->id)));
  }
  co_return uses;
}

RuntimeService::Answer<SandboxUse> RuntimeService::pod_sandbox_stats(const sim::Process& caller, std::string id) {
  const auto answered = co_await parts_.runtime.ask(caller, "PodSandboxStats", {}, {});
  if (!answered) co_return answered.error();
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(id);
  if (sandbox == nullptr) co_return nothing_called("sandbox", id);
  co_return use_of(sandbox);
}

}  // namespace podreel::cri
