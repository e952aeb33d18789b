#include "scenarios/reproduce/read/event_rows.hpp"

#include <algorithm>

#include "engine/api/ascii.hpp"

namespace podreel::reproduce {

namespace {

using Cells = std::map<std::string, std::string, std::less<>>;

constexpr std::uint64_t most_times = 1'000'000'000;

std::optional<std::uint64_t> positive_number(std::string_view text) {
  const auto number = cell_number(text);
  if (!number || *number == 0) return std::nullopt;
  return std::min<std::uint64_t>(*number, most_times);
}

bool is_type(std::string_view word) {
  return word == "Normal" || word == "Warning";
}

/// "x8 over 100s": what stands in the brackets of an age.
bool take_repetition(std::string_view inside, SeenEvent& event) {
  const std::string_view times = next_word(inside);
  const std::string_view over = next_word(inside);
  if (!times.starts_with('x') || over != "over") return false;
  const auto count = positive_number(times.substr(1));
  if (!count) return false;
  event.count = *count;
  event.first = parse_age(trimmed(inside));
  return true;
}

/// "5s", "5s (x8 over 100s)", "<unknown>" at the front of `row`.
bool take_age(std::string_view& row, SeenEvent& event) {
  const std::string_view word = next_word(row);
  event.last = parse_age(word);
  if (!event.last && word != "<unknown>") return false;
  event.first = event.last;
  const std::string_view rest = trimmed(row);
  if (!rest.starts_with("(x")) return true;
  const std::size_t end = rest.find(')');
  if (end == std::string_view::npos || !take_repetition(rest.substr(1, end - 1), event)) return false;
  row = rest.substr(end + 1);
  return true;
}

/// "kubelet", "kubelet, node-1": a comma says that the host follows.
std::string take_source(std::string_view& row) {
  std::string source{next_word(row)};
  if (!source.ends_with(',')) return source;
  source.pop_back();
  static_cast<void>(next_word(row));
  return source;
}

/// "web" of "web.17a3c9d2e5b0f1c4": events are named after their objects.
std::string_view object_of(std::string_view event_name) {
  const std::size_t dot = event_name.rfind('.');
  if (dot == std::string_view::npos) return event_name;
  const std::string_view suffix = event_name.substr(dot + 1);
  const bool is_hex = suffix.size() >= 12 && std::ranges::all_of(suffix, [](char letter) {
                        return api::is_digit(letter) || (letter >= 'a' && letter <= 'f');
                      });
  return is_hex ? event_name.substr(0, dot) : event_name;
}

const std::string& cell(const Cells& cells, std::string_view one, std::string_view other = {}) {
  static const std::string none;
  auto found = cells.find(one);
  if (found == cells.end()) found = cells.find(other);
  return found == cells.end() ? none : found->second;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), api::to_lower);
  return text;
}

void set_object(const Cells& cells, EventRow& row) {
  const std::string& object = cell(cells, "OBJECT");
  if (object.empty()) {
    row.kind = lower(cell(cells, "KIND"));
    row.name = object_of(cell(cells, "NAME"));
  } else {
    const std::size_t slash = object.find('/');
    row.kind = slash == std::string::npos ? "" : lower(object.substr(0, slash));
    row.name = object.substr(slash == std::string::npos ? 0 : slash + 1);
  }
  row.name_space = cell(cells, "NAMESPACE");
}

}  // namespace

void set_container(SeenEvent& event, std::string_view field_path) {
  const std::size_t begin = field_path.find('{');
  const std::size_t end = field_path.find('}');
  if (!field_path.starts_with("spec.") || begin == std::string_view::npos || end == std::string_view::npos) return;
  if (end > begin) event.container = field_path.substr(begin + 1, end - begin - 1);
  event.is_init = field_path.starts_with("spec.initContainers");
}

std::optional<EventRow> described_event(std::string_view row) {
  EventRow found;
  SeenEvent& event = found.event;
  event.type = next_word(row);
  event.reason = next_word(row);
  if (!is_type(event.type) || event.reason.empty() || !take_age(row, event)) return std::nullopt;
  event.source = take_source(row);
  event.message = trimmed(row);
  if (event.source.empty()) return std::nullopt;
  return found;
}

bool is_event_header(const Columns& columns) {
  return columns.has("TYPE") && columns.has("REASON") && columns.has("MESSAGE");
}

std::optional<EventRow> listed_event(const Columns& columns, std::string_view row) {
  const Cells cells = columns.cells(row);
  EventRow found;
  SeenEvent& event = found.event;
  event.type = cell(cells, "TYPE");
  event.reason = cell(cells, "REASON");
  event.message = cell(cells, "MESSAGE");
  std::string_view age = cell(cells, "LASTSEEN", "AGE");
  if (!is_type(event.type) || event.reason.empty() || !take_age(age, event)) return std::nullopt;
  if (const auto first = parse_age(cell(cells, "FIRSTSEEN"))) event.first = first;
  if (const auto count = positive_number(cell(cells, "COUNT"))) event.count = *count;
  const std::string& source = cell(cells, "SOURCE", "FROM");
  event.source = source.substr(0, source.find_first_of(", "));
  set_container(event, cell(cells, "SUBOBJECT", "SUBOBJECTPATH"));
  set_object(cells, found);
  return found;
}

}  // namespace podreel::reproduce
