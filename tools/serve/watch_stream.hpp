// What a watch tells, as it comes.
#pragma once

#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::server {

/// The stream of metav1.WatchEvents of one client, a line each. It keeps nothing of what it has yet to tell: who is so
/// slow that the log has forgotten what comes next is told that the version has expired. Whom nothing has concerned for
/// a thousand versions is told how far it is, if bookmarks were asked for: he can go on from there after a pause.
class WatchStream final : public Stream {
 public:
  /// `simulation` must outlive the stream.
  WatchStream(LiveSimulation& simulation, Watch watch);

  [[nodiscard]] std::string news() override;
  /// A bookmark, if those were asked for.
  [[nodiscard]] std::string farewell() override;
  [[nodiscard]] bool has_ended() const noexcept override { return has_ended_; }

 private:
  [[nodiscard]] std::string line(std::string_view type, const apiserver::StoredObject& object);
  [[nodiscard]] std::string present();
  [[nodiscard]] std::string told(const apiserver::ObjectChange& change);

  LiveSimulation& simulation_;
  Watch watch_;
  std::uint64_t generation_;
  /// The last one that the client has heard of.
  std::uint64_t told_version_;
  bool has_ended_ = false;
};

}  // namespace podreel::server
