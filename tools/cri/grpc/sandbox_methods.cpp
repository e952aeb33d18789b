// CRI methods for sandboxes.
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/cri/grpc/messages.hpp"
#include "tools/cri/grpc/runtime_methods.hpp"
#include "tools/cri/grpc/unary.hpp"

namespace podreel::cri {

namespace {

Answered<wire::RunPodSandboxResponse> run_pod_sandbox(RuntimeService& service, const sim::Process& caller,
                                                      wire::RunPodSandboxRequest request) {
  SandboxConfig config = from_wire(request.config());
  config.runtime_handler = request.runtime_handler();
  const auto id = co_await service.run_pod_sandbox(caller, std::move(config));
  if (!id) co_return id.error();
  wire::RunPodSandboxResponse response;
  response.set_pod_sandbox_id(*id);
  co_return response;
}

Answered<wire::StopPodSandboxResponse> stop_pod_sandbox(RuntimeService& service, const sim::Process& caller,
                                                        wire::StopPodSandboxRequest request) {
  const auto done = co_await service.stop_pod_sandbox(caller, request.pod_sandbox_id());
  if (!done) co_return done.error();
  co_return wire::StopPodSandboxResponse{};
}

Answered<wire::RemovePodSandboxResponse> remove_pod_sandbox(RuntimeService& service, const sim::Process& caller,
                                                            wire::RemovePodSandboxRequest request) {
  const auto done = co_await service.remove_pod_sandbox(caller, request.pod_sandbox_id());
  if (!done) co_return done.error();
  co_return wire::RemovePodSandboxResponse{};
}

Answered<wire::PodSandboxStatusResponse> pod_sandbox_status(RuntimeService& service, const sim::Process& caller,
                                                            wire::PodSandboxStatusRequest request) {
  const auto sandbox = co_await service.pod_sandbox_status(caller, request.pod_sandbox_id());
  if (!sandbox) co_return sandbox.error();
  wire::PodSandboxStatusResponse response;
  to_wire(*sandbox, *response.mutable_status());
  if (request.verbose()) {
    (*response.mutable_info())["info"] = nlohmann::json{{"idInTimeline", sandbox->record->inner_id.view()}}.dump();
  }
  co_return response;
}

Answered<wire::ListPodSandboxResponse> list_pod_sandbox(RuntimeService& service, const sim::Process& caller,
                                                        wire::ListPodSandboxRequest request) {
  const auto sandboxes = co_await service.list_pod_sandbox(caller, from_wire(request.filter()));
  if (!sandboxes) co_return sandboxes.error();
  wire::ListPodSandboxResponse response;
  for (const SandboxView& sandbox : *sandboxes) to_wire(sandbox, *response.add_items());
  co_return response;
}

Answered<wire::UpdatePodSandboxResourcesResponse> update_pod_sandbox_resources(
    RuntimeService& service, const sim::Process& caller, wire::UpdatePodSandboxResourcesRequest request) {
  const auto done =
      co_await service.update_pod_sandbox_resources(caller, request.pod_sandbox_id(), from_wire(request.resources()));
  if (!done) co_return done.error();
  co_return wire::UpdatePodSandboxResourcesResponse{};
}

}  // namespace

void serve_run_pod_sandbox(Rpc& rpc) {
  unary<wire::RunPodSandboxRequest, wire::RunPodSandboxResponse, run_pod_sandbox>(rpc);
}
void serve_stop_pod_sandbox(Rpc& rpc) {
  unary<wire::StopPodSandboxRequest, wire::StopPodSandboxResponse, stop_pod_sandbox>(rpc);
}
void serve_remove_pod_sandbox(Rpc& rpc) {
  unary<wire::RemovePodSandboxRequest, wire::RemovePodSandboxResponse, remove_pod_sandbox>(rpc);
}
void serve_pod_sandbox_status(Rpc& rpc) {
  unary<wire::PodSandboxStatusRequest, wire::PodSandboxStatusResponse, pod_sandbox_status>(rpc);
}
void serve_list_pod_sandbox(Rpc& rpc) {
  unary<wire::ListPodSandboxRequest, wire::ListPodSandboxResponse, list_pod_sandbox>(rpc);
}
void serve_update_pod_sandbox_resources(Rpc& rpc) {
  unary<wire::UpdatePodSandboxResourcesRequest, wire::UpdatePodSandboxResourcesResponse, update_pod_sandbox_resources>(
      rpc);
}

}  // namespace podreel::cri
