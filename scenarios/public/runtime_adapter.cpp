#include "scenarios/public/runtime_adapter.hpp"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

#include "scenarios/public/pending_call.hpp"

namespace podreel::facade {

namespace {

runtime::Error to_engine(const RuntimeError& error) {
  return {error.message, error.is_not_found};
}

runtime::ContainerState to_engine(ContainerState state) {
  switch (state) {
    case ContainerState::created:
      return runtime::ContainerState::created;
    case ContainerState::running:
      return runtime::ContainerState::running;
    case ContainerState::exited:
      return runtime::ContainerState::exited;
    case ContainerState::unknown:
      break;
  }
  return runtime::ContainerState::unknown;
}

runtime::SandboxState to_engine(SandboxState state) {
  return state == SandboxState::ready ? runtime::SandboxState::ready : runtime::SandboxState::not_ready;
}

NetworkProbe to_public(const runtime::Runtime::NetworkProbe& probe) {
  using Kind = runtime::Runtime::NetworkProbe::Kind;
  if (probe.kind == Kind::tcp) return {NetworkProbe::Kind::tcp, probe.port, {}};
  if (probe.kind == Kind::grpc) return {NetworkProbe::Kind::grpc, probe.port, {}};
  return {NetworkProbe::Kind::http, probe.port, probe.http.path};
}

runtime::Error not_found(std::string_view what, const memory::Text& id) {
  return {fmt::format("rpc error: code = NotFound desc = {} {} not found", what, id.view()), true};
}

RuntimeError deadline_exceeded() {
  return {"rpc error: code = DeadlineExceeded desc = context deadline exceeded", false};
}

std::int64_t whole_seconds(sim::Duration duration) {
  return std::chrono::floor<std::chrono::seconds>(duration).count();
}

}  // namespace

RuntimeAdapter::RuntimeAdapter(sim::Scheduler& scheduler, trace::Recorder& recorder, sim::Duration request_timeout,
                               const MakeRuntime& make_runtime)
    : process_{scheduler},
      start_{scheduler.now()},
      recorder_{recorder},
      request_timeout_{request_timeout},
      runtime_{make_runtime(*this)} {}

void RuntimeAdapter::after(std::chrono::nanoseconds delay, std::function<void()> callback) {
  process_.after(std::max(delay, std::chrono::nanoseconds{}), sim::Callback{std::move(callback)});
}

template <class Value>
sim::Task<RuntimeResult<Value>> RuntimeAdapter::ask(const sim::Process& caller, sim::Duration timeout,
                                                    std::function<void(Reply<Value>)> call,
                                                    std::optional<Recorded> recorded,
                                                    std::function<void(const Value&, trace::RuntimeCall&)> on_success) {
  runtime_fake::CallRecordPtr record;
  if (recorded && recorder_.wants<trace::RuntimeCall>()) {
    record = std::make_unique<runtime_fake::CallRecord>(recorder_, std::move(recorded->pod), std::move(recorded->call));
  }
  const auto pending = std::make_shared<PendingCall<Value>>(caller, process_, std::move(record), std::move(on_success));
  if (timeout > sim::Duration{}) {
    pending->set_timer(process_.after(timeout, [pending] { pending->end(deadline_exceeded()); }));
  }
  call([pending](RuntimeResult<Value> result) { pending->end(std::move(result)); });
  co_return co_await pending->wait();
}

sim::Task<runtime::Result<>> RuntimeAdapter::ask_done(
    const sim::Process& caller, sim::Duration timeout, std::function<void(Reply<Done>)> call, Recorded recorded,
    std::function<void(const Done&, trace::RuntimeCall&)> on_success) {
  const auto result = co_await ask<Done>(caller, timeout, std::move(call), std::move(recorded), std::move(on_success));
  if (const auto* error = std::get_if<RuntimeError>(&result)) co_return to_engine(*error);
  co_return runtime::Result<>{};
}

sim::Task<RuntimeResult<RuntimeInventory>> RuntimeAdapter::ask_for_inventory(const sim::Process& caller) {
  std::function<void(Reply<RuntimeInventory>)> call = [this](auto reply) { runtime_->list(std::move(reply)); };
  co_return co_await ask<RuntimeInventory>(caller, request_timeout_, std::move(call));
}

RuntimeAdapter::Recorded RuntimeAdapter::call_of_sandbox(std::string_view op, const memory::Text& id) const {
  Recorded recorded{{}, {.op = std::string{op}}};
  recorded.call.sandbox = id;
  if (const auto known = sandboxes_.find(id.view()); known != sandboxes_.end()) {
    recorded.pod = api::full_name(*known->second.pod);
    recorded.call.sandbox_attempt = known->second.attempt;
  }
  return recorded;
}

RuntimeAdapter::Recorded RuntimeAdapter::call_of_container(std::string_view op, const memory::Text& id) const {
  Recorded recorded{{}, {.op = std::string{op}}};
  recorded.call.id = id;
  if (const auto known = containers_.find(id.view()); known != containers_.end()) {
    const runtime::ContainerConfig& config = known->second.config;
    recorded.pod = api::full_name(*config.pod);
    recorded.call.container = config.name;
    recorded.call.attempt = config.attempt;
  }
  return recorded;
}

sim::Task<runtime::Result<memory::Text>> RuntimeAdapter::run_pod_sandbox(const sim::Process& caller,
                                                                         runtime::SandboxConfig config) {
  const api::ObjectMeta& pod = config.pod->metadata;
  SandboxConfig asked{pod.namespace_name, pod.name, pod.uid, config.attempt};
  std::function<void(Reply<std::string>)> call = [this, asked = std::move(asked)](auto reply) {
    runtime_->run_pod_sandbox(asked, std::move(reply));
  };
  Recorded recorded{api::full_name(*config.pod), {.op = "RunPodSandbox", .sandbox_attempt = config.attempt}};
  std::function<void(const std::string&, trace::RuntimeCall&)> remember =
      [this, config = std::move(config)](const std::string& id, trace::RuntimeCall& record) {
        record.sandbox = id;
        sandboxes_.insert_or_assign(id, KnownSandbox{config.pod, config.attempt});
      };
  const auto made = co_await ask<std::string>(caller, 2 * request_timeout_, std::move(call), std::move(recorded),
                                              std::move(remember));
  if (const auto* error = std::get_if<RuntimeError>(&made)) co_return to_engine(*error);
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::get<std::string>(made)};
}

sim::Task<runtime::Result<>> RuntimeAdapter::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  std::function<void(Reply<Done>)> call = [this, sandbox_id](auto reply) {
    runtime_->stop_pod_sandbox(sandbox_id, std::move(reply));
  };
  return ask_done(caller, request_timeout_, std::move(call), call_of_sandbox("StopPodSandbox", sandbox_id));
}

sim::Task<runtime::Result<>> RuntimeAdapter::remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  std::function<void(Reply<Done>)> call = [this, sandbox_id](auto reply) {
    runtime_->remove_pod_sandbox(sandbox_id, std::move(reply));
  };
  std::function<void(const Done&, trace::RuntimeCall&)> forget = [this, sandbox_id](const auto&, auto&) {
    sandboxes_.erase(std::string{sandbox_id});
  };
  return ask_done(caller, request_timeout_, std::move(call), call_of_sandbox("RemovePodSandbox", sandbox_id),
                  std::move(forget));
}

sim::Task<runtime::Result<runtime::SandboxStatus>> RuntimeAdapter::pod_sandbox_status(const sim::Process& caller,
                                                                                      memory::Text sandbox_id) {
  const auto listed = co_await ask_for_inventory(caller);
  if (const auto* error = std::get_if<RuntimeError>(&listed)) co_return to_engine(*error);
  const auto known = sandboxes_.find(sandbox_id.view());
  const auto& sandboxes = std::get<RuntimeInventory>(listed).sandboxes;
  const auto found = std::ranges::find(sandboxes, sandbox_id.view(), &RuntimeSandbox::id);
  if (known == sandboxes_.end() || found == sandboxes.end()) co_return not_found("sandbox", sandbox_id);
  co_return status_of(*found, known->second);
}

sim::Task<runtime::Result<memory::Text>> RuntimeAdapter::create_container(const sim::Process& caller,
                                                                          memory::Text sandbox_id,
                                                                          runtime::ContainerConfig config) {
  ContainerConfig asked{config.name, config.image_id.empty() ? config.image : config.image_id, config.attempt, {}};
  if (const api::Container* spec = api::find_container(*config.pod->spec, config.name).container) {
    asked.spec = spec->stored;
  }
  std::function<void(Reply<std::string>)> call = [this, sandbox_id, asked = std::move(asked)](auto reply) {
    runtime_->create_container(sandbox_id, asked, std::move(reply));
  };
  Recorded recorded{api::full_name(*config.pod), {.op = "CreateContainer"}};
  recorded.call.container = config.name;
  recorded.call.attempt = config.attempt;
  recorded.call.sandbox = sandbox_id;
  recorded.call.image = config.image;
  std::function<void(const std::string&, trace::RuntimeCall&)> remember =
      [this, sandbox_id, config = std::move(config)](const std::string& id, trace::RuntimeCall& record) {
        record.id = id;
        record.hash = fmt::format("{:x}", config.hash);
        containers_.insert_or_assign(id, KnownContainer{sandbox_id, config});
      };
  const auto made =
      co_await ask<std::string>(caller, request_timeout_, std::move(call), std::move(recorded), std::move(remember));
  if (const auto* error = std::get_if<RuntimeError>(&made)) co_return to_engine(*error);
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::get<std::string>(made)};
}

sim::Task<runtime::Result<>> RuntimeAdapter::start_container(const sim::Process& caller, memory::Text container_id) {
  std::function<void(Reply<Done>)> call = [this, container_id](auto reply) {
    runtime_->start_container(container_id, std::move(reply));
  };
  return ask_done(caller, request_timeout_, std::move(call), call_of_container("StartContainer", container_id));
}

sim::Task<runtime::Result<>> RuntimeAdapter::stop_container(const sim::Process& caller, memory::Text container_id,
                                                            sim::Duration timeout) {
  std::function<void(Reply<Done>)> call = [this, container_id, timeout](auto reply) {
    runtime_->stop_container(container_id, timeout, std::move(reply));
  };
  Recorded recorded = call_of_container("StopContainer", container_id);
  recorded.call.timeout = whole_seconds(timeout);
  return ask_done(caller, timeout + request_timeout_, std::move(call), std::move(recorded));
}

sim::Task<runtime::Result<>> RuntimeAdapter::remove_container(const sim::Process& caller, memory::Text container_id) {
  std::function<void(Reply<Done>)> call = [this, container_id](auto reply) {
    runtime_->remove_container(container_id, std::move(reply));
  };
  std::function<void(const Done&, trace::RuntimeCall&)> forget = [this, container_id](const auto&, auto&) {
    containers_.erase(std::string{container_id});
  };
  return ask_done(caller, request_timeout_, std::move(call), call_of_container("RemoveContainer", container_id),
                  std::move(forget));
}

sim::Task<runtime::Result<runtime::ExecResult>> RuntimeAdapter::exec_sync(const sim::Process& caller,
                                                                          memory::Text container_id,
                                                                          std::vector<std::string> command,
                                                                          sim::Duration timeout) {
  Recorded recorded = call_of_container("ExecSync", container_id);
  recorded.call.id.reset();
  recorded.call.command = fmt::format("{}", fmt::join(command, " "));
  recorded.call.timeout = whole_seconds(timeout);
  std::function<void(Reply<ExecResult>)> call = [this, container_id, command = std::move(command),
                                                 timeout](auto reply) {
    runtime_->exec_sync(container_id, command, timeout, std::move(reply));
  };
  std::function<void(const ExecResult&, trace::RuntimeCall&)> complete =
      [](const ExecResult& result, trace::RuntimeCall& record) { record.exit_code = result.exit_code; };
  const sim::Time began = caller.now();
  const auto answer =
      co_await ask<ExecResult>(caller, timeout, std::move(call), std::move(recorded), std::move(complete));
  runtime::ExecResult result;
  if (const auto* error = std::get_if<RuntimeError>(&answer)) {
    if (timeout == sim::Duration{} || caller.now() - began < timeout) co_return to_engine(*error);
    result.timed_out = true;
  } else {
    result.exit_code = std::get<ExecResult>(answer).exit_code;
    result.output = std::get<ExecResult>(answer).output;
  }
  co_return runtime::Result<runtime::ExecResult>{boost::system::in_place_value, std::move(result)};
}

sim::Task<runtime::Result<>> RuntimeAdapter::update_container_resources(const sim::Process& /*caller*/,
                                                                        memory::Text /*container_id*/,
                                                                        api::LinuxResources /*resources*/) {
  co_return runtime::Error{"rpc error: code = Unimplemented desc = UpdateContainerResources", false};
}

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> RuntimeAdapter::image_status(const sim::Process& caller,
                                                                                             memory::Text image) {
  std::function<void(Reply<std::optional<RuntimeImage>>)> call = [this, image](auto reply) {
    runtime_->image_status(image, std::move(reply));
  };
  const auto answer = co_await ask<std::optional<RuntimeImage>>(caller, request_timeout_, std::move(call));
  if (const auto* error = std::get_if<RuntimeError>(&answer)) co_return to_engine(*error);
  std::optional<runtime::ImageStatus> status;
  if (const auto& found = std::get<std::optional<RuntimeImage>>(answer)) {
    status = runtime::ImageStatus{.id = found->id, .size_bytes = found->size_bytes};
  }
  co_return runtime::Result<std::optional<runtime::ImageStatus>>{boost::system::in_place_value, std::move(status)};
}

sim::Task<runtime::Result<memory::Text>> RuntimeAdapter::pull_image(const sim::Process& caller, memory::Text image,
                                                                    api::PodPtr pod) {
  std::function<void(Reply<std::string>)> call = [this, image](auto reply) {
    runtime_->pull_image(image, std::move(reply));
  };
  Recorded recorded{pod ? api::full_name(*pod) : std::string{}, {.op = "PullImage", .image = image}};
  const auto answer = co_await ask<std::string>(caller, {}, std::move(call), std::move(recorded));
  if (const auto* error = std::get_if<RuntimeError>(&answer)) co_return to_engine(*error);
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::get<std::string>(answer)};
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> RuntimeAdapter::status(const sim::Process& /*caller*/) {
  co_return runtime::RuntimeStatus{};
}

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> RuntimeAdapter::get_pods(const sim::Process& caller,
                                                                                      bool all) {
  const auto listed = co_await ask_for_inventory(caller);
  if (const auto* error = std::get_if<RuntimeError>(&listed)) co_return to_engine(*error);
  const RuntimeInventory& inventory = std::get<RuntimeInventory>(listed);
  std::map<memory::Text, runtime::RunningPod> by_uid;
  const auto pod_of = [&by_uid](const api::ObjectMeta& pod) -> runtime::RunningPod& {
    return by_uid.try_emplace(pod.uid, runtime::RunningPod{pod.uid, pod.name, pod.namespace_name}).first->second;
  };
  for (const RuntimeSandbox& sandbox : inventory.sandboxes) {
    const auto known = sandboxes_.find(sandbox.id);
    if (known == sandboxes_.end() || !(all || sandbox.state == SandboxState::ready)) continue;
    const api::ObjectMeta& pod = known->second.pod->metadata;
    pod_of(pod).sandboxes.push_back({sandbox.id, pod.uid, to_engine(sandbox.state)});
  }
  for (const RuntimeContainer& container : inventory.containers) {
    const auto known = containers_.find(container.id);
    if (known == containers_.end() || !(all || container.state == ContainerState::running)) continue;
    const runtime::ContainerConfig& config = known->second.config;
    const api::ObjectMeta& pod = config.pod->metadata;
    pod_of(pod).containers.push_back({container.id, config.name, pod.uid, to_engine(container.state)});
  }
  std::vector<runtime::RunningPod> pods;
  for (auto& [uid, pod] : by_uid) pods.push_back(std::move(pod));
  co_return runtime::Result<std::vector<runtime::RunningPod>>{boost::system::in_place_value, std::move(pods)};
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> RuntimeAdapter::get_pod_status(const sim::Process& caller,
                                                                                 memory::Text pod_uid) {
  const auto listed = co_await ask_for_inventory(caller);
  if (const auto* error = std::get_if<RuntimeError>(&listed)) co_return to_engine(*error);
  const RuntimeInventory& inventory = std::get<RuntimeInventory>(listed);
  const auto status = std::make_shared<runtime::PodStatus>();
  status->uid = pod_uid;
  status->observed_at = caller.now();
  const auto name_after = [&status](const api::Pod& pod) {
    status->name = pod.metadata.name;
    status->namespace_name = pod.metadata.namespace_name;
  };
  for (auto sandbox = inventory.sandboxes.rbegin(); sandbox != inventory.sandboxes.rend(); ++sandbox) {
    const auto known = sandboxes_.find(sandbox->id);
    if (known == sandboxes_.end() || known->second.pod->metadata.uid != pod_uid) continue;
    name_after(*known->second.pod);
    status->sandboxes.push_back(status_of(*sandbox, known->second));
  }
  for (auto container = inventory.containers.rbegin(); container != inventory.containers.rend(); ++container) {
    const auto known = containers_.find(container->id);
    if (known == containers_.end() || known->second.config.pod->metadata.uid != pod_uid) continue;
    name_after(*known->second.config.pod);
    status->containers.push_back(status_of(*container, known->second));
  }
  if (!status->sandboxes.empty()) {
    const runtime::SandboxStatus& newest = status->sandboxes.front();
    const bool has_ip = newest.ip && !newest.ip->empty();
    if (newest.state == runtime::SandboxState::ready && has_ip) status->ips.push_back(*newest.ip);
  }
  co_return runtime::Result<runtime::PodStatusPtr>{boost::system::in_place_value, status};
}

runtime::SandboxStatus RuntimeAdapter::status_of(const RuntimeSandbox& sandbox, const KnownSandbox& known) const {
  return {sandbox.id,    to_engine(sandbox.state), start_ + sandbox.created_at,
          known.attempt, memory::Text{sandbox.ip}, known.pod->spec->host_network};
}

runtime::ContainerStatus RuntimeAdapter::status_of(const RuntimeContainer& container,
                                                   const KnownContainer& known) const {
  const runtime::ContainerConfig& config = known.config;
  runtime::ContainerStatus status;
  status.id = container.id;
  status.name = config.name;
  status.sandbox_id = known.sandbox_id;
  status.state = to_engine(container.state);
  status.created_at = start_ + container.created_at;
  const bool has_started = container.state != ContainerState::created;
  if (has_started) status.started_at = start_ + container.started_at;
  if (container.state == ContainerState::exited) {
    status.finished_at = start_ + container.finished_at;
    status.exit_code = container.exit_code;
    status.reason = !container.reason.empty() ? container.reason : container.exit_code == 0 ? "Completed" : "Error";
  }
  status.restart_count = static_cast<std::int32_t>(config.attempt);
  status.image = config.image;
  status.image_id = config.image_id;
  status.hash = config.hash;
  status.hash_without_resources = config.hash_without_resources;
  status.stored_spec = config.stored_spec;
  return status;
}

std::optional<runtime::ContainerConfig> RuntimeAdapter::stored_config(std::string_view container_id) const {
  const auto known = containers_.find(container_id);
  if (known == containers_.end()) return std::nullopt;
  return known->second.config;
}

sim::Task<runtime::Runtime::NetworkAnswer> RuntimeAdapter::probe_network(const sim::Process& caller,
                                                                         memory::Text container_id, NetworkProbe probe,
                                                                         sim::Duration timeout) {
  std::function<void(Reply<ProbeAnswer>)> call = [this, container_id, asked = to_public(probe), timeout](auto reply) {
    runtime_->probe_network(container_id, asked, timeout, std::move(reply));
  };
  const auto answer = co_await ask<ProbeAnswer>(caller, timeout, std::move(call));
  NetworkAnswer result;
  if (const auto* given = std::get_if<ProbeAnswer>(&answer)) {
    result.status = given->status;
    result.refused = given->is_refused;
  } else {
    result.timed_out = true;
  }
  co_return result;
}

}  // namespace podreel::facade
