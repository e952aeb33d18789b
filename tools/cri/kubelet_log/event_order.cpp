#include "tools/cri/kubelet_log/event_order.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace podreel::cri {

namespace {

constexpr std::chrono::milliseconds max_lateness{50};

struct SameEvent {
  std::vector<RecordedLine*> events;
  std::vector<const RecordedLine*> writes;
};

/// Returns what an event and its write have in common.
std::string text_of(const nlohmann::json& record) {
  nlohmann::json same = nlohmann::json::array();
  for (const char* field : {"pod", "type", "reason", "message", "fieldPath"})
    same.push_back(record.value(field, nlohmann::json{}));
  return same.dump();
}

/// Gives a line the time of another.
void set_time(RecordedLine& line, sim::Duration at, const RecordedLine& other) {
  line.at = at;
  const std::string_view time = std::string_view{other.text}.substr(0, other.text.find(','));
  line.text.replace(0, line.text.find(','), time);
}

/// Keeps the order of the log: an event is not later than the next one.
void keep_order(const std::vector<RecordedLine*>& events) {
  for (std::size_t index = events.size(); index-- > 1;) {
    RecordedLine& event = *events[index - 1];
    const RecordedLine& next = *events[index];
    if (event.at > next.at) set_time(event, next.at, next);
  }
}

/// Returns the first event after the write that is so close to it that it is the written one; null if there is none.
RecordedLine* late_event(const SameEvent& same, const RecordedLine& write, sim::Duration last_write) {
  RecordedLine* late = nullptr;
  for (RecordedLine* event : same.events) {
    if (event->at <= write.at && event->at > last_write && write.at - event->at < max_lateness) return nullptr;
    if (late == nullptr && event->at > write.at) late = event;
  }
  return late != nullptr && late->at - write.at < max_lateness ? late : nullptr;
}

}  // namespace

void put_events_before_writes(std::vector<RecordedLine>& lines) {
  std::map<std::string, SameEvent> all;
  std::vector<RecordedLine*> events;
  for (RecordedLine& line : lines) {
    const bool is_event = line.text.find(R"("kind":"event",)") != std::string::npos;
    if (!is_event && line.text.find(R"("kind":"eventWrite",)") == std::string::npos) continue;
    if (is_event) events.push_back(&line);
    SameEvent& same = all[text_of(nlohmann::json::parse(line.text))];
    is_event ? same.events.push_back(&line) : same.writes.push_back(&line);
  }
  for (auto& [text, same] : all) {
    sim::Duration last_write = sim::Duration::min();
    for (const RecordedLine* write : same.writes) {
      if (RecordedLine* late = late_event(same, *write, last_write))
        set_time(*late, write->at - sim::Duration{1}, *write);
      last_write = write->at;
    }
  }
  keep_order(events);
  std::ranges::stable_sort(lines, {}, &RecordedLine::at);
}

}  // namespace podreel::cri
