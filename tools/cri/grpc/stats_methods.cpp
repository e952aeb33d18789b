// CRI methods for usage statistics.
#include "tools/cri/grpc/messages.hpp"
#include "tools/cri/grpc/runtime_methods.hpp"
#include "tools/cri/grpc/unary.hpp"

namespace podreel::cri {

namespace {

Answered<wire::ContainerStatsResponse> container_stats(RuntimeService& service, const sim::Process& caller,
                                                       wire::ContainerStatsRequest request) {
  const auto use = co_await service.container_stats(caller, request.container_id());
  if (!use) co_return use.error();
  wire::ContainerStatsResponse response;
  to_wire(*use, *response.mutable_stats());
  co_return response;
}

Answered<wire::ListContainerStatsResponse> list_container_stats(RuntimeService& service, const sim::Process& caller,
                                                                wire::ListContainerStatsRequest request) {
  const auto uses = co_await service.list_container_stats(caller, from_wire(request.filter()));
  if (!uses) co_return uses.error();
  wire::ListContainerStatsResponse response;
  for (const auto& use : *uses) to_wire(use, *response.add_stats());
  co_return response;
}

Answered<wire::PodSandboxStatsResponse> pod_sandbox_stats(RuntimeService& service, const sim::Process& caller,
                                                          wire::PodSandboxStatsRequest request) {
  const auto use = co_await service.pod_sandbox_stats(caller, request.pod_sandbox_id());
  if (!use) co_return use.error();
  wire::PodSandboxStatsResponse response;
  to_wire(*use, *response.mutable_stats());
  co_return response;
}

Answered<wire::ListPodSandboxStatsResponse> list_pod_sandbox_stats(RuntimeService& service, const sim::Process& caller,
                                                                   wire::ListPodSandboxStatsRequest request) {
  const auto uses = co_await service.list_pod_sandbox_stats(caller, from_wire(request.filter()));
  if (!uses) co_return uses.error();
  wire::ListPodSandboxStatsResponse response;
  for (const auto& use : *uses) to_wire(use, *response.add_stats());
  co_return response;
}

}  // namespace

void serve_container_stats(Rpc& rpc) {
  unary<wire::ContainerStatsRequest, wire::ContainerStatsResponse, container_stats>(rpc);
}
void serve_list_container_stats(Rpc& rpc) {
  unary<wire::ListContainerStatsRequest, wire::ListContainerStatsResponse, list_container_stats>(rpc);
}
void serve_pod_sandbox_stats(Rpc& rpc) {
  unary<wire::PodSandboxStatsRequest, wire::PodSandboxStatsResponse, pod_sandbox_stats>(rpc);
}
void serve_list_pod_sandbox_stats(Rpc& rpc) {
  unary<wire::ListPodSandboxStatsRequest, wire::ListPodSandboxStatsResponse, list_pod_sandbox_stats>(rpc);
}

}  // namespace podreel::cri
