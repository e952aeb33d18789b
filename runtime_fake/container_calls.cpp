// The calls that create, start, stop and remove containers.
#include <fmt/format.h>
#include <utility>

#include "engine/api/linux_resources.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<memory::Text>> FakeRuntime::create_container(const sim::Process& caller,
                                                                       memory::Text sandbox_id,
                                                                       runtime::ContainerConfig config) {
  const PodEntry& known = know(*config.pod);
  CallRecordPtr told = record(&known, [&] {
    trace::RuntimeCall call{.op = "CreateContainer"};
    call.container = config.name;
    call.attempt = config.attempt;
    call.sandbox = sandbox_id;
    call.image = config.image;
    return call;
  });
  const Verdict verdict = judge("CreateContainer", &known, config.name);
  return answer<memory::Text>(
      caller, std::move(told), verdict, request_timeout_,
      [this, sandbox_id = std::move(sandbox_id), config = std::move(config)](CallRecord* record) {
        runtime::Result<memory::Text> made = make_container(sandbox_id, config);
        if (record != nullptr && made) {
          record->call().id = *made;
          record->call().hash = fmt::format("{:x}", config.hash);
        }
        return made;
      });
}

runtime::Result<memory::Text> FakeRuntime::make_container(const memory::Text& sandbox_id,
                                                          const runtime::ContainerConfig& config) {
  const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
  if (sandbox == nullptr) return runtime::Error{not_found("sandbox")};
  if (!sandbox->ready) {
    return runtime::Error{rpc_error(fmt::format("sandbox container \"{}\" is not running", sandbox_id))};
  }
  auto container = std::make_unique<Container>();
  container->name = words_.of(config.name);
  container->image = words_.of(config.image);
  container->image_id = words_.of(config.image_id);
  container->created_at = process_.now();
  container->stored.spec = config.pod->spec;
  if (config.pre_stop) container->stored.pre_stop = std::make_unique<const api::Handler>(*config.pre_stop);
  container->stored.hash = config.hash;
  container->stored.hash_without_resources = config.hash_without_resources;
  container->stored.container_spec = config.stored_spec;
  container->stored.pod_termination_grace_period_seconds = config.pod_termination_grace_period_seconds;
  container->stored.pod_deletion_grace_period_seconds = config.pod_deletion_grace_period_seconds;
  container->stored.oom_kills_group = config.oom_kills_group;
  container->sandbox_id = sandbox->id;
  container->attempt = config.attempt;
  container->kind = config.kind;
  if (script_.tells_resources.value_or(false)) {
    const api::Container& asked = *api::find_container(*config.pod->spec, config.name).container;
    container->resources = std::make_unique<const api::LinuxResources>(api::linux_resources(api::amounts_of(asked)));
  }
  return {boost::system::in_place_value, inventory_.add_container(*pod, std::move(container)).id};
}

sim::Task<runtime::Result<>> FakeRuntime::start_container(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return answered<void>(runtime::Error{not_found("container")});
  CallRecordPtr told = record(known.pod, [&] { return call_about("StartContainer", *known.container); });
  const Verdict verdict = judge("StartContainer", known.pod, *known.container->name);
  return answer<void>(caller, std::move(told), {verdict.takes, {}}, request_timeout_,
                      [this, container_id = std::move(container_id), error = verdict.error](CallRecord* /*record*/) {
                        return start(container_id, error);
                      });
}

runtime::Result<> FakeRuntime::start(const memory::Text& container_id, const std::optional<std::string>& error) {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr) return runtime::Error{not_found("container")};
  if (container->state != runtime::ContainerState::created) {
    return runtime::Error{
        rpc_error(fmt::format("container \"{}\" is in {} state", container_id, cri_name(container->state)))};
  }
  std::optional<std::string> failure = error;
  const Sandbox* sandbox = inventory_.find_sandbox(container->sandbox_id).sandbox;
  if (!failure && (sandbox == nullptr || !sandbox->ready)) {
    failure = rpc_error(fmt::format("sandbox container \"{}\" is not running", container->sandbox_id));
  }
  if (failure) {
    life_.fail_start(*pod, *container, *failure);
    return runtime::Error{*std::move(failure)};
  }
  life_.start(*pod, *container);
  watch_memory(*container);
  return {};
}

sim::Task<runtime::Result<>> FakeRuntime::remove_container(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  // CRI: removing what is not there succeeds.
  if (known.container == nullptr) return answered<void>({});
  CallRecordPtr told = record(known.pod, [&] { return call_about("RemoveContainer", *known.container); });
  const Verdict verdict = judge("RemoveContainer", known.pod, *known.container->name);
  return answer<void>(
      caller, std::move(told), verdict, request_timeout_,
      [this, container_id = std::move(container_id)](CallRecord* /*record*/) -> runtime::Result<> {
        const auto [pod, container] = inventory_.find_container(container_id);
        if (container == nullptr) return {};
        if (container->is_running()) {
          return runtime::Error{rpc_error(fmt::format(
              "container \"{}\" is in running state, it must be stopped before it is removed", container_id))};
        }
        inventory_.remove_container(*pod, container->id);
        return {};
      });
}

sim::Task<runtime::Result<>> FakeRuntime::container_status(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  const bool may_fail = is_down() || faults_.may_touch("ContainerStatus");
  if (known.container == nullptr || !may_fail) return answered<void>({});
  const Verdict verdict = judge("ContainerStatus", known.pod, *known.container->name);
  return answer<void>(caller, nullptr, verdict, request_timeout_, succeeds);
}

}  // namespace podreel::runtime_fake
