// Events in tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

/// A row, and which object it is about, as far as the table says.
struct EventRow {
  SeenEvent event;
  /// "pod", lower-case; empty: not said.
  std::string kind;
  std::string name;
  std::string name_space;
};

/// A row of `kubectl describe`, header or not: "Normal  Pulled  5s (x8 over 100s)  kubelet, node-1  message". Nothing
/// if it is none.
[[nodiscard]] std::optional<EventRow> described_event(std::string_view row);

/// Whether this is the header of a table of events: of `kubectl describe` of any release, of `kubectl get events`, or
/// of columns of somebody's own.
[[nodiscard]] bool is_event_header(const Columns& columns);

/// A row below such a header.
[[nodiscard]] std::optional<EventRow> listed_event(const Columns& columns, std::string_view row);

/// "spec.containers{app}" sets the event's container.
void set_container(SeenEvent& event, std::string_view field_path);

// Parts of rows.

/// "Normal", "Warning".
[[nodiscard]] bool is_event_type(std::string_view word);
/// Takes when it was seen last off the front, and how often since when, where that stands behind it in brackets.
[[nodiscard]] bool take_seen(std::string_view& row, SeenEvent& event);
/// It was seen `count` times from one to the other of when it was seen and `other`, in either order.
void set_span(const Moment& other, std::uint64_t count, SeenEvent& event);
/// The table shows neither how often it was seen nor when first.
void leave_uncounted(SeenEvent& event);
/// "kubelet", "kubelet, node-1", "{kubelet node-1}": takes who has seen it off the front. Empty, and nothing taken,
/// where the message begins.
[[nodiscard]] std::string take_source(std::string_view& row);
/// "web" of "web.17a3c9d2e5b0f1c4": events are named after their objects.
[[nodiscard]] std::string_view object_of(std::string_view event_name);

}  // namespace podreel::reproduce
