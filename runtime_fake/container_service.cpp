#include "runtime_fake/container_service.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/api/linux_resources.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::runtime_fake {

sim::Task<runtime::Result<memory::Text>> ContainerService::create_container(const sim::Process& caller,
                                                                            memory::Text sandbox_id,
                                                                            runtime::ContainerConfig config) {
  const PodEntry& known = sandboxes_.entry_of(*config.pod);
  CallRecordPtr record = server_.record(&known, [&] {
    trace::RuntimeCall call{.op = "CreateContainer"};
    call.container = config.name;
    call.attempt = config.attempt;
    call.sandbox = sandbox_id;
    call.image = config.image;
    return call;
  });
  const Verdict verdict = server_.judge("CreateContainer", &known, config.name);
  return server_.answer<memory::Text>(
      caller, std::move(record), verdict,
      [this, sandbox_id = std::move(sandbox_id), config = std::move(config)](CallRecord* of_call) {
        runtime::Result<memory::Text> made = create(sandbox_id, config);
        if (of_call != nullptr && made) {
          of_call->call().id = *made;
          of_call->call().hash = fmt::format("{:x}", config.hash);
        }
        return made;
      });
}

runtime::Result<memory::Text> ContainerService::create(const memory::Text& sandbox_id,
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
  container->stored.falls_back_to_logs = config.falls_back_to_logs;
  container->sandbox_id = sandbox->id;
  container->attempt = config.attempt;
  container->kind = config.kind;
  if (reports_resources_) {
    const api::Container& asked = *api::find_container(*config.pod->spec, config.name).container;
    container->resources = std::make_unique<const api::LinuxResources>(api::linux_resources(api::amounts_of(asked)));
  }
  return {boost::system::in_place_value, inventory_.add_container(*pod, std::move(container)).id};
}

sim::Task<runtime::Result<>> ContainerService::start_container(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return CallServer::answered<void>(runtime::Error{not_found("container")});
  CallRecordPtr record = server_.record(known.pod, [&] { return call_about("StartContainer", *known.container); });
  const Verdict verdict = server_.judge("StartContainer", known.pod, *known.container->name);
  return server_.answer<void>(caller, std::move(record), {verdict.takes, {}},
                              [this, container_id = std::move(container_id),
                               error = verdict.error](CallRecord* /*record*/) { return start(container_id, error); });
}

runtime::Result<> ContainerService::start(const memory::Text& container_id, const std::optional<std::string>& error) {
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
  oom_killer_.watch(*pod, *container);
  return {};
}

sim::Task<runtime::Result<>> ContainerService::stop_container(const sim::Process& caller, memory::Text container_id,
                                                              sim::Duration timeout) {
  const auto known = inventory_.find_container(container_id);
  // CRI: stopping what is not there succeeds.
  if (known.container == nullptr) return CallServer::answered<void>({});
  CallRecordPtr record = server_.record(known.pod, [&] {
    trace::RuntimeCall call = call_about("StopContainer", *known.container);
    call.timeout = std::chrono::floor<std::chrono::seconds>(timeout).count();
    return call;
  });
  const Verdict verdict = server_.judge("StopContainer", known.pod, *known.container->name);
  const auto reply = std::make_shared<Reply<void>>(caller, process_, std::move(record));
  server_.serve(reply, verdict.takes, [this, reply, id = known.container->id, timeout, error = verdict.error] {
    if (error) return reply->fail(*error);
    stop(reply, id, timeout);
  });
  return Reply<void>::of(reply, timeout + server_.request_timeout());
}

void ContainerService::stop(const std::shared_ptr<Reply<void>>& reply, const memory::Text& container_id,
                            sim::Duration timeout) {
  const auto found = inventory_.find_container(container_id);
  if (found.container == nullptr || !found.container->is_running()) return reply->succeed();
  PodEntry& pod = *found.pod;
  Container& container = *found.container;
  const sim::Time patience_ends = process_.now() + timeout;

  // A reaction at the very end of the timeout and the SIGKILL race each other.
  const bool is_tie = life_.reaction_to_term(container) == patience_ends;
  const bool kill_wins = is_tie && timing_.draw(timing::kill_beats_exit, container.id);
  if (!kill_wins && timeout > sim::Duration{}) life_.terminate(pod, container);
  const sim::EventId kill = process_.at(patience_ends, [this, reply, id = container.id] {
    if (reply->is_abandoned()) return reply->cancel();
    const auto target = inventory_.find_container(id);
    if (target.container != nullptr && target.container->is_running()) {
      life_.kill(*target.pod, *target.container, "SIGKILL");
    }
  });
  if (kill_wins && timeout > sim::Duration{}) life_.terminate(pod, container);

  life_.on_exit(container, [this, reply, kill] {
    process_.cancel(kill);
    if (reply->is_abandoned()) return reply->cancel();
    reply->succeed();
  });
}

sim::Task<runtime::Result<>> ContainerService::remove_container(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  // CRI: removing what is not there succeeds.
  if (known.container == nullptr) return CallServer::answered<void>({});
  CallRecordPtr record = server_.record(known.pod, [&] { return call_about("RemoveContainer", *known.container); });
  const Verdict verdict = server_.judge("RemoveContainer", known.pod, *known.container->name);
  return server_.answer<void>(
      caller, std::move(record), verdict,
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

sim::Task<runtime::Result<>> ContainerService::container_status(const sim::Process& caller, memory::Text container_id) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr || !server_.may_fail("ContainerStatus")) return CallServer::answered<void>({});
  const Verdict verdict = server_.judge("ContainerStatus", known.pod, *known.container->name);
  return server_.acknowledge(caller, verdict);
}

sim::Task<runtime::Result<std::vector<memory::Text>>> ContainerService::list_running_containers(
    const sim::Process& caller) {
  const Verdict verdict = server_.judge("ListContainers", nullptr);
  return server_.answer<std::vector<memory::Text>>(caller, nullptr, verdict, [this](CallRecord* /*record*/) {
    std::vector<memory::Text> ids;
    for (const auto& [uid, pod] : inventory_.pods()) {
      for (const auto& container : pod.containers) {
        if (container->is_running()) ids.push_back(container->id);
      }
    }
    return ids;
  });
}

sim::Task<runtime::Result<>> ContainerService::update_container_resources(const sim::Process& caller,
                                                                          memory::Text container_id,
                                                                          api::LinuxResources resources) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) return CallServer::answered<void>(runtime::Error{not_found("container")});
  CallRecordPtr record = server_.record(known.pod, [&] {
    trace::RuntimeCall call = call_about("UpdateContainerResources", *known.container);
    set_resources(call, resources);
    return call;
  });
  const Verdict verdict = server_.judge("UpdateContainerResources", known.pod, *known.container->name);
  return server_.answer<void>(
      caller, std::move(record), verdict,
      [this, container_id = std::move(container_id), resources](CallRecord* /*record*/) -> runtime::Result<> {
        const auto [pod, container] = inventory_.find_container(container_id);
        if (container == nullptr) return runtime::Error{not_found("container")};
        container->resources = std::make_unique<const api::LinuxResources>(resources);
        oom_killer_.watch(*pod, *container);
        return {};
      });
}

std::optional<runtime::ContainerConfig> ContainerService::stored_config(std::string_view container_id) const {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr) return std::nullopt;
  return config_of(*container, identity_of(*pod));
}

}  // namespace podreel::runtime_fake
