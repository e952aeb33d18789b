// A gRPC call of a client.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <google/protobuf/message_lite.h>
#include <grpcpp/impl/codegen/async_generic_service.h>
#include <memory>
#include <mutex>
#include <string>

#include "tools/cri/runtime/error_code.hpp"
#include "tools/cri/runtime/served_runtime.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// The service and the loop that answer calls.
struct Host {
  ServedRuntime& served;
  PacedLoop& loop;
};

/// gRPC's threads deliver requests; everything else runs on the loop's thread. The object lives until gRPC has finished
/// it and the loop has no reference to it.
class Rpc final : public grpc::ServerGenericBidiReactor, public std::enable_shared_from_this<Rpc> {
 public:
  using Serve = void (*)(Rpc&);

  /// `serve` is called when the request has arrived; null: the method is not supported.
  [[nodiscard]] static grpc::ServerGenericBidiReactor* begin(const Host& host, const std::string& path, Serve serve);

  // These must be called on the loop's thread.

  [[nodiscard]] ServedRuntime& served() noexcept { return host_.served; }
  /// Returns "runtime.v1" or "runtime.v1alpha2".
  [[nodiscard]] const std::string& package() const noexcept { return package_; }
  /// Parses the request; returns false if it is invalid.
  [[nodiscard]] bool read(google::protobuf::MessageLite& request) const;
  /// Sets a function that is called if the client cancels the call before it is answered.
  void on_cancelled(std::function<void()> work) { on_cancelled_ = std::move(work); }
  /// Answers the call; later answers are ignored.
  void answer(const google::protobuf::MessageLite& response);
  void fail(const Status& status);
  /// Ends a stream without an error.
  void end() { fail({Code::ok, {}}); }
  /// Sends a message of a stream; returns false if the message is dropped because the client does not read.
  bool send(const google::protobuf::MessageLite& message);

  // These are called on gRPC's threads.

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;

 private:
  Rpc(const Host& host, const std::string& path, Serve serve);
  void serve();
  void give_up();

  Host host_;
  std::string path_;
  std::string package_;
  Serve serve_;
  std::shared_ptr<Rpc> until_done_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  std::function<void()> on_cancelled_;
  bool is_answered_ = false;
  std::mutex sending_;
  /// Messages to send; the first one is being sent.
  std::deque<grpc::ByteBuffer> to_send_;
};

}  // namespace podreel::cri
