#include "tools/cri/client/health_prober.hpp"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <health.pb.h>
#include <utility>

#include "tools/cri/grpc/bytes.hpp"

namespace podreel::cri {

namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;
using NetworkAnswer = runtime::Runtime::NetworkAnswer;

NetworkAnswer answer_of(const grpc::Status& status, const grpc::ByteBuffer& bytes) {
  HealthCheckResponse response;
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
    return {.status = 0, .output = {}, .timed_out = true, .refused = false};
  }
  if (!status.ok() || !read_bytes(bytes, response)) {
    return {.status = 0, .output = {}, .timed_out = false, .refused = true};
  }
  if (response.status() == HealthCheckResponse::SERVING) return {};
  return {.status = 1,
          .output = HealthCheckResponse::ServingStatus_Name(response.status()),
          .timed_out = false,
          .refused = false};
}

}  // namespace

struct HealthProber::Call {
  explicit Call(const std::string& address)
      : stub{grpc::CreateChannel("ipv4:" + address, grpc::InsecureChannelCredentials())} {}

  grpc::ClientContext context;
  grpc::GenericStub stub;
  grpc::ByteBuffer request;
  grpc::ByteBuffer response;
};

HealthProber::HealthProber() = default;

HealthProber::~HealthProber() {
  std::unique_lock lock{mutex_};
  for (Call& call : under_way_) call.context.TryCancel();
  ended_.wait(lock, [this] { return under_way_.empty(); });
}

void HealthProber::probe(const std::string& address, const std::string& service, std::chrono::nanoseconds timeout,
                         OnResult on_result) {
  HealthCheckRequest request;
  request.set_service(service);
  const std::unique_lock lock{mutex_};
  const auto call = under_way_.emplace(under_way_.end(), address);
  call->request = bytes_of(request);
  if (timeout > std::chrono::nanoseconds{}) {
    call->context.set_deadline(std::chrono::system_clock::now() + timeout);
  }
  call->stub.UnaryCall(&call->context, "/grpc.health.v1.Health/Check", {}, &call->request, &call->response,
                       [this, call, on_result = std::move(on_result)](const grpc::Status& status) {
                         on_result(answer_of(status, call->response));
                         const std::lock_guard end{mutex_};
                         under_way_.erase(call);
                         ended_.notify_all();
                       });
}

}  // namespace podreel::cri
