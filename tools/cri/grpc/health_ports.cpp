#include "tools/cri/grpc/health_ports.hpp"

#include <atomic>
#include <chrono>
#include <grpcpp/impl/codegen/async_generic_service.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>
#include <health.pb.h>
#include <map>
#include <memory>
#include <utility>

#include "tools/cri/grpc/bytes.hpp"

namespace podreel::cri {

namespace {

using grpc::health::v1::HealthCheckResponse;

HealthCheckResponse response_of(const PodListener::NetworkAnswer& answer) {
  HealthCheckResponse response;
  HealthCheckResponse::ServingStatus status = HealthCheckResponse::NOT_SERVING;
  if (answer.status == 0) status = HealthCheckResponse::SERVING;
  if (!answer.output.empty()) HealthCheckResponse::ServingStatus_Parse(answer.output, &status);
  response.set_status(status);
  return response;
}

/// A call; it lives until gRPC has finished it. It is answered or cancelled on any thread; only the first result
/// counts.
class HealthCall final : public grpc::ServerGenericBidiReactor, public std::enable_shared_from_this<HealthCall> {
 public:
  [[nodiscard]] static grpc::ServerGenericBidiReactor* begin(const std::string& container,
                                                             const PodListener::Ask& ask) {
    const auto call = std::make_shared<HealthCall>(container, ask);
    call->until_done_ = call;
    call->StartRead(&call->request_);
    return call.get();
  }
  HealthCall(std::string container, const PodListener::Ask& ask) : container_{std::move(container)}, ask_{ask} {}

  void OnReadDone(bool ok) override {
    if (!ok) return fail({grpc::StatusCode::INVALID_ARGUMENT, "a request is needed"});
    ask_(container_, runtime::Runtime::NetworkProbe::Kind::grpc,
         [weak = weak_from_this()](const PodListener::NetworkAnswer& answer) {
           if (const auto self = weak.lock()) self->answer(answer);
         });
  }
  void OnCancel() override { fail(grpc::Status::CANCELLED); }
  void OnDone() override { const std::shared_ptr<HealthCall> last = std::exchange(until_done_, nullptr); }

 private:
  void answer(const PodListener::NetworkAnswer& answer) {
    if (answer.refused) return fail({grpc::StatusCode::UNAVAILABLE, "connection refused"});
    if (is_answered_.exchange(true)) return;
    response_ = bytes_of(response_of(answer));
    StartWriteAndFinish(&response_, grpc::WriteOptions{}, grpc::Status::OK);
  }
  void fail(const grpc::Status& status) {
    if (!is_answered_.exchange(true)) Finish(status);
  }

  std::string container_;
  const PodListener::Ask& ask_;
  std::shared_ptr<HealthCall> until_done_;
  std::atomic<bool> is_answered_ = false;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
};

/// A server for one container, on connections that the listener has accepted.
class HealthServer final : public grpc::CallbackGenericService {
 public:
  HealthServer(std::string container, const PodListener::Ask& ask) : container_{std::move(container)}, ask_{ask} {
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(this);
    server_ = builder.BuildAndStart();
  }
  ~HealthServer() override { server_->Shutdown(std::chrono::system_clock::now()); }
  HealthServer(const HealthServer&) = delete;
  HealthServer& operator=(const HealthServer&) = delete;

  void serve(boost::asio::ip::tcp::socket socket) {
    socket.native_non_blocking(true);
    grpc::AddInsecureChannelFromFd(server_.get(), socket.release());
  }

  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override {
    if (context->method() != "/grpc.health.v1.Health/Check") return CallbackGenericService::CreateReactor(context);
    return HealthCall::begin(container_, ask_);
  }

 private:
  std::string container_;
  const PodListener::Ask& ask_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

PodListener::Serve serve_health() {
  using Servers = std::map<std::string, HealthServer>;
  return [servers = std::make_shared<Servers>()](boost::asio::ip::tcp::socket socket, const std::string& container,
                                                 const PodListener::Ask& ask) {
    servers->try_emplace(container, container, ask).first->second.serve(std::move(socket));
  };
}

}  // namespace podreel::cri
