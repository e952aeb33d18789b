// CRI calls for sandboxes.
#include <fmt/format.h>
#include <utility>

#include "tools/cri/runtime/identifiers.hpp"
#include "tools/cri/runtime/runtime_service.hpp"

namespace podreel::cri {

namespace {

/// Returns the key of a pod; clients other than kubelets may omit the UID.
std::string pod_key(const SandboxMetadata& pod) {
  return pod.uid.empty() ? pod.namespace_name + "/" + pod.name : pod.uid;
}

}  // namespace

runtime::Error nothing_called(std::string_view kind, std::string_view id) {
  return error_of(Code::not_found, fmt::format("an error occurred when try to find {} \"{}\": not found", kind, id));
}

RuntimeService::Answer<std::string> RuntimeService::run_pod_sandbox(const sim::Process& caller, SandboxConfig config) {
  if (config.metadata.name.empty()) co_return error_of(Code::invalid_argument, "sandbox config must include metadata");
  const std::string uid = pod_key(config.metadata);
  const sim::Time began = parts_.pace.began();
  if (const auto created = parts_.pods.last_created(config, parts_.process.now() - began)) {
    parts_.runtime.pod_created(*pod_of(config, uid), began + *created);
  }
  runtime::SandboxConfig asked{pod_of(config, uid), config.metadata.attempt};
  const auto reserved = parts_.store.reserve(SandboxRecord{{}, {}, uid, std::move(config), {}});
  if (!reserved) co_return reserved.error();
  const auto made = co_await parts_.runtime.run_pod_sandbox(caller, std::move(asked));
  if (!made) co_return made.error();
  co_return text_answer(long_id(made->view()));
}

RuntimeService::Answer<> RuntimeService::stop_pod_sandbox(const sim::Process& caller, std::string id) {
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(id);
  if (sandbox == nullptr) co_return co_await parts_.runtime.ask(caller, "StopPodSandbox", {}, {});
  co_return co_await parts_.runtime.stop_pod_sandbox(caller, sandbox->inner_id);
}

RuntimeService::Answer<> RuntimeService::remove_pod_sandbox(const sim::Process& caller, std::string id) {
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(id);
  if (sandbox == nullptr) co_return co_await parts_.runtime.ask(caller, "RemovePodSandbox", {}, {});
  co_return co_await parts_.runtime.remove_pod_sandbox(caller, sandbox->inner_id);
}

RuntimeService::Answer<SandboxView> RuntimeService::pod_sandbox_status(const sim::Process& caller, std::string id) {
  const SandboxRecordPtr asked = parts_.store.sandboxes().find(id);
  const memory::Text pod = asked == nullptr ? memory::Text{} : asked->pod;
  const auto answered = co_await parts_.runtime.ask(caller, "PodSandboxStatus", pod, {});
  if (!answered) co_return answered.error();
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(id);
  if (sandbox == nullptr) co_return nothing_called("sandbox", id);
  co_return parts_.store.view(sandbox);
}

RuntimeService::Answer<std::vector<SandboxView>> RuntimeService::list_pod_sandbox(const sim::Process& caller,
                                                                                  SandboxFilter filter) {
  if (all_listed_ && filter.is_empty()) all_listed_();
  const auto answered = co_await parts_.runtime.ask(caller, "ListPodSandbox", {}, {});
  if (!answered) co_return answered.error();
  co_return parts_.store.list(filter);
}

RuntimeService::Answer<> RuntimeService::update_pod_sandbox_resources(const sim::Process& caller, std::string id,
                                                                      Resources resources) {
  const SandboxRecordPtr sandbox = parts_.store.sandboxes().find(id);
  if (sandbox == nullptr) co_return nothing_called("sandbox", id);
  co_return co_await parts_.runtime.update_pod_sandbox_resources(caller, sandbox->inner_id, linux_resources(resources));
}

}  // namespace podreel::cri
