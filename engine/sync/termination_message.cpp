#include "engine/sync/termination_message.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/sync/container_log_text.hpp"

namespace podreel::sync {

namespace {

std::string last_lines_of_log(const runtime::ContainerStatus& ended) {
  constexpr std::size_t max_lines = 80;
  constexpr std::size_t max_bytes = 2048;
  std::vector<std::string> lines = last_log_lines(ended.name, ended.message, ended.exit_code);
  lines.insert(lines.begin(), first_log_line(ended.name, ended.restart_count));
  const auto first = lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), max_lines));
  const std::string text = fmt::format("{}\n", fmt::join(first, lines.end(), "\n"));
  return text.substr(text.size() - std::min(text.size(), max_bytes));
}

std::string missing_log(const api::Pod& pod, const runtime::ContainerStatus& ended) {
  const api::ObjectMeta& meta = pod.metadata;
  const std::string path = fmt::format("/var/log/pods/{}_{}_{}/{}/{}.log", meta.namespace_name, meta.name, meta.uid,
                                       ended.name, ended.restart_count);
  return fmt::format(
      "Error on reading termination message from logs: failed to try resolving symlinks in path \"{0}\": lstat {0}: "
      "no such file or directory",
      path);
}

}  // namespace

memory::Text termination_message(const api::Pod& pod, const runtime::ContainerStatus& ended,
                                 const ContainerLogs& logs) {
  // A container that Docker cannot run has no log.
  const bool reads_log = ended.falls_back_to_logs && ended.exit_code != 0 && ended.reason != "ContainerCannotRun";
  if (!reads_log || logs.text() == LogText::unknown) return ended.message;
  const bool has_log = logs.text() == LogText::scripted && ended.started_at != sim::Time{};
  const std::string from_log = has_log ? last_lines_of_log(ended) : missing_log(pod, ended);
  return ended.message.empty() ? memory::Text{from_log} : memory::Text{fmt::format("{}: {}", ended.message, from_log)};
}

}  // namespace podreel::sync
