// Reads events in tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

/// A row, and the object it is about, as far as the table shows.
struct EventRow {
  SeenEvent event;
  /// "pod", lower-case; empty if unknown.
  std::string kind;
  std::string name;
  std::string name_space;
};

/// Reads a row of `kubectl describe`, with or without a header: "Normal  Pulled  5s (x8 over 100s)  kubelet, node-1
/// message". Returns no value for other lines.
[[nodiscard]] std::optional<EventRow> described_event(std::string_view row);

/// Whether this is the header of a table of events: of `kubectl describe` of any release, of `kubectl get events`, or
/// with custom columns.
[[nodiscard]] bool is_event_header(const Columns& columns);

/// Reads a row below such a header.
[[nodiscard]] std::optional<EventRow> listed_event(const Columns& columns, std::string_view row);

/// Sets the event's container from "spec.containers{app}".
void set_container(SeenEvent& event, std::string_view field_path);

// Parsers of parts of rows.

/// Whether the word is "Normal" or "Warning".
[[nodiscard]] bool is_event_type(std::string_view word);
/// Removes the last time of the event from the front of the row, with its count and first time if they follow in
/// brackets.
[[nodiscard]] bool take_seen(std::string_view& row, SeenEvent& event);
/// Sets the event's count, and its times to the present one and `other`, in either order.
void set_span(const Moment& other, std::uint64_t count, SeenEvent& event);
/// Marks the event as one whose table shows neither count nor first time.
void leave_uncounted(SeenEvent& event);
/// Removes and returns the source: "kubelet", "kubelet, node-1", "{kubelet node-1}". Returns an empty text and removes
/// nothing if the message begins here.
[[nodiscard]] std::string take_source(std::string_view& row);
/// Returns "web" of "web.17a3c9d2e5b0f1c4": events are named after their objects.
[[nodiscard]] std::string_view object_of(std::string_view event_name);

}  // namespace podreel::reproduce
