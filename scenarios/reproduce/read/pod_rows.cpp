#include "scenarios/reproduce/read/pod_rows.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>
#include <vector>

#include "engine/api/ascii.hpp"

namespace podreel::reproduce {

namespace {

constexpr std::uint32_t max_restarts = 10'000'000;
constexpr std::uint32_t max_containers = 100;

std::optional<std::uint32_t> bounded_number(std::string_view text, std::uint32_t maximum) {
  const auto number = cell_number(text);
  if (!number || *number > maximum) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

/// Reads "0/1".
bool take_ready(std::string_view word, SeenRow& row) {
  const std::size_t slash = word.find('/');
  if (slash == std::string_view::npos) return false;
  row.ready = bounded_number(word.substr(0, slash), max_containers);
  row.containers = bounded_number(word.substr(slash + 1), max_containers);
  return row.ready && row.containers && *row.containers > 0 && *row.ready <= *row.containers;
}

/// Reads "Running  3". Kubelets up to 1.7 show errors as statuses, of many words.
void take_status(std::string_view& rest, SeenRow& row) {
  constexpr int max_words = 16;
  row.status = next_word(rest);
  for (int word = 0; word < max_words; ++word) {
    const std::string_view next = next_word(rest);
    row.restarts = bounded_number(next, max_restarts);
    if (row.restarts || next.empty()) return;
    row.status.append(" ").append(next);
  }
}

/// Reads "(5m2s ago)".
void take_restarted(std::string_view& rest, SeenRow& row) {
  const std::string_view after = trimmed(rest);
  if (!after.starts_with('(')) return;
  const std::size_t end = after.find(')');
  std::string_view inside = after.substr(1, std::min(end, after.size()) - 1);
  row.restarted = parse_age(next_word(inside));
  rest = after.substr(std::min(end, after.size() - 1) + 1);
}

/// Whether only the status shows that the row is of a pod: its columns behind the status were cut off.
bool is_cut(const SeenRow& row) {
  constexpr std::array<std::string_view, 11> statuses{
      "CrashLoopBackOff",      "ImagePullBackOff", "ErrImagePull",    "ContainerCreating", "CreateContainerError",
      "RunContainerError",     "OOMKilled",        "PodInitializing", "Terminating",       "CreateContainerConfigError",
      "ContainerStatusUnknown"};
  return !row.restarts &&
         (row.status.starts_with("Init:") || std::ranges::find(statuses, row.status) != statuses.end());
}

}  // namespace

std::optional<PodRow> pod_row(std::string_view row) {
  PodRow found;
  std::string_view before = next_word(row);
  std::string_view ready = next_word(row);
  if (!take_ready(ready, found.row)) {
    found.name_space = before;
    before = ready;
    ready = next_word(row);
    if (!take_ready(ready, found.row)) return std::nullopt;
  }
  found.name = before.substr(before.starts_with("pod/") ? 4 : 0);
  take_status(row, found.row);
  take_restarted(row, found.row);
  found.row.age = parse_age(next_word(row));
  found.row.more = trimmed(row);
  const bool is_status = !found.row.status.empty() && api::is_upper(found.row.status.front());
  const bool is_row = !found.name.empty() && found.name.find('/') == std::string::npos && is_status &&
                      (found.row.restarts || is_cut(found.row));
  return is_row ? std::optional{found} : std::nullopt;
}

bool is_crictl_header(const Columns& columns) {
  return columns.has("STATE") && columns.has("NAME") && columns.has("ATTEMPT");
}

std::optional<CrictlRow> crictl_row(const Columns& columns, std::string_view row) {
  const auto cells = columns.cells(row);
  const auto cell = [&cells](std::string_view name) {
    const auto found = cells.find(name);
    return found == cells.end() ? std::string{} : found->second;
  };
  const auto attempt = bounded_number(cell("ATTEMPT"), max_restarts);
  CrictlRow found{.pod = cell("POD"),
                  .pod_id = cell("PODID"),
                  .container = cell("NAME"),
                  .attempt = attempt.value_or(0),
                  .state = cell("STATE")};
  const bool is_row = attempt && !found.container.empty() && !found.state.empty();
  return is_row ? std::optional{found} : std::nullopt;
}

std::optional<DockerRow> docker_row(std::string_view row) {
  static const boost::regex pattern{
      R"(\s(?:(Up) |Exited \((\d{1,3})\) ).*\sk8s_([a-z0-9-]+)_([a-z0-9][a-z0-9.-]*)_([a-z0-9-]+)_[0-9a-f-]+_(\d{1,7})\s*$)"};
  constexpr std::size_t max_length = 2'000;
  const std::string searched{row.substr(0, max_length)};
  boost::smatch found;
  if (!boost::regex_search(searched, found, pattern)) return std::nullopt;
  DockerRow read{.pod = found[4],
                 .name_space = found[5],
                 .container = found[3],
                 .attempt = bounded_number(found[6].str(), max_restarts).value_or(0),
                 .exit_code = std::nullopt};
  if (!found[1].matched) read.exit_code = static_cast<std::int32_t>(bounded_number(found[2].str(), 999).value_or(1));
  return read;
}

}  // namespace podreel::reproduce
