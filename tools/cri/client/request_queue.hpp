// What a kubelet writes to its API server.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "tools/serve/http_client.hpp"

namespace podreel::cri {

/// Sends one request after the other, each until somebody has answered, on a thread of its own. What is answered is
/// nobody's affair.
class RequestQueue {
 public:
  explicit RequestQueue(server::ServerAddress address) : client_{std::move(address)} {}
  ~RequestQueue();
  RequestQueue(const RequestQueue&) = delete;
  RequestQueue& operator=(const RequestQueue&) = delete;

  /// By the calling thread, before begin(). Throws std::system_error.
  [[nodiscard]] server::Response ask(const server::Request& request) { return client_.send(request); }
  void begin();
  /// From any thread; may be called before begin().
  void send(server::Request request);

 private:
  void send_all();

  server::HttpClient client_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<server::Request> waiting_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace podreel::cri
