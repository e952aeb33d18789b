// The calls that change what containers and pods are given.
#include <utility>

#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

namespace {

void tell_resources(trace::RuntimeCall& call, const api::LinuxResources& resources) {
  const auto tell = [](std::optional<std::int64_t>& field, std::int64_t amount) {
    if (amount != 0) field = amount;
  };
  tell(call.cpu_quota, resources.cpu_quota);
  tell(call.cpu_shares, resources.cpu_shares);
  tell(call.memory, resources.memory);
}

}  // namespace

sim::Task<runtime::Result<>> FakeRuntime::update_container_resources(const sim::Process& caller,
                                                                     memory::Text container_id,
                                                                     api::LinuxResources resources) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return answered<void>(runtime::Error{not_found("container")});
  CallRecordPtr told = record(known.pod, [&] {
    trace::RuntimeCall call = call_about("UpdateContainerResources", *known.container);
    tell_resources(call, resources);
    return call;
  });
  const Verdict verdict = judge("UpdateContainerResources", known.pod, *known.container->name);
  return answer<void>(
      caller, std::move(told), verdict, request_timeout_,
      [this, container_id = std::move(container_id), resources](CallRecord* /*record*/) -> runtime::Result<> {
        Container* container = inventory_.find_container(container_id).container;
        if (container == nullptr) return runtime::Error{not_found("container")};
        container->resources = std::make_unique<const api::LinuxResources>(resources);
        watch_memory(*container);
        return {};
      });
}

sim::Task<runtime::Result<>> FakeRuntime::update_pod_sandbox_resources(const sim::Process& caller,
                                                                       memory::Text sandbox_id,
                                                                       api::LinuxResources resources) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  if (known.sandbox == nullptr) return answered<void>(runtime::Error{not_found("sandbox")});
  CallRecordPtr told = record(known.pod, [&] {
    trace::RuntimeCall call{.op = "UpdatePodSandboxResources"};
    call.sandbox = sandbox_id;
    tell_resources(call, resources);
    return call;
  });
  const Verdict verdict = judge("UpdatePodSandboxResources", known.pod);
  return answer<void>(caller, std::move(told), verdict, request_timeout_, succeeds);
}

runtime::MemoryUsage FakeRuntime::memory_usage(const memory::Text& pod_uid) const {
  runtime::MemoryUsage usage;
  const PodEntry* pod = inventory_.find(pod_uid);
  if (pod == nullptr) return usage;
  for (const auto& container : pod->containers) {
    if (!container->is_running()) continue;
    const std::int64_t bytes = memory_of(*container);
    usage.containers.emplace(container->name->view(), bytes);
    usage.pod += bytes;
  }
  return usage;
}

}  // namespace podreel::runtime_fake
