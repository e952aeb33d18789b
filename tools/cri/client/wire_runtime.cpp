#include "tools/cri/client/wire_runtime.hpp"

#include <cri.pb.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/api/linux_resources.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/sim/task.hpp"
#include "tools/cri/client/labels.hpp"
#include "tools/cri/client/read_status.hpp"
#include "tools/cri/runtime/error_code.hpp"

namespace podreel::cri {

namespace {

namespace wire = ::runtime::v1;

template <class T>
runtime::Result<> done(const runtime::Result<T>& result) {
  if (!result) return result.error();
  return {};
}

runtime::Result<memory::Text> id_of(const std::string& id) {
  return {boost::system::in_place_value, id};
}

/// Returns the id in timelines: the digits by which podreel's own runtime knows it.
std::string short_id(std::string_view id) {
  constexpr std::size_t digits = 8;
  return std::string{id.substr(0, digits)};
}

std::string call_name(std::string_view op) {
  return fmt::format("RuntimeService/{}", op);
}

std::int64_t whole_seconds(sim::Duration duration) {
  return std::chrono::floor<std::chrono::seconds>(duration).count();
}

void put(const Pairs& pairs, google::protobuf::Map<std::string, std::string>& map) {
  map.insert(pairs.begin(), pairs.end());
}

void put(const api::LinuxResources& resources, wire::LinuxContainerResources& out) {
  constexpr std::int64_t usual_period = 100'000;
  out.set_cpu_shares(resources.cpu_shares);
  out.set_cpu_quota(resources.cpu_quota);
  if (resources.cpu_quota != 0) out.set_cpu_period(usual_period);
  out.set_memory_limit_in_bytes(resources.memory);
}

void record_resources(const api::LinuxResources& resources, trace::RuntimeCall& call) {
  const auto set_limit = [](std::optional<std::int64_t>& field, std::int64_t amount) {
    if (amount != 0) field = amount;
  };
  set_limit(call.cpu_quota, resources.cpu_quota);
  set_limit(call.cpu_shares, resources.cpu_shares);
  set_limit(call.memory, resources.memory);
}

void put(const SandboxMetadata& metadata, const Pairs& labels, bool host_network, wire::PodSandboxConfig& config) {
  wire::PodSandboxMetadata& out = *config.mutable_metadata();
  out.set_name(metadata.name);
  out.set_uid(metadata.uid);
  out.set_namespace_(metadata.namespace_name);
  out.set_attempt(metadata.attempt);
  put(labels, *config.mutable_labels());
  if (!host_network) return;
  config.mutable_linux()->mutable_security_context()->mutable_namespace_options()->set_network(wire::NODE);
}

}  // namespace

trace::RuntimeCall WireRuntime::call_of_sandbox(std::string_view op, const memory::Text& id) const {
  trace::RuntimeCall call{.op = std::string{op}};
  call.sandbox = short_id(id);
  if (const auto known = sandboxes_.find(id.view()); known != sandboxes_.end()) {
    call.sandbox_attempt = known->second.attempt;
  }
  return call;
}

trace::RuntimeCall WireRuntime::call_of_container(std::string_view op, const memory::Text& id) const {
  trace::RuntimeCall call{.op = std::string{op}};
  call.id = short_id(id);
  if (const auto known = containers_.find(id.view()); known != containers_.end()) {
    call.container = known->second.name;
    call.attempt = known->second.attempt;
  }
  return call;
}

std::string WireRuntime::pod_of_sandbox(const memory::Text& id) const {
  const auto known = sandboxes_.find(id.view());
  return known == sandboxes_.end() ? std::string{} : known->second.pod;
}

std::string WireRuntime::pod_of_container(const memory::Text& id) const {
  const auto known = containers_.find(id.view());
  return known == containers_.end() ? std::string{} : known->second.pod;
}

sim::Task<runtime::Result<memory::Text>> WireRuntime::run_pod_sandbox(const sim::Process& caller,
                                                                      runtime::SandboxConfig config) {
  const api::Pod& pod = *config.pod;
  KnownSandbox known{.pod = api::full_name(pod), .attempt = config.attempt, .labels = sandbox_labels(pod)};
  known.metadata = {pod.metadata.name, pod.metadata.uid, pod.metadata.namespace_name, config.attempt};
  known.host_network = pod.spec->host_network;
  wire::RunPodSandboxRequest request;
  put(known.metadata, known.labels, known.host_network, *request.mutable_config());
  auto reply = recorded<wire::RunPodSandboxResponse>(
      caller, known.pod, trace::RuntimeCall{.op = "RunPodSandbox", .sandbox_attempt = config.attempt},
      [](const wire::RunPodSandboxResponse& response, trace::RuntimeCall& call) {
        call.sandbox = short_id(response.pod_sandbox_id());
      });
  const auto made = co_await connection_.call<wire::RunPodSandboxResponse>(
      caller, call_name("RunPodSandbox"), std::move(request), 2 * request_timeout_, std::move(reply));
  if (!made) co_return made.error();
  sandboxes_[made->pod_sandbox_id()] = std::move(known);
  co_return id_of(made->pod_sandbox_id());
}

sim::Task<runtime::Result<>> WireRuntime::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  wire::StopPodSandboxRequest request;
  request.set_pod_sandbox_id(sandbox_id);
  auto reply = recorded<wire::StopPodSandboxResponse>(caller, pod_of_sandbox(sandbox_id),
                                                      call_of_sandbox("StopPodSandbox", sandbox_id));
  co_return done(co_await connection_.call<wire::StopPodSandboxResponse>(
      caller, call_name("StopPodSandbox"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  wire::RemovePodSandboxRequest request;
  request.set_pod_sandbox_id(sandbox_id);
  auto reply = recorded<wire::RemovePodSandboxResponse>(caller, pod_of_sandbox(sandbox_id),
                                                        call_of_sandbox("RemovePodSandbox", sandbox_id));
  co_return done(co_await connection_.call<wire::RemovePodSandboxResponse>(
      caller, call_name("RemovePodSandbox"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<runtime::SandboxStatus>> WireRuntime::pod_sandbox_status(const sim::Process& caller,
                                                                                   memory::Text sandbox_id) {
  wire::PodSandboxStatusRequest request;
  request.set_pod_sandbox_id(sandbox_id);
  const auto answer = co_await connection_.call<wire::PodSandboxStatusResponse>(caller, call_name("PodSandboxStatus"),
                                                                                std::move(request), request_timeout_);
  if (!answer) co_return answer.error();
  runtime::SandboxStatus status = read(answer->status(), pace_);
  sandboxes_[sandbox_id].ip = status.ip ? std::string{status.ip->view()} : std::string{};
  co_return runtime::Result<runtime::SandboxStatus>{boost::system::in_place_value, std::move(status)};
}

sim::Task<runtime::Result<memory::Text>> WireRuntime::create_container(const sim::Process& caller,
                                                                       memory::Text sandbox_id,
                                                                       runtime::ContainerConfig config) {
  KnownContainer known{api::full_name(*config.pod),
                       config.name,
                       config.attempt,
                       container_labels(config),
                       container_annotations(config),
                       std::string{sandbox_id.view()}};
  wire::CreateContainerRequest request;
  request.set_pod_sandbox_id(sandbox_id);
  wire::ContainerConfig& asked = *request.mutable_config();
  asked.mutable_metadata()->set_name(config.name);
  asked.mutable_metadata()->set_attempt(config.attempt);
  asked.mutable_image()->set_image(config.image_id.empty() ? config.image : config.image_id);
  asked.mutable_image()->set_user_specified_image(config.image);
  put(known.labels, *asked.mutable_labels());
  put(known.annotations, *asked.mutable_annotations());
  if (const api::Container* spec = api::find_container(*config.pod->spec, config.name).container) {
    put(api::linux_resources(api::amounts_of(*spec)), *asked.mutable_linux()->mutable_resources());
  }
  if (const auto sandbox = sandboxes_.find(sandbox_id.view()); sandbox != sandboxes_.end()) {
    const KnownSandbox& made = sandbox->second;
    put(made.metadata, made.labels, made.host_network, *request.mutable_sandbox_config());
  }
  trace::RuntimeCall call{.op = "CreateContainer"};
  call.container = known.name;
  call.attempt = known.attempt;
  call.sandbox = short_id(sandbox_id);
  call.image = config.image;
  auto reply = recorded<wire::CreateContainerResponse>(
      caller, known.pod, std::move(call),
      [hash = config.hash](const wire::CreateContainerResponse& response, trace::RuntimeCall& record) {
        record.id = short_id(response.container_id());
        record.hash = fmt::format("{:x}", hash);
      });
  const auto made = co_await connection_.call<wire::CreateContainerResponse>(
      caller, call_name("CreateContainer"), std::move(request), request_timeout_, std::move(reply));
  if (!made) co_return made.error();
  containers_[made->container_id()] = std::move(known);
  co_return id_of(made->container_id());
}

sim::Task<runtime::Result<>> WireRuntime::start_container(const sim::Process& caller, memory::Text container_id) {
  wire::StartContainerRequest request;
  request.set_container_id(container_id);
  auto reply = recorded<wire::StartContainerResponse>(caller, pod_of_container(container_id),
                                                      call_of_container("StartContainer", container_id));
  co_return done(co_await connection_.call<wire::StartContainerResponse>(
      caller, call_name("StartContainer"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::stop_container(const sim::Process& caller, memory::Text container_id,
                                                         sim::Duration timeout) {
  wire::StopContainerRequest request;
  request.set_container_id(container_id);
  request.set_timeout(whole_seconds(timeout));
  trace::RuntimeCall call = call_of_container("StopContainer", container_id);
  call.timeout = whole_seconds(timeout);
  auto reply = recorded<wire::StopContainerResponse>(caller, pod_of_container(container_id), std::move(call));
  co_return done(co_await connection_.call<wire::StopContainerResponse>(
      caller, call_name("StopContainer"), std::move(request), timeout + request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::remove_container(const sim::Process& caller, memory::Text container_id) {
  wire::RemoveContainerRequest request;
  request.set_container_id(container_id);
  auto reply = recorded<wire::RemoveContainerResponse>(caller, pod_of_container(container_id),
                                                       call_of_container("RemoveContainer", container_id));
  co_return done(co_await connection_.call<wire::RemoveContainerResponse>(
      caller, call_name("RemoveContainer"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::container_status(const sim::Process& caller, memory::Text container_id) {
  wire::ContainerStatusRequest request;
  request.set_container_id(container_id);
  co_return done(co_await connection_.call<wire::ContainerStatusResponse>(caller, call_name("ContainerStatus"),
                                                                          std::move(request), request_timeout_));
}

sim::Task<runtime::Result<std::vector<memory::Text>>> WireRuntime::list_running_containers(const sim::Process& caller) {
  const auto listed = co_await connection_.call<wire::ListContainersResponse>(
      caller, call_name("ListContainers"), wire::ListContainersRequest{}, request_timeout_);
  if (!listed) co_return listed.error();
  std::vector<memory::Text> ids;
  for (const wire::Container& container : listed->containers()) {
    if (container.state() == wire::CONTAINER_RUNNING) ids.emplace_back(container.id());
  }
  co_return runtime::Result<std::vector<memory::Text>>{boost::system::in_place_value, std::move(ids)};
}

sim::Task<runtime::Result<runtime::ExecResult>> WireRuntime::exec_sync(const sim::Process& caller,
                                                                       memory::Text container_id,
                                                                       std::vector<std::string> command,
                                                                       sim::Duration timeout) {
  wire::ExecSyncRequest request;
  request.set_container_id(container_id);
  for (const std::string& word : command) request.add_cmd(word);
  request.set_timeout(whole_seconds(timeout));
  trace::RuntimeCall call = call_of_container("ExecSync", container_id);
  call.id.reset();
  call.command = fmt::format("{}", fmt::join(command, " "));
  call.timeout = whole_seconds(timeout);
  auto reply = recorded<wire::ExecSyncResponse>(caller, pod_of_container(container_id), std::move(call),
                                                [](const wire::ExecSyncResponse& response, trace::RuntimeCall& record) {
                                                  record.exit_code = response.exit_code();
                                                });
  const sim::Duration patience = timeout == sim::Duration{} ? timeout : timeout + request_timeout_;
  const auto answer = co_await connection_.call<wire::ExecSyncResponse>(caller, call_name("ExecSync"),
                                                                        std::move(request), patience, std::move(reply));
  runtime::ExecResult result;
  if (answer) {
    result.exit_code = answer->exit_code();
    result.output = answer->stdout() + answer->stderr();
  } else if (timeout > sim::Duration{} && status_of(answer.error()).code == Code::deadline_exceeded) {
    result.timed_out = true;
  } else {
    co_return answer.error();
  }
  co_return runtime::Result<runtime::ExecResult>{boost::system::in_place_value, std::move(result)};
}

sim::Task<runtime::Result<>> WireRuntime::update_container_resources(const sim::Process& caller,
                                                                     memory::Text container_id,
                                                                     api::LinuxResources resources) {
  wire::UpdateContainerResourcesRequest request;
  request.set_container_id(container_id);
  put(resources, *request.mutable_linux());
  trace::RuntimeCall call = call_of_container("UpdateContainerResources", container_id);
  record_resources(resources, call);
  auto reply =
      recorded<wire::UpdateContainerResourcesResponse>(caller, pod_of_container(container_id), std::move(call));
  co_return done(co_await connection_.call<wire::UpdateContainerResourcesResponse>(
      caller, call_name("UpdateContainerResources"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::update_pod_sandbox_resources(const sim::Process& caller,
                                                                       memory::Text sandbox_id,
                                                                       api::LinuxResources resources) {
  wire::UpdatePodSandboxResourcesRequest request;
  request.set_pod_sandbox_id(sandbox_id);
  put(resources, *request.mutable_resources());
  trace::RuntimeCall call = call_of_sandbox("UpdatePodSandboxResources", sandbox_id);
  call.sandbox_attempt.reset();
  record_resources(resources, call);
  auto reply = recorded<wire::UpdatePodSandboxResourcesResponse>(caller, pod_of_sandbox(sandbox_id), std::move(call));
  co_return done(co_await connection_.call<wire::UpdatePodSandboxResourcesResponse>(
      caller, call_name("UpdatePodSandboxResources"), std::move(request), request_timeout_, std::move(reply)));
}

sim::Task<runtime::Result<>> WireRuntime::version(const sim::Process& caller) {
  co_return done(co_await connection_.call<wire::VersionResponse>(caller, call_name("Version"), wire::VersionRequest{},
                                                                  request_timeout_));
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> WireRuntime::status(const sim::Process& caller) {
  const auto answer = co_await connection_.call<wire::StatusResponse>(caller, call_name("Status"),
                                                                      wire::StatusRequest{}, request_timeout_);
  if (!answer) co_return answer.error();
  co_return runtime::Result<runtime::RuntimeStatus>{boost::system::in_place_value, read(answer->status())};
}

std::optional<runtime::ContainerConfig> WireRuntime::stored_config(std::string_view container_id) const {
  const auto known = containers_.find(container_id);
  if (known == containers_.end()) return std::nullopt;
  return config_from(known->second.labels, known->second.annotations);
}

sim::Task<runtime::Runtime::NetworkAnswer> WireRuntime::probe_network(const sim::Process& caller,
                                                                      memory::Text container_id, NetworkProbe probe,
                                                                      sim::Duration timeout) {
  const auto container = containers_.find(container_id);
  const auto sandbox =
      container == containers_.end() ? sandboxes_.end() : sandboxes_.find(container->second.sandbox_id);
  if (sandbox == sandboxes_.end()) {
    co_return NetworkAnswer{.status = 0, .output = {}, .timed_out = false, .refused = true};
  }
  co_return co_await prober_.probe(caller, sandbox->second.ip, std::move(probe), timeout);
}

}  // namespace podreel::cri
