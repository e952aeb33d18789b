#include "tools/cri/grpc/rpc.hpp"

#include <fmt/format.h>
#include <utility>

#include "tools/cri/grpc/bytes.hpp"

namespace podreel::cri {

namespace {

grpc::Status status_of_grpc(const Status& status) {
  return {static_cast<grpc::StatusCode>(status.code), status.message};
}

}  // namespace

grpc::ServerGenericBidiReactor* Rpc::begin(const Host& host, const std::string& path, Serve serve) {
  const std::shared_ptr<Rpc> rpc{new Rpc{host, path, serve}};
  rpc->until_done_ = rpc;
  rpc->StartRead(&rpc->request_);
  return rpc.get();
}

/// `path` is for example "/runtime.v1.RuntimeService/Version".
Rpc::Rpc(const Host& host, const std::string& path, Serve serve)
    : host_{host}, path_{path}, package_{path.substr(1, path.rfind('.') - 1)}, serve_{serve} {}

void Rpc::OnReadDone(bool ok) {
  host_.loop.post([self = shared_from_this(), ok] {
    if (ok) return self->serve();
    self->fail({Code::invalid_argument, "a request is needed"});
  });
}

void Rpc::OnCancel() {
  host_.loop.post([self = shared_from_this()] { self->give_up(); });
}

void Rpc::OnDone() {
  const std::shared_ptr<Rpc> last = std::exchange(until_done_, nullptr);
}

void Rpc::serve() {
  if (is_answered_) return;
  if (serve_ == nullptr) return fail({Code::unimplemented, fmt::format("podreel does not serve {}", path_)});
  serve_(*this);
}

void Rpc::give_up() {
  if (is_answered_) return;
  fail({Code::canceled, "context canceled"});
  if (on_cancelled_) std::exchange(on_cancelled_, nullptr)();
}

bool Rpc::read(google::protobuf::MessageLite& request) const {
  return read_bytes(request_, request);
}

void Rpc::answer(const google::protobuf::MessageLite& response) {
  if (std::exchange(is_answered_, true)) return;
  response_ = bytes_of(response);
  StartWriteAndFinish(&response_, grpc::WriteOptions{}, grpc::Status::OK);
}

void Rpc::fail(const Status& status) {
  if (std::exchange(is_answered_, true)) return;
  Finish(status_of_grpc(status));
}

bool Rpc::send(const google::protobuf::MessageLite& message) {
  // containerd's containerEventsChan.
  constexpr std::size_t max_waiting = 1000;
  if (is_answered_) return false;
  const std::lock_guard lock{sending_};
  if (to_send_.size() >= max_waiting) return false;
  to_send_.push_back(bytes_of(message));
  if (to_send_.size() == 1) StartWrite(&to_send_.front());
  return true;
}

void Rpc::OnWriteDone(bool ok) {
  const std::lock_guard lock{sending_};
  if (to_send_.empty()) return;
  to_send_.pop_front();
  if (ok && !to_send_.empty()) StartWrite(&to_send_.front());
}

}  // namespace podreel::cri
