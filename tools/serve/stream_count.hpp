// The number of open streams of each client.
#pragma once

#include <map>
#include <string>
#include <utility>

namespace podreel::serve {

/// Maximum number of watches and other streams of one client, which is less than the server's connections.
inline constexpr int max_streams_per_client = 256;

/// Counts streams by the client's address.
class StreamCount {
 public:
  /// A counted stream, until it is destroyed. False: the client has too many.
  class Place {
   public:
    Place() = default;
    ~Place() {
      if (count_ != nullptr) count_->leave(client_);
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    Place(Place&& other) noexcept : count_{std::exchange(other.count_, nullptr)}, client_{std::move(other.client_)} {}
    Place& operator=(Place&&) = delete;
    [[nodiscard]] explicit operator bool() const noexcept { return count_ != nullptr; }

   private:
    friend StreamCount;
    Place(StreamCount& count, std::string client) : count_{&count}, client_{std::move(client)} {}
    StreamCount* count_ = nullptr;
    std::string client_;
  };

  /// Counts a stream. The count must outlive the place.
  [[nodiscard]] Place enter(const std::string& client) {
    int& open = open_[client];
    if (open >= max_streams_per_client) return {};
    ++open;
    return Place{*this, client};
  }

 private:
  void leave(const std::string& client) {
    const auto found = open_.find(client);
    if (--found->second == 0) open_.erase(found);
  }

  std::map<std::string, int> open_;
};

}  // namespace podreel::serve
