// Queued writes of a kubelet to its API server.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "tools/serve/http_client.hpp"

namespace podreel::cri {

/// Sends requests in order on a separate thread, and retries each until it is answered. Answers are ignored.
class RequestQueue {
 public:
  explicit RequestQueue(serve::ServerAddress address) : client_{std::move(address)} {}
  ~RequestQueue();
  RequestQueue(const RequestQueue&) = delete;
  RequestQueue& operator=(const RequestQueue&) = delete;

  /// Sends a request on the calling thread; must be called before begin(). Throws std::system_error.
  [[nodiscard]] serve::Response ask(const serve::Request& request) { return client_.send(request); }
  void begin();
  /// Queues a request. May be called from any thread, also before begin().
  void send(serve::Request request);

 private:
  void send_all();

  serve::HttpClient client_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<serve::Request> waiting_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace podreel::cri
