// The calls that create, start, stop and remove containers.
#include <fmt/format.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<std::string>> FakeRuntime::create_container(const sim::Process& caller,
                                                                      std::string sandbox_id,
                                                                      runtime::ContainerConfig config) {
  const auto reply = begin<std::string>(caller);
  const PodEntry& known = know(*config.pod);
  if (recorder_.enabled()) {
    trace::RuntimeCall call{.op = "CreateContainer"};
    call.container = config.name;
    call.attempt = config.attempt;
    call.sandbox = sandbox_id;
    call.image = config.image;
    reply->record(recorder_, full_name(known), std::move(call));
  }
  const Verdict verdict = judge("CreateContainer", &known, config.name);
  return answer(reply, verdict, request_timeout_, [this, reply, sandbox_id, config] {
    runtime::Result<std::string> made = make_container(sandbox_id, config);
    trace::RuntimeCall* call = reply->recorded();
    if (call != nullptr && made) {
      call->id = *made;
      call->hash = fmt::format("{:x}", config.hash);
    }
    reply->answer(std::move(made));
  });
}

runtime::Result<std::string> FakeRuntime::make_container(std::string_view sandbox_id,
                                                         const runtime::ContainerConfig& config) {
  const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
  if (sandbox == nullptr) return runtime::Error{not_found("sandbox", sandbox_id)};
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
  container->stored.container_spec = config.stored_spec;
  container->stored.pod_termination_grace_period_seconds = config.pod_termination_grace_period_seconds;
  container->stored.pod_deletion_grace_period_seconds = config.pod_deletion_grace_period_seconds;
  container->sandbox_id = sandbox->id;
  container->attempt = config.attempt;
  container->kind = config.kind;
  return {boost::system::in_place_value, id_text(inventory_.add_container(*pod, std::move(container)).id)};
}

sim::Task<runtime::Result<>> FakeRuntime::start_container(const sim::Process& caller, std::string container_id) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return answered(reply, runtime::Error{not_found("container", container_id)});
  record(*reply, full_name(*known.pod), call_about("StartContainer", *known.container));
  const Verdict verdict = judge("StartContainer", known.pod, *known.container->name);
  serve(reply, verdict.takes, [this, reply, container_id, error = verdict.error] {
    const auto [pod, container] = inventory_.find_container(container_id);
    if (container == nullptr) return reply->fail(not_found("container", container_id));
    if (container->state != runtime::ContainerState::created) {
      return reply->fail(
          rpc_error(fmt::format("container \"{}\" is in {} state", container_id, cri_name(container->state))));
    }
    if (error) {
      life_.fail_start(*pod, *container, *error);
      return reply->fail(*error);
    }
    const Sandbox* sandbox = inventory_.find_sandbox(id_text(container->sandbox_id)).sandbox;
    if (sandbox == nullptr || !sandbox->ready) {
      const std::string why =
          rpc_error(fmt::format("sandbox container \"{}\" is not running", id_text(container->sandbox_id)));
      life_.fail_start(*pod, *container, why);
      return reply->fail(why);
    }
    life_.start(*pod, *container);
    reply->succeed();
  });
  return Reply<void>::of(reply, request_timeout_);
}

sim::Task<runtime::Result<>> FakeRuntime::remove_container(const sim::Process& caller, std::string container_id) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_container(container_id);
  // CRI: removing what is not there succeeds.
  if (known.container == nullptr) return answered(reply, runtime::Result<>{});
  record(*reply, full_name(*known.pod), call_about("RemoveContainer", *known.container));
  const Verdict verdict = judge("RemoveContainer", known.pod, *known.container->name);
  return answer(reply, verdict, request_timeout_, [this, reply, container_id] {
    const auto [pod, container] = inventory_.find_container(container_id);
    if (container != nullptr && container->is_running()) {
      return reply->fail(rpc_error(
          fmt::format("container \"{}\" is in running state, it must be stopped before it is removed", container_id)));
    }
    if (container != nullptr) inventory_.remove_container(*pod, container->id);
    reply->succeed();
  });
}

sim::Task<runtime::Result<>> FakeRuntime::container_status(const sim::Process& caller, std::string container_id) {
  const auto known = inventory_.find_container(container_id);
  const auto reply = begin<void>(caller);
  if (known.container == nullptr || !faults_.may_touch("ContainerStatus")) return answered(reply, runtime::Result<>{});
  const Verdict verdict = judge("ContainerStatus", known.pod, *known.container->name);
  return answer(reply, verdict, request_timeout_, [reply] { reply->succeed(); });
}

sim::Task<runtime::Result<>> FakeRuntime::update_container_resources(const sim::Process& caller,
                                                                     std::string container_id,
                                                                     api::ResourceList requests,
                                                                     api::ResourceList limits) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return answered(reply, runtime::Error{not_found("container", container_id)});
  record(*reply, full_name(*known.pod), call_about("UpdateContainerResources", *known.container));
  const Verdict verdict = judge("UpdateContainerResources", known.pod, *known.container->name);
  return answer(reply, verdict, request_timeout_, [this, reply, container_id, requests, limits] {
    Container* container = inventory_.find_container(container_id).container;
    if (container == nullptr) return reply->fail(not_found("container", container_id));
    container->resized = std::make_unique<std::pair<api::ResourceList, api::ResourceList>>(requests, limits);
    reply->succeed();
  });
}

}  // namespace podreel::runtime_fake
