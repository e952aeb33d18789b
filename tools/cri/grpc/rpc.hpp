// One call that a client makes over gRPC.
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

/// Where calls are answered.
struct Host {
  ServedRuntime& served;
  PacedLoop& loop;
};

/// gRPC's threads bring what arrives; all else happens on the loop's thread. It lives until gRPC has done with it and
/// nobody on the loop holds it any more.
class Rpc final : public grpc::ServerGenericBidiReactor, public std::enable_shared_from_this<Rpc> {
 public:
  using Serve = void (*)(Rpc&);

  /// `serve` is called with the request at hand; null: nobody serves that.
  [[nodiscard]] static grpc::ServerGenericBidiReactor* begin(const Host& host, const std::string& path, Serve serve);

  // All of these on the loop's thread.

  [[nodiscard]] ServedRuntime& served() noexcept { return host_.served; }
  /// "runtime.v1" or "runtime.v1alpha2".
  [[nodiscard]] const std::string& package() const noexcept { return package_; }
  /// False if what has arrived is no such message.
  [[nodiscard]] bool read(google::protobuf::MessageLite& request) const;
  /// Done when the client gives the call up, if it has not been answered.
  void when_given_up(std::function<void()> work) { given_up_ = std::move(work); }
  /// Only the first answer counts.
  void answer(const google::protobuf::MessageLite& response);
  void fail(const Status& status);
  /// One message of a stream; false if the client does not read, and has lost it.
  bool send(const google::protobuf::MessageLite& message);

  // gRPC's threads.

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
  std::function<void()> given_up_;
  bool is_answered_ = false;
  std::mutex sending_;
  /// The first is on its way.
  std::deque<grpc::ByteBuffer> to_send_;
};

}  // namespace podreel::cri
