#include "tools/cri/client/connection.hpp"

#include <chrono>
#include <cri.pb.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <thread>

#include "tools/cri/runtime/error_code.hpp"

namespace podreel::cri {

namespace {

std::shared_ptr<grpc::Channel> channel_to(const std::string& path) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(max_message_length);
  // Reconnect quickly to a runtime that restarts.
  constexpr int soon_ms = 100;
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, soon_ms);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, soon_ms);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 10 * soon_ms);
  return grpc::CreateCustomChannel("unix:" + path, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace

std::optional<runtime::Error> error_of(const grpc::Status& status) {
  if (status.ok()) return std::nullopt;
  const Code code = static_cast<Code>(status.error_code());
  runtime::Error error = error_of(
      code, code == Code::deadline_exceeded ? std::string{"context deadline exceeded"} : status.error_message());
  error.not_found = code == Code::not_found;
  return error;
}

runtime::Error unreadable_answer() {
  return error_of(Code::internal, "the answer cannot be read");
}

Connection::Connection(const std::string& path, PacedLoop& loop, Pace pace)
    : stub_{channel_to(path)}, loop_{loop}, pace_{std::move(pace)} {}

Connection::~Connection() {
  std::unique_lock lock{mutex_};
  for (const std::shared_ptr<Call>& call : under_way_) call->context.TryCancel();
  none_under_way_.wait(lock, [this] { return under_way_.empty(); });
}

std::optional<std::string> Connection::wait_until_ready(std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds pause{20};
  const auto end = std::chrono::system_clock::now() + patience;
  const grpc::ByteBuffer request = bytes_of(::runtime::v1::VersionRequest{});
  for (;;) {
    grpc::ClientContext context;
    context.set_deadline(end);
    grpc::ByteBuffer response;
    std::mutex mutex;
    std::condition_variable answered;
    std::optional<grpc::Status> status;
    stub_.UnaryCall(&context, "/runtime.v1.RuntimeService/Version", {}, &request, &response,
                    [&](const grpc::Status& on_result) {
                      const std::lock_guard lock{mutex};
                      status = on_result;
                      answered.notify_one();
                    });
    std::unique_lock lock{mutex};
    answered.wait(lock, [&status] { return status.has_value(); });
    if (status->ok()) return std::nullopt;
    if (std::chrono::system_clock::now() + pause >= end) return error_of(*status)->message;
    std::this_thread::sleep_for(pause);
  }
}

void Connection::begin(const std::shared_ptr<Call>& call, const std::string& method, sim::Duration timeout) {
  if (timeout > sim::Duration{}) {
    const sim::Duration on_wall = pace_.wall_at(pace_.began() + timeout);
    call->context.set_deadline(std::chrono::system_clock::now() + on_wall);
  }
  drop_ended();
  {
    const std::lock_guard lock{mutex_};
    under_way_.push_back(call);
  }
  stub_.UnaryCall(&call->context, "/runtime.v1." + method, {}, &call->request, &call->response,
                  [this, call](const grpc::Status& status) { end(call, status); });
}

void Connection::end(const std::shared_ptr<Call>& call, const grpc::Status& status) {
  loop_.post([call, status] { call->finish(status); });
  // A thread that waits for the last call may destroy this object as soon as the lock is released.
  const std::lock_guard lock{mutex_};
  under_way_.remove(call);
  if (under_way_.empty()) none_under_way_.notify_all();
}

void Connection::drop_ended() {
  const std::lock_guard lock{mutex_};
  for (const std::shared_ptr<Call>& call : under_way_) {
    if (!call->caller.alive()) call->context.TryCancel();
  }
}

}  // namespace podreel::cri
