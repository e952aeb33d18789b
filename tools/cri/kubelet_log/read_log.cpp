#include "tools/cri/kubelet_log/read_log.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "engine/trace/json_line.hpp"
#include "tools/cri/kubelet_log/event_lines.hpp"
#include "tools/cri/kubelet_log/log_values.hpp"
#include "tools/cri/kubelet_log/log_words.hpp"
#include "tools/cri/kubelet_log/pod_names.hpp"
#include "tools/cri/kubelet_log/probe_lines.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

/// Parses digits; no value if there are other characters.
std::optional<int> number(std::string_view digits) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size() || digits.front() == '-') return std::nullopt;
  return value;
}

sim::Time utc(std::tm when) {
  return sim::Time{std::chrono::seconds{timegm(&when)}};
}

sim::Duration apart(sim::Time one, sim::Time other) {
  return one < other ? other - one : one - other;
}

/// Returns the time in the year that is closest to `near`: the year before, the same year, or the year after.
sim::Time in_nearest_year(std::tm when, sim::Time near) {
  const auto seconds = static_cast<std::time_t>(near.time_since_epoch() / 1s);
  std::tm now{};
  gmtime_r(&seconds, &now);
  std::array<sim::Time, 3> years{};
  for (int index = 0; index < 3; ++index) {
    when.tm_year = now.tm_year + index - 1;
    years.at(static_cast<std::size_t>(index)) = utc(when);
  }
  return *std::ranges::min_element(years, {}, [near](sim::Time at) { return apart(at, near); });
}

/// Returns the text between `begin` and `end`; no value if they do not enclose it.
std::optional<std::string_view> between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return std::nullopt;
  text.remove_prefix(from + begin.size());
  const std::size_t until = text.find(end);
  if (until == std::string_view::npos) return std::nullopt;
  return text.substr(0, until);
}

/// Parses a list with optional brackets and quotes, separated by commas or spaces; no value if it has other content.
std::optional<std::vector<std::string>> pods_in(std::string_view list) {
  constexpr std::string_view divergence = "[]\", ";
  std::vector<std::string> pods;
  while (true) {
    const std::size_t begin = list.find_first_not_of(divergence);
    if (begin == std::string_view::npos) return pods;
    list.remove_prefix(begin);
    const std::size_t end = std::min(list.find_first_of(divergence), list.size());
    std::string pod = pod_named(list.substr(0, end));
    if (pod.empty()) return std::nullopt;
    pods.push_back(std::move(pod));
    list.remove_prefix(end);
  }
}

/// Returns a record for each pod of the list.
LoggedSteps record_for_pods(std::optional<std::string_view> list, const trace::Payload& payload) {
  LoggedSteps steps{.is_of_kind = true, .is_understood = false, .records = {}};
  const auto pods = list ? pods_in(*list) : std::nullopt;
  if (!pods) return steps;
  steps.is_understood = true;
  for (const std::string& pod : *pods) steps.records.push_back({{}, pod, payload});
  return steps;
}

/// Returns the value of pods=, which ends the message.
std::optional<std::string_view> pods_value(std::string_view message) {
  const std::size_t at = message.find(" pods=");
  if (at == std::string_view::npos) return std::nullopt;
  return message.substr(at + std::string_view{" pods="}.size());
}

constexpr std::string_view sync_loop = "SyncLoop ";
constexpr std::array operations{"ADD", "UPDATE", "REMOVE", "DELETE", "RECONCILE"};
/// Messages that concern no pod, or a pod that the kubelet no longer has.
constexpr std::array ignored_titles{"SyncLoop (SYNC)",
                                    "SyncLoop (housekeeping",
                                    "SyncLoop (PLEG): ignore irrelevant",
                                    "SyncLoop (PLEG): pod does not exist, ignore irrelevant",
                                    "SyncLoop (container unhealthy): ignore irrelevant",
                                    "SyncLoop (probe): ignore irrelevant"};

/// Parses a message of releases before structured logging, which begins with SyncLoop.
LoggedSteps old_steps_of(std::string_view message) {
  for (const std::string_view op : operations) {
    if (!message.starts_with("SyncLoop (" + std::string{op} + ",")) continue;
    return record_for_pods(between(message, "): \"", "\""), trace::Loop{std::string{op}});
  }
  if (message.starts_with("SyncLoop (PLEG): \"")) {
    return record_for_pods(between(message, ": \"", "\""), trace::Loop{"PLEG"});
  }
  if (message.starts_with("SyncLoop (container unhealthy): \"")) {
    return record_for_pods(between(message, ": \"", "\""), trace::Loop{"PROBE"});
  }
  return {.is_of_kind = true, .is_understood = false, .records = {}};
}

LoggedSteps loop_steps_of(std::string_view title, std::string_view message) {
  for (const std::string_view op : operations) {
    if (title == std::string{sync_loop} + std::string{op}) {
      return record_for_pods(pods_value(message), trace::Loop{std::string{op}});
    }
  }
  const auto pod = between(message, " pod=\"", "\"");
  if (title == "SyncLoop (PLEG): event for pod") return record_for_pods(pod, trace::Loop{"PLEG"});
  if (title == "SyncLoop (probe)") return record_for_pods(pod, trace::Loop{"PROBE"});
  return {.is_of_kind = true, .is_understood = false, .records = {}};
}

LoggedSteps sync_steps_of(std::string_view title, std::string_view message) {
  for (const StageWords& stage : stage_words) {
    // "SyncPod" and, in kubelets before, "syncPod".
    if (!title.starts_with('S') && !title.starts_with('s')) return {};
    if (title.substr(1, stage.log.size() - 1) != stage.log.substr(1)) continue;
    const std::string_view what = title.substr(std::min(stage.log.size(), title.size()));
    if (what != " enter" && what != " exit") continue;
    trace::Sync sync{.op = std::string{stage.record} + std::string{what.substr(1)}};
    if (message.find(" isTerminal=") != std::string_view::npos) {
      sync.terminal = message.find(" isTerminal=true") != std::string_view::npos;
    }
    return record_for_pods(between(message, " pod=\"", "\""), sync);
  }
  return {};
}

/// Whether the line begins as in "I1125 15:09:08.123456 ".
bool has_header(std::string_view line) {
  constexpr std::string_view form = "L0000 00:00:00.000000 ";
  constexpr std::string_view levels = "IWEF";
  if (line.size() < form.size() || levels.find(line.front()) == std::string_view::npos) return false;
  for (std::size_t index = 1; index < form.size(); ++index) {
    const bool is_digit = line[index] >= '0' && line[index] <= '9';
    if (form[index] == '0' ? !is_digit : line[index] != form[index]) return false;
  }
  return true;
}

}  // namespace

std::optional<LogLine> log_line_of(std::string_view line, sim::Time near) {
  // The klog of some distributions begins each line with a word of its own.
  if (!has_header(line)) line.remove_prefix(line.find(' ') + 1);
  if (!has_header(line)) return std::nullopt;
  const auto part = [line](std::size_t at, std::size_t size = 2) { return number(line.substr(at, size)).value_or(0); };
  std::tm when{};
  when.tm_mon = part(1) - 1;
  when.tm_mday = part(3);
  when.tm_hour = part(6);
  when.tm_min = part(9);
  when.tm_sec = part(12);
  const std::size_t end = line.find("] ");
  if (end == std::string_view::npos) return std::nullopt;
  return LogLine{in_nearest_year(when, near) + std::chrono::microseconds{part(15, 6)}, line.substr(end + 2)};
}

LoggedSteps steps_of(std::string_view message) {
  const bool is_old = message.starts_with(sync_loop);
  const std::string_view title = is_old ? message : between(message, "\"", "\"").value_or("");
  if (!is_old && !message.starts_with('"')) return {};
  if (!title.starts_with(sync_loop)) return sync_steps_of(title, message);
  if (std::ranges::any_of(ignored_titles, [title](const char* words) { return title.starts_with(words); })) {
    return {.is_of_kind = true, .is_understood = true, .records = {}};
  }
  return is_old ? old_steps_of(message) : loop_steps_of(title, message);
}

namespace {

/// Reads the entries of a log: lines of klog, each with the lines that follow it without a header.
class Entries {
 public:
  Entries(std::istream& log, sim::Time near) : log_{log}, near_{near} { skip(); }

  [[nodiscard]] bool has_next() const noexcept { return !next_.empty(); }
  std::string take() {
    std::string entry = std::exchange(next_, {});
    entry += skip();
    return entry;
  }

 private:
  /// Reads up to the next line of klog; returns the lines before it.
  std::string skip() {
    std::string skipped;
    for (std::string line; std::getline(log_, line);) {
      if (log_line_of(line, near_)) {
        next_ = std::move(line);
        break;
      }
      if (skipped.size() < max_entry) skipped += '\n' + line;
    }
    return skipped;
  }

  static constexpr std::size_t max_entry = 65536;
  std::istream& log_;
  sim::Time near_;
  std::string next_;
};

LoggedSteps only(std::optional<trace::Record> record) {
  LoggedSteps steps{.is_of_kind = true, .is_understood = record.has_value(), .records = {}};
  if (record) steps.records.push_back(*std::move(record));
  return steps;
}

LoggedSteps understood(std::string_view message) {
  if (LoggedEvent event = event_of(message); event.is_event) return only(std::move(event.record));
  if (LoggedProbe probe = probe_of(message); probe.is_probe) return only(std::move(probe.record));
  return steps_of(message.substr(0, message.find('\n')));
}

/// Reads the error of a sync, which follows its end (pkg/kubelet/pod_workers.go, podWorkerLoop), into its record.
void note_error_of_sync(std::vector<trace::Record>& records, std::string_view message) {
  if (!message.starts_with("\"Error syncing pod, skipping\" ")) return;
  const auto pod = log_value(message, "pod");
  const auto error = log_value(message, "err");
  if (!pod || !error) return;
  const auto ended = std::ranges::find_if(records.rbegin(), records.rend(), [&pod](const trace::Record& record) {
    return record.pod == *pod && std::holds_alternative<trace::Sync>(record.payload);
  });
  if (ended == records.rend()) return;
  auto& sync = std::get<trace::Sync>(ended->payload);
  if (sync.op.ends_with("exit")) sync.error = *error;
}

/// Whether the kubelet has been set up and its sync loop begins (pkg/kubelet/kubelet.go, syncLoop).
bool begins_loops(std::string_view message) {
  if (message.starts_with('"')) message.remove_prefix(1);
  return message.starts_with("Starting kubelet main sync loop");
}

}  // namespace

ReadLog read_log(std::istream& log, sim::Time began, double speed) {
  ReadLog read;
  std::vector<trace::Record> records;
  for (Entries entries{log, began}; entries.has_next(); ++read.num_entries) {
    const std::string text = entries.take();
    const LogLine line = *log_line_of(text, began);
    LoggedSteps steps = understood(line.message);
    if (steps.is_of_kind && !steps.is_understood && read.not_understood++ == 0) read.example = text;
    const double passed = static_cast<double>((line.at - began).count()) * speed;
    if (begins_loops(line.message)) read.loops_began.emplace_back(static_cast<sim::Duration::rep>(passed));
    if (passed < 0) continue;
    note_error_of_sync(records, line.message);
    for (trace::Record& record : steps.records) {
      record.time = sim::Time{sim::Duration{static_cast<sim::Duration::rep>(passed)}};
      records.push_back(std::move(record));
    }
  }
  RecordedLines lines{sim::Time{}};
  for (const trace::Record& record : records) lines.write(record);
  read.lines = lines.take();
  return read;
}

}  // namespace podreel::cri
