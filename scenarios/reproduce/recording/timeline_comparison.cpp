#include "scenarios/reproduce/recording/timeline_comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

namespace podreel::reproduce {

namespace {

using nlohmann::json;

constexpr std::array compared_calls{
    "RunPodSandbox", "StopPodSandbox", "CreateContainer",          "StartContainer",
    "StopContainer", "PullImage",      "UpdateContainerResources", "UpdatePodSandboxResources"};

struct Kind {
  std::string_view name;
  std::vector<ComparableEvent> Sequences::*list;
};
constexpr std::array kinds{Kind{"call", &Sequences::calls}, Kind{"event", &Sequences::events},
                           Kind{"status", &Sequences::statuses}, Kind{"loop", &Sequences::loops},
                           Kind{"sync", &Sequences::syncs}};

// Gaps may differ by a relist and a tick. Gaps that end with the retry of a failed sync may differ by the delay of the
// retry after the back-off (0 … 15.8 s, KUBELET.md A3).
constexpr double relist_tolerance = 1.2;
constexpr double retry_tolerance = 15.8;
constexpr double min_retry = 9.0;
// Some recordings of 1.32.10 contain a name look-up that stalled for exactly this long.
constexpr double stall = 5.0;
// A retry and its tick: events this close to the scenario's end may not have happened yet.
constexpr double end_tolerance = 16.0;

std::string text(const json& record, const char* key) {
  const auto found = record.find(key);
  if (found == record.end()) return {};
  return found->is_string() ? found->get<std::string>() : found->dump();
}

std::string without_identities(std::string message) {
  static const std::regex uid{"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}"};
  static const std::regex pulled{"in [0-9.a-zµ]+ \\([0-9.a-zµ]+ including waiting\\)"};
  static const std::regex pulled_without_waiting{"^(Successfully pulled image .*) in [0-9.a-zµ]+$"};
  static const std::regex size{"Image size: [0-9]+ bytes"};
  message = std::regex_replace(message, uid, "<uid>");
  message = std::regex_replace(message, pulled, "in <DURATION> (<DURATION> including waiting)");
  message = std::regex_replace(message, pulled_without_waiting, "$1 in <DURATION>");
  return std::regex_replace(message, size, "Image size: N bytes");
}

std::string state_text(const json& state) {
  if (state.is_null() || state.empty()) return "-";
  const std::string kind = state.begin().key();
  const json& body = state.begin().value();
  std::string result = kind;
  if (body.contains("exitCode")) result += fmt::format(" {}", body["exitCode"].dump());
  if (!text(body, "reason").empty()) result += " " + text(body, "reason");
  if (!text(body, "message").empty()) result += " " + without_identities(text(body, "message"));
  return result;
}

/// Removes the memory limit with which the recorder's control groups express "no limit", as the kernel's old ones do.
json without_unlimited(json resources) {
  const json::json_pointer limit{"/limits/memory"};
  if (!resources.contains(limit) || resources[limit] != "9007199254740988Ki") return resources;
  resources["limits"].erase("memory");
  if (resources["limits"].empty()) resources.erase("limits");
  return resources;
}

std::string resources_text(const json& status) {
  return fmt::format(" allocated={} resources={}", text(status, "allocatedResources"),
                     status.contains("resources") ? without_unlimited(status["resources"]).dump() : "");
}

std::string containers_text(const json& record, const char* key, bool in_detail) {
  std::string result;
  if (!record.contains(key)) return result;
  for (const json& container : record[key]) {
    result += fmt::format(" {}[{} {} {} ready={} started={} restarts={} {} | {}{}]", key, text(container, "name"),
                          text(container, "image"), "", text(container, "ready"), text(container, "started"),
                          text(container, "restartCount"), state_text(container.value("state", json::object())),
                          state_text(container.value("lastState", json::object())),
                          in_detail ? resources_text(container) : "");
  }
  return result;
}

std::string status_text(const json& record, bool in_detail) {
  std::string result = fmt::format("{} {} {} ip={}{}{}{}", text(record, "phase"), text(record, "reason"),
                                   record.value("conditions", json::object()).dump(), record.contains("podIP"),
                                   containers_text(record, "initContainers", in_detail),
                                   containers_text(record, "containers", in_detail),
                                   containers_text(record, "ephemeralContainers", in_detail));
  if (!in_detail) return result;
  return result + fmt::format(" {} generation={} resize={}{}", text(record, "conditionMessages"),
                              text(record, "observedGeneration"), text(record, "resize"), resources_text(record));
}

/// Recordings of real kubelets spell the field `err`.
bool has_error(const json& record) {
  return record.contains("error") || record.contains("err");
}

std::string call_text(const json& record) {
  std::string attempt = text(record, "attempt");
  if (attempt.empty()) attempt = text(record, "sandbox_attempt");
  std::string resources;
  for (const char* key : {"cpuShares", "cpuQuota", "memory"}) {
    if (record.contains(key)) resources += fmt::format(" {}={}", key, text(record, key));
  }
  return fmt::format("{} {} attempt={} timeout={} image={} failed={}{}", text(record, "op"), text(record, "container"),
                     attempt, text(record, "timeout"), text(record, "image"), has_error(record), resources);
}

void add_record(const json& record, bool in_detail, const Compared& compared, Sequences& sequences) {
  const std::string kind = text(record, "kind");
  const double at = record.value("t", 0.0);
  if (kind == "runtime" && compared.calls &&
      std::ranges::find(compared_calls, text(record, "op")) != compared_calls.end()) {
    const std::string op = text(record, "op");
    sequences.calls.push_back(
        {at, call_text(record), op == "StopContainer" ? op : "", record.value("dur_ms", 0.0) / 1000});
  } else if (kind == "event" && compared.events) {
    const std::string reason = text(record, "reason");
    sequences.events.push_back({at,
                                fmt::format("{} {} {} {}", text(record, "type"), reason,
                                            without_identities(text(record, "message")), text(record, "fieldPath")),
                                reason == "Killing" ? reason : ""});
  } else if (kind == "status" && compared.statuses) {
    sequences.statuses.push_back({at, status_text(record, in_detail), ""});
  } else if (kind == "loop" && compared.loops && text(record, "op") != "RECONCILE") {
    sequences.loops.push_back({at, text(record, "op"), ""});
  } else if (kind == "sync" && compared.syncs && text(record, "op").ends_with("exit")) {
    sequences.syncs.push_back({at, text(record, "op"), ""});
  }
}

/// Sorts each run of events of one group within 50 ms by their text.
void order_groups(std::vector<ComparableEvent>& events) {
  constexpr double at_once = 0.05;
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

/// Returns the first difference in one kind of event; adds the number of equal events to `agreed`.
std::optional<Difference> compare(EventPosition place, const std::vector<ComparableEvent>& recorded,
                                  const std::vector<ComparableEvent>& simulated, double end, std::size_t& agreed) {
  const std::string_view kind = place.kind;
  const std::size_t common = std::min(recorded.size(), simulated.size());
  for (std::size_t& index = place.index; index < common; ++index, ++agreed) {
    const ComparableEvent& real = recorded[index];
    const ComparableEvent& ours = simulated[index];
    const bool near_end = std::max(real.at, ours.at) > end - end_tolerance;
    if (real.what != ours.what) {
      if (near_end) return std::nullopt;
      return Difference{real.at,
                        fmt::format("{} {}: recorded at {:.3f}s: {}\n      simulated at {:.3f}s: {}", kind, index,
                                    real.at, real.what, ours.at, ours.what),
                        place, real.what, ours.what};
    }
    if (index == 0) continue;
    const double real_gap = gap_before(recorded, index);
    const double our_gap = gap_before(simulated, index);
    const double tolerance = std::min(real_gap, our_gap) >= min_retry ? retry_tolerance : relist_tolerance;
    const double excess = std::abs(real_gap - our_gap);
    const bool is_stall = std::abs(excess - stall) < relist_tolerance;
    if (excess > tolerance && !is_stall && !near_end) {
      return Difference{real.at,
                        fmt::format("{} {}: {}\n      recorded {:.3f}s after the previous one, simulated {:.3f}s", kind,
                                    index, real.what, real_gap, our_gap),
                        place, real.what, ours.what};
    }
  }
  if (recorded.size() == simulated.size()) return std::nullopt;
  const bool missing = recorded.size() > simulated.size();
  const ComparableEvent& extra = missing ? recorded[common] : simulated[common];
  if (extra.at > end - end_tolerance) return std::nullopt;
  return Difference{extra.at,
                    fmt::format("{} {}: only {}, at {:.3f}s: {}", kind, common, missing ? "recorded" : "simulated",
                                extra.at, extra.what),
                    place, missing ? extra.what : "", missing ? "" : extra.what};
}

/// Times of sandbox removals: garbage collection stops each sandbox again just before.
std::vector<double> removals(const std::vector<json>& records) {
  std::vector<double> times;
  for (const json& record : records) {
    if (text(record, "op") == "RemovePodSandbox") times.push_back(record.value("t", 0.0));
  }
  return times;
}

bool is_of_garbage_collection(const json& record, const std::vector<double>& removed) {
  constexpr double at_once = 0.006;
  const double at = record.value("t", 0.0);
  return text(record, "op") == "StopPodSandbox" &&
         std::ranges::any_of(removed, [at](double time) { return time >= at && time - at < at_once; });
}

/// Pod name without the namespace, which recordings do not have.
std::string pod_of(const json& record) {
  const std::string pod = text(record, "pod");
  return pod.substr(pod.find('/') + 1);
}

void order_and_collapse(Sequences& sequences) {
  order_groups(sequences.calls);
  order_groups(sequences.events);
  collapse_runs(sequences.events);
  collapse_runs(sequences.statuses);
  collapse_runs(sequences.loops);
  collapse_runs(sequences.syncs);
}

/// Replaces `first` by an earlier difference, if there is one; adds the number of equal events to `agreed`.
void find_earlier(const ComparableTimeline& recorded, const ComparableTimeline& simulated, const std::string& pod,
                  std::optional<Difference>& first, std::size_t& agreed) {
  for (const auto& [kind, list] : kinds) {
    const EventPosition begin{pod, kind};
    std::optional<Difference> found = compare(begin, comparable_events_of(recorded, begin),
                                              comparable_events_of(simulated, begin), recorded.length, agreed);
    if (found && (!first || found->at < first->at)) first = std::move(found);
  }
}

}  // namespace

Gaps gaps_like(double simulated) noexcept {
  if (simulated < min_retry) return {simulated - relist_tolerance, simulated + relist_tolerance};
  const double minimum = std::min(simulated - relist_tolerance, std::max(min_retry, simulated - retry_tolerance));
  return {minimum, simulated + retry_tolerance};
}

const std::vector<ComparableEvent>& comparable_events_of(const ComparableTimeline& timeline,
                                                         const EventPosition& place) {
  static const std::vector<ComparableEvent> none;
  const auto pod = timeline.pods.find(place.pod);
  if (pod == timeline.pods.end()) return none;
  return pod->second.*std::ranges::find(kinds, place.kind, &Kind::name)->list;
}

double gap_before(const std::vector<ComparableEvent>& events, std::size_t index) {
  if (index == 0) return events[index].at;
  const ComparableEvent& before = events[index - 1];
  return events[index].at - before.at - before.lasted;
}

bool is_in_detail(const std::vector<json>& records) {
  return std::ranges::any_of(records, [](const json& record) { return record.contains("pod"); });
}

ComparableTimeline comparable(const std::vector<json>& records, double length_seconds, bool in_detail,
                              const Compared& compared) {
  ComparableTimeline timeline;
  timeline.length = length_seconds;
  const std::vector<double> removed = removals(records);
  for (const json& record : records) {
    if (record.value("t", 0.0) > length_seconds || is_of_garbage_collection(record, removed)) continue;
    add_record(record, in_detail, compared, timeline.pods[in_detail ? pod_of(record) : ""]);
  }
  for (auto& [pod, sequences] : timeline.pods) order_and_collapse(sequences);
  return timeline;
}

std::optional<Difference> first_difference(const ComparableTimeline& recorded, const ComparableTimeline& simulated) {
  std::set<std::string> pods;
  for (const ComparableTimeline* timeline : {&recorded, &simulated}) {
    for (const auto& [pod, sequences] : timeline->pods) pods.insert(pod);
  }
  std::optional<Difference> first;
  std::size_t agreed = 0;
  for (const std::string& pod : pods) {
    find_earlier(recorded, simulated, pod, first, agreed);
  }
  if (first) first->agreed = agreed;
  return first;
}

}  // namespace podreel::reproduce
