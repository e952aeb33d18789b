// Follows the objects of one list of an API server (client-go, tools/cache/reflector.go).
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

/// Lists, watches, and, when the watch ends, does so again; on a thread of its own, from begin() on.
class Reflector {
 public:
  /// Called by the reflector's thread.
  struct Listener {
    /// All that is there: "items" of a list.
    std::function<void(const nlohmann::json& list)> listed;
    /// A watch event of the type ADDED, MODIFIED or DELETED.
    std::function<void(const nlohmann::json& change)> changed;
    /// Nobody answers; it is tried again until the next list.
    std::function<void()> lost{};
  };

  /// `target` is that of the list, which may have a query.
  Reflector(server::ServerAddress address, std::string target, Listener listener);
  ~Reflector();
  Reflector(const Reflector&) = delete;
  Reflector& operator=(const Reflector&) = delete;

  /// The first list, which the calling thread hears of; before begin(). Throws std::exception where there is none.
  void list();
  void begin();

 private:
  void follow();
  void watch();
  [[nodiscard]] bool waits(std::chrono::milliseconds pause);

  server::HttpClient client_;
  std::string target_;
  Listener listener_;
  /// Of the last list; empty: there must be another one.
  std::string version_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace podreel::cri
