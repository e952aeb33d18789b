#include "scenarios/reproduce/recording/comparable_timeline.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "scenarios/reproduce/recording/comparable_text.hpp"
#include "scenarios/reproduce/recording/record_fields.hpp"

namespace podreel::reproduce {

namespace {

using nlohmann::json;

constexpr std::array compared_calls{
    "RunPodSandbox", "StopPodSandbox", "CreateContainer",          "StartContainer",
    "StopContainer", "PullImage",      "UpdateContainerResources", "UpdatePodSandboxResources"};

constexpr std::string_view killing = "Killing";
/// Seconds within which a parallel kill begins.
constexpr double at_once = 0.05;

/// Without the namespace, which recordings do not have. Nor does a runtime know for which pod an image is pulled.
std::string_view pod_of(const json& record) {
  if (field_view(record, "op") == "PullImage") return {};
  const std::string_view pod = field_view(record, "pod");
  return pod.substr(pod.find('/') + 1);
}

double time_of(const json& record) {
  return record.value("t", 0.0);
}

/// Returns when the record is written, in seconds. A call is written when it returns, with the time at which it began.
double written_at(const json& record) {
  return time_of(record) + (field_view(record, "kind") == "runtime" ? record.value("dur_ms", 0.0) / 1000 : 0);
}

/// Whether the record is an event of the node that depends on its machine, not on its kubelet: cgroup v1, sizes of
/// disks, DNS.
bool is_of_machine(const json& record) {
  constexpr std::array reasons{"CgroupV1",      "InvalidDiskCapacity", "ContainerGCFailed",
                               "ImageGCFailed", "FreeDiskSpaceFailed", "MissingClusterDNS"};
  return pod_of(record).empty() && std::ranges::find(reasons, field_view(record, "reason")) != reasons.end();
}

/// Returns the sequence of an event or its write. The container manager starts while the node's status is reported.
std::string sequence_of(std::string_view kind, std::string_view reason) {
  return reason == "NodeAllocatableEnforced" ? fmt::format("{} {}", kind, reason) : std::string{kind};
}

/// Returns the group of an event or its write, within which the order is a race; empty: none.
std::string group_of(std::string_view reason) {
  return std::string{reason == killing ? reason : ""};
}

bool is_exec(const json& record) {
  return field_view(record, "op") == "ExecSync";
}

bool is_exit(const json& record) {
  return field_view(record, "kind") == "environment" && field_view(record, "what") == "container_exit";
}

/// Reads records one by one, in the order of their times.
class TimelineReader {
 public:
  TimelineReader(bool in_detail, const Compared& compared) : in_detail_{in_detail}, compared_{compared} {}

  void add(const json& record, Sequences& sequences) {
    const std::string_view kind = field_view(record, "kind");
    const double at = time_of(record);
    if ((kind == "event" || kind == "eventWrite") && is_of_machine(record)) return;
    if (kind == "runtime") {
      add_call(record, sequences);
    } else if (kind == "event") {
      add_event(record, sequences);
    } else if (kind == "eventWrite" && compared_.event_writes) {
      add_write(record, sequences);
    } else if (kind == "status" && compared_.statuses) {
      sequences["status"].push_back({at, status_text(record, in_detail_)});
    } else if (is_exit(record) && compared_.exits) {
      add_exit(record, sequences);
    } else if (kind == "loop" && compared_.loops && field_view(record, "op") != "RECONCILE") {
      sequences["loop"].push_back({at, field_text(record, "op")});
    } else if (kind == "sync" && compared_.syncs && field_view(record, "op").ends_with("exit")) {
      sequences["sync"].push_back({at, field_text(record, "op")});
    }
  }

 private:
  void add_event(const json& record, Sequences& sequences) {
    std::string text = event_text(record);
    number(record, text);
    if (!compared_.events) return;
    const std::string_view reason = field_view(record, "reason");
    sequences[sequence_of("event", reason)].push_back({time_of(record), std::move(text), group_of(reason)});
  }

  /// Numbers the event. Those of one parallel kill share a number, because their order is a race.
  void number(const json& record, const std::string& text) {
    const std::string pod{pod_of(record)};
    if (field_view(record, "reason") != killing) {
      kills_.erase(pod);
      events_.insert_or_assign({pod, text}, num_events_++);
      return;
    }
    const auto [kill, is_new] = kills_.try_emplace(pod, Kill{time_of(record), num_events_});
    if (!is_new && time_of(record) - kill->second.at >= at_once) kill->second = {time_of(record), num_events_};
    if (kill->second.number == num_events_) ++num_events_;
    events_.insert_or_assign({pod, text}, kill->second.number);
  }

  void add_call(const json& record, Sequences& sequences) {
    const std::string_view op = field_view(record, "op");
    if (op == "StartContainer") started_[field_text(record, "id")] = time_of(record);
    if (is_exec(record) && compared_.execs && !record.contains("error")) {
      sequences[fmt::format("exec in {}: {}", field_text(record, "container"), field_text(record, "command"))]
          .push_back({time_of(record), exec_text(record)});
    }
    if (!compared_.calls || std::ranges::find(compared_calls, op) == compared_calls.end()) return;
    sequences["call"].push_back({time_of(record), call_text(record), std::string{op == "StopContainer" ? op : ""},
                                 record.value("dur_ms", 0.0) / 1000});
  }

  /// Writes are compared in the order of their events: up to 1.19 each has a goroutine of its own.
  void add_write(const json& record, Sequences& sequences) {
    std::string text = event_text(record);
    const auto event = events_.find({std::string{pod_of(record)}, text});
    const std::string_view reason = field_view(record, "reason");
    sequences[sequence_of("eventWrite", reason)].push_back(
        {.at = time_of(record),
         .what = std::move(text),
         .group = group_of(reason),
         .order = event == events_.end() ? num_events_ : event->second});
  }

  void add_exit(const json& record, Sequences& sequences) {
    ComparableEvent exit{time_of(record), exit_text(record)};
    const auto start = started_.find(field_text(record, "id"));
    if (field_view(record, "why") == "script" && start != started_.end()) exit.since = start->second;
    sequences["exit of " + field_text(record, "container")].push_back(std::move(exit));
  }

  struct Kill {
    /// Time of its first event.
    double at;
    std::size_t number;
  };

  bool in_detail_;
  const Compared& compared_;
  /// Times of StartContainer by the container's id.
  std::map<std::string, double> started_;
  /// Numbers of the last events, by pod and text.
  std::map<std::pair<std::string, std::string>, std::size_t> events_;
  /// Zero is the number of what is no event.
  std::size_t num_events_ = 1;
  /// The parallel kill to which the last event of a pod belongs.
  std::map<std::string, Kill> kills_;
};

/// Sorts each run of events of one group that lie within 50 ms by what they are.
void order_groups(std::vector<ComparableEvent>& events) {
  for (std::size_t begin = 0; begin < events.size();) {
    std::size_t end = begin + 1;
    while (end < events.size() && !events[begin].group.empty() && events[end].group == events[begin].group &&
           events[end].at - events[begin].at < at_once) {
      ++end;
    }
    std::sort(events.begin() + static_cast<std::ptrdiff_t>(begin), events.begin() + static_cast<std::ptrdiff_t>(end),
              [](const ComparableEvent& a, const ComparableEvent& b) { return a.what < b.what; });
    begin = end;
  }
}

void collapse_runs(std::vector<ComparableEvent>& events) {
  const auto same = [](const ComparableEvent& a, const ComparableEvent& b) { return a.what == b.what; };
  events.erase(std::unique(events.begin(), events.end(), same), events.end());
}

/// Returns what writes are sorted by: the numbers of their events; those about one parallel kill also by what they are.
std::pair<std::size_t, std::string_view> place_of(const ComparableEvent& event) {
  const bool is_of_kill = event.order > 0 && !event.group.empty();
  return {event.order, is_of_kill ? std::string_view{event.what} : ""};
}

void order_and_collapse(Sequences& sequences) {
  for (auto& [kind, events] : sequences) {
    order_groups(events);
    std::ranges::stable_sort(events, {}, place_of);
    if (kind != "call" && !kind.starts_with("exit of ")) collapse_runs(events);
  }
}

/// Returns the positions of the calls by which garbage collection stops a sandbox once more before it removes it: the
/// last StopPodSandbox before each RemovePodSandbox, in real kubelets up to 186 ms earlier.
std::set<std::size_t> stops_of_garbage_collection(const std::vector<json>& records) {
  constexpr double max_seconds = 0.2;
  std::set<std::size_t> found;
  std::map<std::string, std::size_t> last_stops;
  for (std::size_t index = 0; index < records.size(); ++index) {
    const std::string_view op = field_view(records[index], "op");
    if (op != "StopPodSandbox" && op != "RemovePodSandbox") continue;
    const std::string sandbox = field_text(records[index], "sandbox");
    if (op == "StopPodSandbox") last_stops[sandbox] = index;
    const auto stop = last_stops.find(sandbox);
    if (op != "RemovePodSandbox" || stop == last_stops.end()) continue;
    if (time_of(records[index]) - time_of(records[stop->second]) < max_seconds) found.insert(stop->second);
    last_stops.erase(stop);
  }
  return found;
}

}  // namespace

bool is_in_detail(const std::vector<json>& records) {
  return std::ranges::any_of(records, [](const json& record) { return record.contains("pod"); });
}

Compared kinds_in(const std::vector<json>& records, Compared wanted) {
  wanted.event_writes = wanted.event_writes && std::ranges::any_of(records, [](const json& record) {
                          return field_view(record, "kind") == "eventWrite";
                        });
  wanted.exits = wanted.exits && std::ranges::any_of(records, is_exit);
  wanted.execs = wanted.execs && std::ranges::any_of(records, is_exec);
  return wanted;
}

ComparableTimeline comparable(const std::vector<json>& records, double length_seconds, bool in_detail,
                              const Compared& compared) {
  ComparableTimeline timeline{.length = length_seconds};
  const std::set<std::size_t> left_out = stops_of_garbage_collection(records);
  TimelineReader reader{in_detail, compared};
  for (std::size_t index = 0; index < records.size(); ++index) {
    const json& record = records[index];
    if (written_at(record) > length_seconds || left_out.contains(index)) continue;
    reader.add(record, timeline.pods[std::string{in_detail ? pod_of(record) : ""}]);
  }
  for (auto& [pod, sequences] : timeline.pods) order_and_collapse(sequences);
  return timeline;
}

std::size_t count_events(const ComparableTimeline& timeline) {
  std::size_t count = 0;
  for (const auto& [pod, sequences] : timeline.pods) {
    for (const auto& [kind, events] : sequences) count += events.size();
  }
  return count;
}

}  // namespace podreel::reproduce
