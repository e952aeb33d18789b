#include "tools/cri/kubelet_log/written_log.hpp"

#include <array>
#include <ctime>
#include <fmt/format.h>
#include <variant>

#include "engine/release/kubelet_log.hpp"
#include "tools/cri/kubelet_log/event_lines.hpp"
#include "tools/cri/kubelet_log/log_words.hpp"
#include "tools/cri/kubelet_log/pod_names.hpp"
#include "tools/cri/kubelet_log/probe_lines.hpp"

namespace podreel::cri {

namespace {

/// Returns a header such as "I1125 15:09:08.123456    4242 kubelet.go:1] ".
std::string header(std::int64_t unix_nanoseconds) {
  constexpr std::int64_t second = 1'000'000'000;
  constexpr std::int64_t microsecond = 1'000;
  const auto seconds = static_cast<std::time_t>(unix_nanoseconds / second);
  std::tm when{};
  gmtime_r(&seconds, &when);
  return fmt::format("I{:02}{:02} {:02}:{:02}:{:02}.{:06} {:>7} kubelet.go:1] ", when.tm_mon + 1, when.tm_mday,
                     when.tm_hour, when.tm_min, when.tm_sec, unix_nanoseconds % second / microsecond, 1);
}

int verbosity_of(const trace::Loop& loop) {
  constexpr int all = 4;
  if (loop.op == "PROBE") return 1;
  return loop.op == "RECONCILE" ? all : 2;
}

int verbosity_of(const trace::Probe& probe) {
  constexpr int succeeded = 3;
  return probe.result == "failure" ? 1 : succeeded;
}

}  // namespace

bool WrittenLog::logs(const trace::Payload& payload) const {
  constexpr int all = 4;
  constexpr int events = 3;
  if (const auto* loop = std::get_if<trace::Loop>(&payload)) return verbosity_ >= verbosity_of(*loop);
  if (const auto* probe = std::get_if<trace::Probe>(&payload)) return verbosity_ >= verbosity_of(*probe);
  if (std::holds_alternative<trace::Event>(payload)) return verbosity_ >= events;
  return verbosity_ >= all && release::logs_syncs.contains(release_);
}

void WrittenLog::write(const trace::Record& record) {
  if (!logs(record.payload)) return;
  // Written with one call, because other processes may write to the same file.
  out_ << header(pace_.unix_nanoseconds(record.time)) + line_of(record) + '\n' << std::flush;
}

std::string WrittenLog::line_of(const trace::Record& record) const {
  if (const auto* loop = std::get_if<trace::Loop>(&record.payload)) return loop_line(record.pod, loop->op);
  if (const auto* probe = std::get_if<trace::Probe>(&record.payload)) {
    return probe_message(release_, std::string{record.pod}, *probe, uid_of_(record.pod));
  }
  if (const auto* event = std::get_if<trace::Event>(&record.payload)) {
    return event_message(release_, std::string{record.pod}, *event, uid_of_(record.pod));
  }
  return sync_line(record.pod, std::get<trace::Sync>(record.payload));
}

std::string WrittenLog::old_loop_line(std::string_view pod, std::string_view op) const {
  const std::string uid = uid_of_(pod);
  const std::string name = old_name(pod, uid);
  if (op == "PLEG")
    return fmt::format(R"(SyncLoop (PLEG): "{}", event: &pleg.PodLifecycleEvent{{ID:"{}"}})", name, uid);
  if (op == "PROBE") return fmt::format(R"(SyncLoop (container unhealthy): "{}")", name);
  return fmt::format(R"(SyncLoop ({}, "api"): "{}")", op, name);
}

std::string WrittenLog::loop_line(std::string_view pod, std::string_view op) const {
  if (!release::logs_structured.contains(release_)) return old_loop_line(pod, op);
  const bool is_json = release::logs_json_values.contains(release_);
  if (op == "PLEG") {
    const std::string uid = uid_of_(pod);
    const std::string event = is_json ? fmt::format(R"({{"ID":"{}"}})", uid) : fmt::format("&{{ID:{}}}", uid);
    return fmt::format(R"("SyncLoop (PLEG): event for pod" pod="{}" event={})", pod, event);
  }
  if (op == "PROBE") return fmt::format("\"SyncLoop (probe)\" probe=\"\" status=\"\" pod=\"{}\"", pod);
  return fmt::format(R"("SyncLoop {}" source="api" pods=[{}])", op,
                     is_json ? fmt::format("\"{}\"", pod) : std::string{pod});
}

std::string WrittenLog::sync_line(std::string_view pod, const trace::Sync& sync) const {
  const bool is_enter = sync.op.ends_with("enter");
  constexpr std::string_view enter = "enter";
  constexpr std::string_view exit = "exit";
  const std::string_view stage = std::string_view{sync.op}.substr(0, sync.op.size() - (is_enter ? enter : exit).size());
  std::string words;
  for (const StageWords& known : stage_words) {
    if (known.record == stage) words = known.log;
  }
  if (!release::logs_exported_syncs.contains(release_) && !words.empty()) words.front() = 's';
  std::string line = fmt::format(R"("{} {}" pod="{}" podUID="{}")", words, is_enter ? enter : exit, pod, uid_of_(pod));
  if (sync.terminal && release::logs_terminal.contains(release_)) line += fmt::format(" isTerminal={}", *sync.terminal);
  return line;
}

}  // namespace podreel::cri
