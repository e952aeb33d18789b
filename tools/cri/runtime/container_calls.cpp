// CRI calls for containers.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "engine/release/go_text.hpp"
#include "tools/cri/runtime/identifiers.hpp"
#include "tools/cri/runtime/object_memory.hpp"
#include "tools/cri/runtime/runtime_service.hpp"

namespace podreel::cri {

namespace {

/// Returns the hash of the container's spec that a kubelet has stored; 0 if there is none.
std::uint64_t stored_hash(const Pairs& annotations) {
  std::uint64_t hash = 0;
  const auto found = annotations.find("io.kubernetes.container.hash");
  if (found == annotations.end()) return hash;
  const std::string& text = found->second;
  constexpr int hexadecimal = 16;
  std::from_chars(text.data(), text.data() + text.size(), hash, hexadecimal);
  return hash;
}

sim::Duration patience(std::int64_t seconds) {
  constexpr std::int64_t maximum = 1'000'000'000;
  return std::chrono::seconds{std::clamp<std::int64_t>(seconds, 0, maximum)};
}

/// Replaces the runtime's short id by the long one in an error.
runtime::Result<> describe(const ContainerRecord& container, runtime::Result<> result) {
  if (result) return result;
  runtime::Error error = result.error();
  error.message = with_long_id(std::move(error.message), container.inner_id.view(), container.id);
  return error;
}

/// Applies an update, which keeps resources that it does not name (containerd: updateOCILinuxResource).
void change(Resources& held, const Resources& asked) {
  const auto take = [](auto& into, const auto& from) {
    if (from != std::decay_t<decltype(from)>{}) into = from;
  };
  take(held.cpu_period, asked.cpu_period);
  take(held.cpu_quota, asked.cpu_quota);
  take(held.cpu_shares, asked.cpu_shares);
  take(held.memory, asked.memory);
  take(held.oom_score_adj, asked.oom_score_adj);
  take(held.cpuset_cpus, asked.cpuset_cpus);
  take(held.cpuset_mems, asked.cpuset_mems);
  take(held.swap, asked.swap);
  for (const auto& [key, value] : asked.unified) held.unified[key] = value;
}

}  // namespace

RuntimeService::Answer<std::string> RuntimeService::create_container(const sim::Process& caller, std::string sandbox_id,
                                                                     ContainerConfig config) {
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(sandbox_id);
  if (sandbox == nullptr) co_return nothing_called("sandbox", sandbox_id);
  if (config.name.empty()) co_return error_of(Code::invalid_argument, "container config must include metadata");
  const std::optional<std::string> name = parts_.images.name_of(config.image);
  const auto image = name ? parts_.runtime.find_image(*name) : std::nullopt;
  if (!image) {
    co_return error_of(Code::not_found, fmt::format("failed to resolve image \"{}\": not found", config.image));
  }
  if (!parts_.images.note(*name)) co_return no_memory_for("image");
  runtime::ContainerConfig asked;
  // The kubelet requested the image by a name without a tag.
  const std::string& written = config.user_specified_image;
  asked.image = *name == written + ":latest" ? written : *name;
  asked.image_id = image->id;
  asked.name = config.name;
  asked.attempt = config.attempt;
  asked.hash = stored_hash(config.annotations);
  asked.pod = parts_.pods.pod_with(sandbox->config, sandbox->pod, config, asked.kind);
  const auto reserved = parts_.store.reserve(
      ContainerRecord{{}, {}, sandbox->pod, sandbox->id, sandbox->config.log_directory, std::move(config), {}},
      *sandbox);
  if (!reserved) co_return reserved.error();
  const auto made = co_await parts_.runtime.create_container(caller, sandbox->inner_id, std::move(asked));
  if (!made) co_return made.error();
  co_return text_answer(long_id(made->view()));
}

RuntimeService::Answer<> RuntimeService::start_container(const sim::Process& caller, std::string id) {
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  const auto started = co_await parts_.runtime.start_container(caller, container->inner_id);
  if (started_) started_();
  co_return describe(*container, started);
}

RuntimeService::Answer<> RuntimeService::stop_container(const sim::Process& caller, std::string id,
                                                        std::int64_t timeout) {
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return runtime::Result<>{};
  co_return describe(*container,
                     co_await parts_.runtime.stop_container(caller, container->inner_id, patience(timeout)));
}

RuntimeService::Answer<> RuntimeService::remove_container(const sim::Process& caller, std::string id) {
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return runtime::Result<>{};
  if (parts_.store.view(container).state == runtime::ContainerState::running) {
    const auto stopped = co_await parts_.runtime.stop_container(caller, container->inner_id, {});
    if (!stopped) co_return describe(*container, stopped);
  }
  co_return describe(*container, co_await parts_.runtime.remove_container(caller, container->inner_id));
}

RuntimeService::Answer<std::vector<ContainerView>> RuntimeService::list_containers(const sim::Process& caller,
                                                                                   ContainerFilter filter) {
  const auto answered = co_await parts_.runtime.ask(caller, "ListContainers", {}, {});
  if (!answered) co_return answered.error();
  co_return parts_.store.list(filter);
}

RuntimeService::Answer<ContainerView> RuntimeService::container_status(const sim::Process& caller, std::string id) {
  const ContainerRecordPtr asked = parts_.store.containers().find(id);
  const memory::Text pod = asked == nullptr ? memory::Text{} : asked->pod;
  const std::string name = asked == nullptr ? std::string{} : asked->config.name;
  const auto answered = co_await parts_.runtime.ask(caller, "ContainerStatus", pod, name);
  if (!answered) co_return answered.error();
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  co_return parts_.store.view(container);
}

RuntimeService::Answer<> RuntimeService::update_container_resources(const sim::Process& caller, std::string id,
                                                                    Resources resources) {
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  Resources wanted = container->config.resources.value_or(Resources{});
  change(wanted, resources);
  const auto done =
      co_await parts_.runtime.update_container_resources(caller, container->inner_id, linux_resources(wanted));
  if (!done) co_return describe(*container, done);
  container->config.resources = std::move(wanted);
  co_return runtime::Result<>{};
}

RuntimeService::Answer<runtime::ExecResult> RuntimeService::exec_sync(const sim::Process& caller, std::string id,
                                                                      std::vector<std::string> command,
                                                                      std::int64_t timeout) {
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  if (command.empty()) co_return error_of(Code::invalid_argument, "no command is given");
  const auto result =
      co_await parts_.runtime.exec_sync(caller, container->inner_id, std::move(command), patience(timeout));
  if (!result || !result->timed_out) co_return result;
  co_return error_of(Code::deadline_exceeded,
                     fmt::format("failed to exec in container: timeout {} exceeded: context deadline exceeded",
                                 release::go_duration(patience(timeout))));
}

RuntimeService::Answer<> RuntimeService::reopen_container_log(const sim::Process& caller, std::string id) {
  const auto answered = co_await parts_.runtime.ask(caller, "ReopenContainerLog", {}, {});
  if (!answered) co_return answered.error();
  const ContainerRecordPtr container = parts_.store.containers().find(id);
  if (container == nullptr) co_return nothing_called("container", id);
  if (parts_.store.view(container).state != runtime::ContainerState::running) {
    co_return error_of(Code::unknown, "container is not running");
  }
  if (!container->config.log_path.empty()) parts_.feed.write_log(*container, {});
  co_return runtime::Result<>{};
}

}  // namespace podreel::cri
