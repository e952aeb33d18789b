// CRI methods for the runtime itself.
#include <memory>
#include <nlohmann/json.hpp>

#include "tools/cri/grpc/messages.hpp"
#include "tools/cri/grpc/runtime_methods.hpp"
#include "tools/cri/grpc/unary.hpp"
#include "tools/text/version.hpp"

namespace podreel::cri {

namespace {

Answered<wire::StatusResponse> status(RuntimeService& service, const sim::Process& caller,
                                      wire::StatusRequest request) {
  const auto status = co_await service.status(caller);
  if (!status) co_return status.error();
  wire::StatusResponse response;
  const auto add = [&](const char* type, bool holds, const char* reason) {
    wire::RuntimeCondition& condition = *response.mutable_status()->add_conditions();
    condition.set_type(type);
    condition.set_status(holds);
    if (holds) return;
    condition.set_reason(reason);
    condition.set_message(status->message);
  };
  add("RuntimeReady", status->runtime_is_ready, "ContainerdNotReady");
  add("NetworkReady", status->network_is_ready, "NetworkPluginNotReady");
  response.add_runtime_handlers();
  response.mutable_features()->set_mount_options(true);
  if (request.verbose()) {
    (*response.mutable_info())["config"] = nlohmann::json{{"simulatedBy", "podreel"}}.dump();
  }
  co_return response;
}

Answered<wire::UpdateRuntimeConfigResponse> update_runtime_config(RuntimeService& service, const sim::Process& caller,
                                                                  wire::UpdateRuntimeConfigRequest /*request*/) {
  const auto done = co_await service.ask(caller, "UpdateRuntimeConfig");
  if (!done) co_return done.error();
  co_return wire::UpdateRuntimeConfigResponse{};
}

Answered<wire::RuntimeConfigResponse> runtime_config(RuntimeService& service, const sim::Process& caller,
                                                     wire::RuntimeConfigRequest /*request*/) {
  const auto done = co_await service.ask(caller, "RuntimeConfig");
  if (!done) co_return done.error();
  wire::RuntimeConfigResponse response;
  response.mutable_linux()->set_cgroup_driver(wire::CGROUPFS);
  co_return response;
}

template <int version>
Answered<wire::VersionResponse> version_of(RuntimeService& service, const sim::Process& caller,
                                           wire::VersionRequest /*request*/) {
  const auto done = co_await service.version(caller);
  if (!done) co_return done.error();
  wire::VersionResponse response;
  // Version of the kubelet's runtime API, which never changed.
  response.set_version("0.1.0");
  response.set_runtime_name("podreel");
  response.set_runtime_version(std::string{cli::podreel_version});
  response.set_runtime_api_version(version == 1 ? "v1" : "v1alpha2");
  co_return response;
}

}  // namespace

void serve_status(Rpc& rpc) {
  unary<wire::StatusRequest, wire::StatusResponse, status>(rpc);
}
void serve_update_runtime_config(Rpc& rpc) {
  unary<wire::UpdateRuntimeConfigRequest, wire::UpdateRuntimeConfigResponse, update_runtime_config>(rpc);
}
void serve_runtime_config(Rpc& rpc) {
  unary<wire::RuntimeConfigRequest, wire::RuntimeConfigResponse, runtime_config>(rpc);
}

void serve_version(Rpc& rpc) {
  if (rpc.package() == "runtime.v1") return unary<wire::VersionRequest, wire::VersionResponse, version_of<1>>(rpc);
  unary<wire::VersionRequest, wire::VersionResponse, version_of<0>>(rpc);
}

void serve_get_container_events(Rpc& rpc) {
  EventFeed& feed = rpc.served().service().feed();
  // As of runtimes without container events; the kubelet falls back to relists.
  if (!feed.is_sent()) return rpc.fail({Code::unimplemented, "the runtime sends no container events"});
  const std::shared_ptr<Rpc> held = rpc.shared_from_this();
  const auto on_event = [held](const Event& event) {
    wire::ContainerEventResponse response;
    to_wire(event, response);
    held->send(response);
  };
  const auto subscription = feed.subscribe(on_event, [held] { held->end(); });
  rpc.on_cancelled([&feed, subscription] { feed.unsubscribe(subscription); });
}

}  // namespace podreel::cri
