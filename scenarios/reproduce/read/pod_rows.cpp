#include "scenarios/reproduce/read/pod_rows.hpp"

#include <algorithm>
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

/// Reads "(5m2s ago)".
void take_restarted(std::string_view& rest, SeenRow& row) {
  const std::string_view after = trimmed(rest);
  if (!after.starts_with('(')) return;
  const std::size_t end = after.find(')');
  std::string_view inside = after.substr(1, std::min(end, after.size()) - 1);
  row.restarted = parse_age(next_word(inside));
  rest = after.substr(std::min(end, after.size() - 1) + 1);
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
  found.row.status = next_word(row);
  found.row.restarts = bounded_number(next_word(row), max_restarts);
  take_restarted(row, found.row);
  found.row.age = parse_age(next_word(row));
  found.row.more = trimmed(row);
  const bool is_status = !found.row.status.empty() && api::is_upper(found.row.status.front());
  const bool is_row =
      !found.name.empty() && found.name.find('/') == std::string::npos && is_status && found.row.restarts;
  return is_row ? std::optional{found} : std::nullopt;
}

std::optional<SeenNode> node_row(std::string_view row) {
  SeenNode found;
  found.name = next_word(row);
  const std::string_view status = next_word(row);
  const bool is_status = status.starts_with("Ready") || status.starts_with("NotReady") || status.starts_with("Unknown");
  if (!is_status || next_word(row).empty() || !parse_age(next_word(row))) return std::nullopt;
  found.is_ready = status.starts_with("Ready");
  std::string_view version = next_word(row);
  if (!version.starts_with("v1.")) return std::nullopt;
  version.remove_prefix(1);
  found.version = version.substr(0, version.find_first_not_of("0123456789."));
  return found;
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

}  // namespace podreel::reproduce
