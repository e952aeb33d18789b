#include "engine/trace/event_list.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace podreel::trace {

namespace {

using Row = std::array<std::string, 5>;

std::string age_of(const ListedEvent& event, sim::Time now) {
  const std::string last = human_duration(now - event.last_seen);
  if (event.count <= 1) return last;
  return fmt::format("{} (x{} over {})", last, event.count, human_duration(now - event.first_seen));
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

std::string two_units(std::int64_t value, std::int64_t smaller_in_larger, char larger, char smaller) {
  const std::int64_t rest = value % smaller_in_larger;
  if (rest == 0) return fmt::format("{}{}", value / smaller_in_larger, larger);
  return fmt::format("{}{}{}{}", value / smaller_in_larger, larger, rest, smaller);
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
  events.push_back({written->type, written->reason, written->message, field_path, written->count, now, now});
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
    rows.push_back({event.type, event.reason, age_of(event, now), "kubelet", event.message});
  }
  return "Events:\n" + aligned(rows);
}

std::string human_duration(sim::Duration duration) {
  using std::chrono::floor;
  constexpr std::int64_t hours_in_day = 24;
  constexpr std::int64_t days_in_year = 365;
  const std::int64_t seconds = floor<std::chrono::seconds>(duration).count();
  const std::int64_t minutes = floor<std::chrono::minutes>(duration).count();
  const std::int64_t hours = floor<std::chrono::hours>(duration).count();
  const std::int64_t days = hours / hours_in_day;
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 2 * 60) return fmt::format("{}s", seconds);
  if (minutes < 10) return two_units(seconds, 60, 'm', 's');
  if (minutes < 3 * 60) return fmt::format("{}m", minutes);
  if (hours < 8) return two_units(minutes, 60, 'h', 'm');
  if (hours < 2 * hours_in_day) return fmt::format("{}h", hours);
  if (hours < 8 * hours_in_day) return two_units(hours, hours_in_day, 'd', 'h');
  if (days < 2 * days_in_year) return fmt::format("{}d", days);
  if (days < 8 * days_in_year) return two_units(days, days_in_year, 'y', 'd');
  return fmt::format("{}y", days / days_in_year);
}

}  // namespace podreel::trace
