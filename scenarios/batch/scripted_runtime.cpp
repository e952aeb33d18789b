#include "scenarios/batch/scripted_runtime.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/sim/task.hpp"

namespace podreel::batch {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 12> operations{"RunPodSandbox",   "StopPodSandbox",           "PodSandboxStatus",
                                                      "CreateContainer", "StartContainer",           "StopContainer",
                                                      "RemoveContainer", "ContainerStatus",          "ExecSync",
                                                      "ImageStatus",     "UpdateContainerResources", "PullImage"};

std::string_view to_string(runtime::SandboxState state) {
  return state == runtime::SandboxState::ready ? "READY" : "NOTREADY";
}

bool concerns(const json& record, const std::string& match) {
  if (match.empty()) return true;
  return std::ranges::any_of(std::array{"id", "name", "image"}, [&](const char* key) {
    const auto found = record.find(key);
    return found != record.end() && found->get_ref<const std::string&>().find(match) != std::string::npos;
  });
}

runtime::Error not_found(std::string_view what, const std::string& id) {
  return {fmt::format("{} \"{}\" not found", what, id), true};
}

}  // namespace

std::span<const std::string_view> faultable_operations() {
  return operations;
}

void ScriptedRuntime::reset(const runtime::PodStatus& status, std::vector<InjectedFault> faults) {
  sandboxes_.clear();
  containers_.clear();
  faults_.clear();
  calls_.clear();
  for (const runtime::SandboxStatus& sandbox : status.sandboxes) {
    sandboxes_.emplace(sandbox.id, Sandbox{sandbox.attempt, sandbox.state});
  }
  const memory::Text newest = status.sandboxes.empty() ? memory::Text{} : status.sandboxes.front().id;
  for (const runtime::ContainerStatus& container : status.containers) {
    containers_.emplace(container.id, Container{container.name, newest,
                                                static_cast<std::uint32_t>(container.restart_count), container.state});
  }
  for (InjectedFault& fault : faults) faults_.push_back({std::move(fault), 0});
}

json ScriptedRuntime::state() const {
  json sandboxes = json::array();
  for (const auto& [id, sandbox] : sandboxes_) {
    sandboxes.push_back({{"id", id}, {"attempt", sandbox.attempt}, {"state", to_string(sandbox.state)}});
  }
  json containers = json::array();
  for (const auto& [id, container] : containers_) {
    containers.push_back({{"id", id},
                          {"name", container.name},
                          {"attempt", container.attempt},
                          {"sandbox", container.sandbox},
                          {"state", runtime::to_string(container.state)}});
  }
  return {{"sandboxes", std::move(sandboxes)}, {"containers", std::move(containers)}};
}

std::vector<InjectedFault> ScriptedRuntime::unmet_faults() const {
  std::vector<InjectedFault> unmet;
  for (const Fault& fault : faults_) {
    if (fault.met == 0) unmet.push_back(fault.injected);
  }
  return unmet;
}

std::optional<runtime::Error> ScriptedRuntime::fault_of(const json& record) {
  for (Fault& fault : faults_) {
    const bool applies = fault.met < fault.injected.times &&
                         fault.injected.op == record["op"].get_ref<const std::string&>() &&
                         concerns(record, fault.injected.match);
    if (!applies) continue;
    ++fault.met;
    PODREEL_INVARIANT(fault.met <= fault.injected.times, "a fault occurs at most as often as it was injected");
    return runtime::Error{fault.injected.error};
  }
  return std::nullopt;
}

sim::Task<ScriptedRuntime::PendingCall> ScriptedRuntime::begin_call(const sim::Process& caller, json record) {
  PendingCall pending{calls_.size(), fault_of(record)};
  if (pending.error) record["error"] = pending.error->message;
  const sim::Duration latency = latency_ ? latency_(record) : sim::Duration::zero();
  calls_.push_back({std::move(record), caller.now(), ++clock_, 0});
  co_await sim::sleep_for(caller, latency);
  PODREEL_INVARIANT(pending.index < calls_.size() && calls_[pending.index].answered == 0, "a call is answered once");
  calls_[pending.index].answered = ++clock_;
  co_return pending;
}

sim::Task<runtime::Result<>> ScriptedRuntime::begin_container_call(const sim::Process& caller, std::string_view op,
                                                                   memory::Text container_id, json more) {
  const auto found = containers_.find(container_id);
  const bool is_known = found != containers_.end();
  more["op"] = op;
  more["id"] = container_id;
  more["name"] = is_known ? found->second.name : "";
  const PendingCall pending = co_await begin_call(caller, std::move(more));
  if (pending.error) co_return *pending.error;
  if (!is_known) co_return not_found("container", container_id);
  co_return runtime::Result<>{};
}

sim::Task<runtime::Result<memory::Text>> ScriptedRuntime::run_pod_sandbox(const sim::Process& caller,
                                                                          runtime::SandboxConfig config) {
  const api::ObjectMeta& pod = config.pod->metadata;
  std::string id = fmt::format("{}_{}_{}_{}", pod.name, pod.namespace_name, pod.uid, config.attempt);
  json record{{"op", "RunPodSandbox"},
              {"name", pod.name},
              {"namespace", pod.namespace_name},
              {"uid", pod.uid},
              {"attempt", config.attempt}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  calls_[pending.index].record["returnedID"] = id;
  sandboxes_.insert_or_assign(id, Sandbox{config.attempt, runtime::SandboxState::ready});
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::move(id)};
}

sim::Task<runtime::Result<>> ScriptedRuntime::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  json record{{"op", "StopPodSandbox"}, {"id", sandbox_id}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  const auto found = sandboxes_.find(sandbox_id);
  if (found == sandboxes_.end()) co_return not_found("sandbox", sandbox_id);
  found->second.state = runtime::SandboxState::not_ready;
  co_return runtime::Result<>{};
}

sim::Task<runtime::Result<runtime::SandboxStatus>> ScriptedRuntime::pod_sandbox_status(const sim::Process& caller,
                                                                                       memory::Text sandbox_id) {
  json record{{"op", "PodSandboxStatus"}, {"id", sandbox_id}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  const auto found = sandboxes_.find(sandbox_id);
  if (found == sandboxes_.end()) co_return not_found("sandbox", sandbox_id);
  runtime::SandboxStatus status;
  status.id = sandbox_id;
  status.attempt = found->second.attempt;
  status.state = found->second.state;
  co_return status;
}

sim::Task<runtime::Result<memory::Text>> ScriptedRuntime::create_container(const sim::Process& caller,
                                                                           memory::Text sandbox_id,
                                                                           runtime::ContainerConfig config) {
  std::string id = fmt::format("{}_{}_{}", sandbox_id, config.name, config.attempt);
  json record{{"op", "CreateContainer"},
              {"sandbox", sandbox_id},
              {"name", config.name},
              {"image", config.image_id},
              {"attempt", config.attempt}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  calls_[pending.index].record["returnedID"] = id;
  containers_.insert_or_assign(id,
                               Container{config.name, sandbox_id, config.attempt, runtime::ContainerState::created});
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::move(id)};
}

sim::Task<runtime::Result<>> ScriptedRuntime::start_container(const sim::Process& caller, memory::Text container_id) {
  const runtime::Result<> answer = co_await begin_container_call(caller, "StartContainer", container_id, json());
  if (answer) containers_.find(container_id)->second.state = runtime::ContainerState::running;
  co_return answer;
}

sim::Task<runtime::Result<>> ScriptedRuntime::stop_container(const sim::Process& caller, memory::Text container_id,
                                                             sim::Duration timeout) {
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout).count();
  json more{{"timeout", seconds}};
  const runtime::Result<> answer =
      co_await begin_container_call(caller, "StopContainer", container_id, std::move(more));
  if (answer) containers_.find(container_id)->second.state = runtime::ContainerState::exited;
  co_return answer;
}

sim::Task<runtime::Result<>> ScriptedRuntime::remove_container(const sim::Process& caller, memory::Text container_id) {
  const runtime::Result<> answer = co_await begin_container_call(caller, "RemoveContainer", container_id, json());
  if (answer) containers_.erase(container_id);
  co_return answer;
}

sim::Task<runtime::Result<>> ScriptedRuntime::container_status(const sim::Process& caller, memory::Text container_id) {
  const runtime::Result<> answer = co_await begin_container_call(caller, "ContainerStatus", container_id, json());
  co_return answer;
}

sim::Task<runtime::Result<runtime::ExecResult>> ScriptedRuntime::exec_sync(const sim::Process& caller,
                                                                           memory::Text container_id,
                                                                           std::vector<std::string> command,
                                                                           sim::Duration timeout) {
  const std::int64_t seconds = std::chrono::duration_cast<std::chrono::seconds>(timeout).count();
  json more{{"cmd", std::move(command)}, {"timeoutSeconds", seconds}};
  const runtime::Result<> answer = co_await begin_container_call(caller, "ExecSync", container_id, std::move(more));
  if (!answer) co_return answer.error();
  co_return runtime::ExecResult{};
}

sim::Task<runtime::Result<>> ScriptedRuntime::update_container_resources(const sim::Process& caller,
                                                                         memory::Text container_id,
                                                                         api::LinuxResources resources) {
  json more{{"cpuQuota", resources.cpu_quota}, {"cpuShares", resources.cpu_shares}, {"memory", resources.memory}};
  const runtime::Result<> answer =
      co_await begin_container_call(caller, "UpdateContainerResources", container_id, std::move(more));
  co_return answer;
}

sim::Task<runtime::Result<std::optional<runtime::ImageStatus>>> ScriptedRuntime::image_status(
    const sim::Process& caller, memory::Text image) {
  json record{{"op", "ImageStatus"}, {"image", image}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  std::optional<runtime::ImageStatus> status;
  if (images_.contains(image)) status = runtime::ImageStatus{image, 0, {}};
  co_return status;
}

sim::Task<runtime::Result<memory::Text>> ScriptedRuntime::pull_image(const sim::Process& caller, memory::Text image,
                                                                     api::PodPtr /*pod*/) {
  json record{{"op", "PullImage"}, {"image", image}};
  const PendingCall pending = co_await begin_call(caller, std::move(record));
  if (pending.error) co_return *pending.error;
  images_.insert(image);
  co_return runtime::Result<memory::Text>{boost::system::in_place_value, std::move(image)};
}

// SyncPod does not use the following calls.

sim::Task<runtime::Result<>> ScriptedRuntime::remove_pod_sandbox(const sim::Process& /*caller*/,
                                                                 memory::Text /*sandbox_id*/) {
  co_return runtime::Result<>{};
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> ScriptedRuntime::status(const sim::Process& /*caller*/) {
  co_return runtime::RuntimeStatus{};
}

sim::Task<runtime::Result<std::vector<runtime::RunningPod>>> ScriptedRuntime::get_pods(const sim::Process& /*caller*/,
                                                                                       bool /*all*/) {
  co_return std::vector<runtime::RunningPod>{};
}

sim::Task<runtime::Result<runtime::PodStatusPtr>> ScriptedRuntime::get_pod_status(const sim::Process& /*caller*/,
                                                                                  memory::Text /*pod_uid*/) {
  co_return std::make_shared<const runtime::PodStatus>();
}

std::optional<runtime::ContainerConfig> ScriptedRuntime::stored_config(std::string_view /*container_id*/) const {
  return std::nullopt;
}

sim::Task<runtime::Runtime::NetworkAnswer> ScriptedRuntime::probe_network(const sim::Process& /*caller*/,
                                                                          memory::Text /*container_id*/,
                                                                          NetworkProbe /*probe*/,
                                                                          sim::Duration /*timeout*/) {
  co_return NetworkAnswer{};
}

}  // namespace podreel::batch
