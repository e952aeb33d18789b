// A reflector for one list of an API server (client-go, tools/cache/reflector.go).
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "tools/serve/http_client.hpp"

namespace podreel::cri {

/// Lists and watches objects, and starts again when the watch ends; on a separate thread after begin().
class Reflector {
 public:
  /// Callbacks, called on the reflector's thread.
  struct Listener {
    /// Receives a list.
    std::function<void(const nlohmann::json& list)> listed;
    /// Receives a watch event of type ADDED, MODIFIED or DELETED.
    std::function<void(const nlohmann::json& change)> changed;
    /// Called when the server does not answer; the reflector retries until the next list.
    std::function<void()> lost{};
  };

  /// `target` is the path of the list, with an optional query.
  Reflector(serve::ServerAddress address, std::string target, Listener listener);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  /// Reads the first list on the calling thread; must be called before begin(). Throws std::exception on failure.
  void list();
  void begin();

 private:
  void follow();
  void watch();
  [[nodiscard]] bool waits(std::chrono::milliseconds pause);

  serve::HttpClient client_;
  std::string target_;
  Listener listener_;
  /// Version of the last list or event; empty: a new list is needed.
  std::string version_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace podreel::cri
