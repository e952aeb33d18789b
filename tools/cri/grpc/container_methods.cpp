// CRI methods for containers.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tools/cri/grpc/messages.hpp"
#include "tools/cri/grpc/runtime_methods.hpp"
#include "tools/cri/grpc/unary.hpp"

namespace podreel::cri {

namespace {

Answered<wire::CreateContainerResponse> create_container(RuntimeService& service, const sim::Process& caller,
                                                         wire::CreateContainerRequest request) {
  const auto id = co_await service.create_container(caller, request.pod_sandbox_id(), from_wire(request.config()));
  if (!id) co_return id.error();
  wire::CreateContainerResponse response;
  response.set_container_id(*id);
  co_return response;
}

Answered<wire::StartContainerResponse> start_container(RuntimeService& service, const sim::Process& caller,
                                                       wire::StartContainerRequest request) {
  const auto done = co_await service.start_container(caller, request.container_id());
  if (!done) co_return done.error();
  co_return wire::StartContainerResponse{};
}

Answered<wire::StopContainerResponse> stop_container(RuntimeService& service, const sim::Process& caller,
                                                     wire::StopContainerRequest request) {
  const auto done = co_await service.stop_container(caller, request.container_id(), request.timeout());
  if (!done) co_return done.error();
  co_return wire::StopContainerResponse{};
}

Answered<wire::RemoveContainerResponse> remove_container(RuntimeService& service, const sim::Process& caller,
                                                         wire::RemoveContainerRequest request) {
  const auto done = co_await service.remove_container(caller, request.container_id());
  if (!done) co_return done.error();
  co_return wire::RemoveContainerResponse{};
}

Answered<wire::ListContainersResponse> list_containers(RuntimeService& service, const sim::Process& caller,
                                                       wire::ListContainersRequest request) {
  const auto containers = co_await service.list_containers(caller, from_wire(request.filter()));
  if (!containers) co_return containers.error();
  wire::ListContainersResponse response;
  response.mutable_containers()->Reserve(static_cast<int>(containers->size()));
  for (const ContainerView& container : *containers) to_wire(container, *response.add_containers());
  co_return response;
}

Answered<wire::ContainerStatusResponse> container_status(RuntimeService& service, const sim::Process& caller,
                                                         wire::ContainerStatusRequest request) {
  const auto container = co_await service.container_status(caller, request.container_id());
  if (!container) co_return container.error();
  wire::ContainerStatusResponse response;
  to_wire(*container, *response.mutable_status());
  if (request.verbose()) {
    (*response.mutable_info())["info"] = nlohmann::json{
        {"idInTimeline", container->record->inner_id.view()},
        {"sandboxID",
         container->record->sandbox_id}}.dump();
  }
  co_return response;
}

Answered<wire::UpdateContainerResourcesResponse> update_container_resources(
    RuntimeService& service, const sim::Process& caller, wire::UpdateContainerResourcesRequest request) {
  const auto done =
      co_await service.update_container_resources(caller, request.container_id(), from_wire(request.linux()));
  if (!done) co_return done.error();
  co_return wire::UpdateContainerResourcesResponse{};
}

Answered<wire::ReopenContainerLogResponse> reopen_container_log(RuntimeService& service, const sim::Process& caller,
                                                                wire::ReopenContainerLogRequest request) {
  const auto done = co_await service.reopen_container_log(caller, request.container_id());
  if (!done) co_return done.error();
  co_return wire::ReopenContainerLogResponse{};
}

Answered<wire::ExecSyncResponse> exec_sync(RuntimeService& service, const sim::Process& caller,
                                           wire::ExecSyncRequest request) {
  std::vector<std::string> command{request.cmd().begin(), request.cmd().end()};
  const auto result = co_await service.exec_sync(caller, request.container_id(), std::move(command), request.timeout());
  if (!result) co_return result.error();
  wire::ExecSyncResponse response;
  response.set_stdout(result->output);
  response.set_exit_code(result->exit_code);
  co_return response;
}

}  // namespace

void serve_create_container(Rpc& rpc) {
  unary<wire::CreateContainerRequest, wire::CreateContainerResponse, create_container>(rpc);
}
void serve_start_container(Rpc& rpc) {
  unary<wire::StartContainerRequest, wire::StartContainerResponse, start_container>(rpc);
}
void serve_stop_container(Rpc& rpc) {
  unary<wire::StopContainerRequest, wire::StopContainerResponse, stop_container>(rpc);
}
void serve_remove_container(Rpc& rpc) {
  unary<wire::RemoveContainerRequest, wire::RemoveContainerResponse, remove_container>(rpc);
}
void serve_list_containers(Rpc& rpc) {
  unary<wire::ListContainersRequest, wire::ListContainersResponse, list_containers>(rpc);
}
void serve_container_status(Rpc& rpc) {
  unary<wire::ContainerStatusRequest, wire::ContainerStatusResponse, container_status>(rpc);
}
void serve_update_container_resources(Rpc& rpc) {
  unary<wire::UpdateContainerResourcesRequest, wire::UpdateContainerResourcesResponse, update_container_resources>(rpc);
}
void serve_reopen_container_log(Rpc& rpc) {
  unary<wire::ReopenContainerLogRequest, wire::ReopenContainerLogResponse, reopen_container_log>(rpc);
}
void serve_exec_sync(Rpc& rpc) {
  unary<wire::ExecSyncRequest, wire::ExecSyncResponse, exec_sync>(rpc);
}

}  // namespace podreel::cri
