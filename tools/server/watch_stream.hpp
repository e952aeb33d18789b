// What a watch tells, as it comes.
#pragma once

#include <string>

#include "tools/server/live_simulation.hpp"
#include "tools/server/message.hpp"

namespace podreel::server {

/// The stream of metav1.WatchEvents of one client, a line each. It keeps nothing of what it has yet to tell: who is so
/// slow that the log has forgotten what comes next is told that the version has expired.
class WatchStream {
 public:
  /// `simulation` must outlive the stream.
  WatchStream(LiveSimulation& simulation, Watch watch);

  /// What has come since the last call; empty: nothing.
  [[nodiscard]] std::string news();
  /// The last words of a watch whose time is over: a bookmark, if those were asked for.
  [[nodiscard]] std::string farewell();
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

 private:
  [[nodiscard]] std::string line(std::string_view type, const LoggedObject& object);
  [[nodiscard]] std::string present();
  [[nodiscard]] std::string told(const LoggedChange& change);

  LiveSimulation& simulation_;
  Watch watch_;
  bool has_ended_ = false;
};

}  // namespace podreel::server
