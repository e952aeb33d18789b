// Events in tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"
#include "scenarios/reproduce/read/cells.hpp"

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

/// Whether this is the header of a table of events: of `kubectl describe` of any release, or of `kubectl get events`.
[[nodiscard]] bool is_event_header(const Columns& columns);

/// A row below such a header.
[[nodiscard]] std::optional<EventRow> listed_event(const Columns& columns, std::string_view row);

/// "spec.containers{app}" sets the event's container.
void set_container(SeenEvent& event, std::string_view field_path);

}  // namespace podreel::reproduce
