// The client side of a CRI socket: gRPC calls, awaited in simulated time.
#pragma once

#include <condition_variable>
#include <functional>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "engine/runtime_objects.hpp"
#include "engine/sim/completion.hpp"
#include "tools/cri/grpc/bytes.hpp"
#include "tools/net/pace.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Returns the error of a failed call, in the format of Go's clients; no value for a successful one.
[[nodiscard]] std::optional<runtime::Error> error_of(const grpc::Status& status);

[[nodiscard]] runtime::Error unreadable_answer();

/// Makes calls and handles answers on the loop's thread; gRPC's threads only pass answers on. Must be destroyed before
/// the loop; the destructor cancels calls in progress and waits for them.
class Connection {
 public:
  /// `path` is that of the socket.
  Connection(const std::string& path, PacedLoop& loop, Pace pace);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Calls Version until the runtime answers, for at most `patience`. Returns the last error if it does not answer.
  [[nodiscard]] std::optional<std::string> wait_until_ready(std::chrono::milliseconds patience);

  /// Receives, on the loop's thread, the result of a call, or null if its caller has ended before.
  template <class Response>
  using OnResult = std::function<void(const runtime::Result<Response>*)>;

  /// `method` is for example "RuntimeService/Version". `timeout` is simulated time; zero: no timeout.
  template <class Response, class Request>
  [[nodiscard]] sim::Task<runtime::Result<Response>> call(const sim::Process& caller, std::string method,
                                                          Request request, sim::Duration timeout,
                                                          OnResult<Response> on_result = {}) {
    const auto pending = std::make_shared<Pending<Response>>(caller, bytes_of(request), std::move(on_result));
    begin(pending, method, timeout);
    co_return co_await pending->answer.wait();
  }

  /// Cancels calls of processes that have ended.
  void drop_ended();

 private:
  struct Call {
    Call(const sim::Process& process, grpc::ByteBuffer asked) : caller{process}, request{std::move(asked)} {}
    virtual ~Call() = default;
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    virtual void finish(const grpc::Status& status) = 0;

    const sim::Process& caller;
    grpc::ClientContext context;
    grpc::ByteBuffer request;
    grpc::ByteBuffer response;
  };
  template <class Response>
  struct Pending final : Call {
    Pending(const sim::Process& process, grpc::ByteBuffer asked, OnResult<Response> listener)
        : Call{process, std::move(asked)}, on_result{std::move(listener)}, answer{process} {}
    void finish(const grpc::Status& status) override {
      if (!caller.alive()) {
        if (on_result) on_result(nullptr);
        return;
      }
      std::optional<runtime::Error> error = error_of(status);
      Response message;
      if (!error && !read_bytes(response, message)) error = unreadable_answer();
      runtime::Result<Response> result =
          error ? runtime::Result<Response>{*error}
                : runtime::Result<Response>{boost::system::in_place_value, std::move(message)};
      if (on_result) on_result(&result);
      answer.complete(std::move(result));
    }

    OnResult<Response> on_result;
    sim::Completion<runtime::Result<Response>> answer;
  };

  void begin(const std::shared_ptr<Call>& call, const std::string& method, sim::Duration timeout);
  /// Called on a gRPC thread.
  void end(const std::shared_ptr<Call>& call, const grpc::Status& status);

  grpc::GenericStub stub_;
  PacedLoop& loop_;
  Pace pace_;
  std::mutex mutex_;
  std::condition_variable none_under_way_;
  std::list<std::shared_ptr<Call>> under_way_;
};

}  // namespace podreel::cri
