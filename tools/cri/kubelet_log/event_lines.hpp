// Events in a kubelet's log, before its spam filter.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/release/release.hpp"
#include "engine/trace/record.hpp"

namespace podreel::cri {

struct LoggedEvent {
  /// Whether the message is about an event (client-go's tools/record/event.go).
  bool is_event = false;
  /// No value: the message is not recognized. The record has no time.
  std::optional<trace::Record> record{};
};

/// Parses a message of StartStructuredLogging or of StartLogging. Later lines of the message have no header.
[[nodiscard]] LoggedEvent event_of(std::string_view message);

/// Returns the message of that release. `uid` is the UID of the event's object, which older releases print.
[[nodiscard]] std::string event_message(release::Release release, const std::string& pod, const trace::Event& event,
                                        const std::string& uid);

}  // namespace podreel::cri
