// Streams of watches.
#pragma once

#include <string>

#include "tools/serve/live_simulation.hpp"
#include "tools/serve/message.hpp"
#include "tools/serve/stream.hpp"

namespace podreel::serve {

/// The metav1.WatchEvents of one client, one per line. The initial state is sent in parts. Nothing pending is
/// buffered: if the log has forgotten the next change for a slow client, the client gets the error that its version has
/// expired. If bookmarks were requested, a client without events for a thousand versions gets one, from which it can
/// resume the watch.
class WatchStream final : public Stream {
 public:
  /// `simulation` must outlive the stream.
  WatchStream(LiveSimulation& simulation, Watch watch);

  [[nodiscard]] std::string news() override;
  /// Returns a bookmark, if bookmarks were requested.
  [[nodiscard]] std::string farewell() override;
  [[nodiscard]] bool has_ended() const noexcept override { return has_ended_; }

 private:
  [[nodiscard]] std::string line(std::string_view type, const apiserver::StoredObject& object);
  /// Begins the initial state, which is that of the present version.
  void begin();
  /// Returns the next part of the initial state.
  [[nodiscard]] std::string present();
  [[nodiscard]] std::string send_change(const apiserver::ObjectChange& change);

  LiveSimulation& simulation_;
  Watch watch_;
  std::uint64_t generation_;
  /// Last version that was sent to the client.
  std::uint64_t sent_version_;
  /// Key of the last object of the initial state that was sent.
  std::string sent_key_{};
  /// Whether the initial state is not sent completely.
  bool is_beginning_ = false;
  bool has_ended_ = false;
};

}  // namespace podreel::serve
