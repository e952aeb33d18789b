#include "engine/trace/event_list.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/api/human_duration.hpp"
#include "engine/api/printable.hpp"

namespace podreel::trace {

namespace {

using Row = std::array<std::string, 5>;

std::string age_of(const ListedEvent& event, sim::Time now) {
  const std::string last = api::human_duration(now - event.last_seen);
  if (event.count <= 1) return last;
  return fmt::format("{} (x{} over {})", last, event.count, api::human_duration(now - event.first_seen));
}

/// Columns two blanks apart, as wide as their widest cell; the last one is not padded.
std::string aligned(const std::vector<Row>& rows) {
  std::array<std::size_t, std::tuple_size_v<Row>> widths{};
  for (const Row& row : rows) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    text += "  ";
    for (std::size_t column = 0; column + 1 < row.size(); ++column) {
      text += fmt::format("{:<{}}  ", row[column], widths[column]);
    }
    text += row.back() + '\n';
  }
  return text;
}

}  // namespace

void EventList::write(const Record& record) {
  const auto* written = std::get_if<EventWrite>(&record.payload);
  if (written == nullptr) return;
  std::vector<ListedEvent>& events = pods_[record.pod];
  const sim::Time now = sim::truncated_to_seconds(record.time);
  const std::string field_path = written->field_path.value_or("");
  if (written->op == "patch") {
    const auto found = std::find_if(events.rbegin(), events.rend(), [&](const ListedEvent& event) {
      return event.reason == written->reason && event.message == written->message && event.field_path == field_path;
    });
    if (found != events.rend()) {
      found->count = written->count;
      found->last_seen = now;
      return;
    }
  }
  events.push_back({written->type, written->reason, written->message, field_path, written->count, now, now,
                    written->component.value_or("kubelet")});
}

std::vector<ListedEvent> EventList::events(std::string_view pod) const {
  const auto found = pods_.find(pod);
  if (found == pods_.end()) return {};
  std::vector<ListedEvent> events = found->second;
  std::ranges::stable_sort(events, {}, &ListedEvent::last_seen);
  return events;
}

std::string EventList::table(std::string_view pod, sim::Time now) const {
  const std::vector<ListedEvent> listed = events(pod);
  if (listed.empty()) return "Events:  <none>\n";
  std::vector<Row> rows{{"Type", "Reason", "Age", "From", "Message"}, {"----", "------", "----", "----", "-------"}};
  for (const ListedEvent& event : listed) {
    rows.push_back({api::printable_line(event.type), api::printable_line(event.reason), age_of(event, now),
                    event.component, api::printable_line(event.message)});
  }
  return "Events:\n" + aligned(rows);
}

}  // namespace podreel::trace
