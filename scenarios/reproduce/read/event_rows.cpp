#include "scenarios/reproduce/read/event_rows.hpp"

#include <algorithm>
#include <array>

#include "engine/api/ascii.hpp"
#include "engine/api/lower_case.hpp"

namespace podreel::reproduce {

namespace {

using Cells = std::map<std::string, std::string, std::less<>>;

constexpr std::uint64_t max_times = 1'000'000'000;

std::optional<std::uint64_t> positive_number(std::string_view text) {
  const auto number = cell_number(text);
  if (!number || *number == 0) return std::nullopt;
  return std::min<std::uint64_t>(*number, max_times);
}

/// Reads "x8 over 100s", the text in the brackets of an age.
bool take_repetition(std::string_view inside, SeenEvent& event) {
  constexpr std::array<std::string_view, 3> words{"over", "from", "starting"};
  const std::string_view times = next_word(inside);
  const std::string_view word = next_word(inside);
  if (!times.starts_with('x') || std::ranges::find(words, word) == words.end()) return false;
  const auto count = positive_number(times.substr(1));
  if (!count) return false;
  event.count = *count;
  event.first = parse_age(trimmed(inside));
  return true;
}

/// Removes "spec.containers{app}: ", which `kubectl describe` from 1.34 on prints before a message.
void take_field_path(SeenEvent& event) {
  const std::size_t end = event.message.find("}: ");
  if (!event.message.starts_with("spec.") || end == std::string::npos) return;
  set_container(event, std::string_view{event.message}.substr(0, end + 1));
  event.message.erase(0, end + 3);
}

/// Returns the first of these columns that has a cell; empty if none has.
const std::string& first_cell(const Cells& cells, std::initializer_list<std::string_view> names) {
  static const std::string none;
  for (const std::string_view name : names) {
    const auto found = cells.find(name);
    if (found != cells.end()) return found->second;
  }
  return none;
}

void set_object(const Cells& cells, EventRow& row) {
  const std::string& object = first_cell(cells, {"OBJECT"});
  if (object.empty()) {
    row.kind = api::lower_case(first_cell(cells, {"KIND"}));
    row.name = object_of(first_cell(cells, {"NAME"}));
  } else {
    const std::size_t slash = object.find('/');
    row.kind = slash == std::string::npos ? "" : api::lower_case(object.substr(0, slash));
    row.name = object.substr(slash == std::string::npos ? 0 : slash + 1);
  }
  row.name_space = first_cell(cells, {"NAMESPACE"});
}

}  // namespace

bool is_event_type(std::string_view word) {
  return word == "Normal" || word == "Warning";
}

bool take_seen(std::string_view& row, SeenEvent& event) {
  const auto seen = take_moment(row);
  if (!seen) return false;
  event.last = seen->age;
  event.last_at = seen->at;
  event.first = event.last;
  event.first_at = event.last_at;
  const std::string_view rest = trimmed(row);
  if (!rest.starts_with("(x")) return true;
  const std::size_t end = rest.find(')');
  if (end == std::string_view::npos || !take_repetition(rest.substr(1, end - 1), event)) return false;
  row = rest.substr(end + 1);
  return true;
}

void set_span(const Moment& other, std::uint64_t count, SeenEvent& event) {
  event.count = std::min(count, max_times);
  const bool is_older = other.age && event.last && other.age->minimum > event.last->minimum;
  const bool is_earlier = other.at && event.last_at && *other.at < *event.last_at;
  if (is_older || is_earlier) {
    event.first = other.age;
    event.first_at = other.at;
  } else {
    event.last = other.age;
    event.last_at = other.at;
  }
}

void leave_uncounted(SeenEvent& event) {
  event.is_counted = false;
  event.first.reset();
  event.first_at.reset();
}

std::string take_source(std::string_view& row) {
  std::string_view rest = row;
  std::string_view word = next_word(rest);
  const bool is_braced = word.starts_with('{');
  if (is_braced) {
    const std::size_t end = std::min(rest.find('}'), rest.size());
    rest.remove_prefix(std::min(end + 1, rest.size()));
    word.remove_prefix(1);
  } else if (word.ends_with(',')) {
    word.remove_suffix(1);
    static_cast<void>(next_word(rest));
  }
  if (!word.empty() && !api::is_lower(word.front())) return {};
  row = rest;
  return std::string{word};
}

std::string_view object_of(std::string_view event_name) {
  const std::size_t dot = event_name.rfind('.');
  if (dot == std::string_view::npos) return event_name;
  const std::string_view suffix = event_name.substr(dot + 1);
  const bool is_hex = suffix.size() >= 12 && std::ranges::all_of(suffix, [](char letter) {
                        return api::is_digit(letter) || (letter >= 'a' && letter <= 'f');
                      });
  return is_hex ? event_name.substr(0, dot) : event_name;
}

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
  if (!is_event_type(event.type) || event.reason.empty() || !take_seen(row, event)) return std::nullopt;
  event.source = take_source(row);
  event.message = trimmed(row);
  take_field_path(event);
  const bool has_text = std::ranges::any_of(event.message, api::is_letter);
  if (!has_text && (event.source.empty() || !event.message.empty())) return std::nullopt;
  return found;
}

bool is_event_header(const Columns& columns) {
  return columns.has("REASON") && (columns.has("MESSAGE") || columns.has("MSG") || columns.has("NOTE"));
}

std::optional<EventRow> listed_event(const Columns& columns, std::string_view row) {
  const Cells cells = columns.cells(row);
  EventRow found;
  SeenEvent& event = found.event;
  event.type = first_cell(cells, {"TYPE"});
  event.reason = first_cell(cells, {"REASON"});
  event.message = first_cell(cells, {"MESSAGE", "MSG", "NOTE"});
  std::string_view seen = first_cell(cells, {"LASTSEEN", "AGE", "LAST", "TIME", "LASTTIMESTAMP", "TIMESTAMP"});
  const bool is_typed = is_event_type(event.type) || !columns.has("TYPE");
  if (!is_typed || event.reason.empty() || !take_seen(seen, event)) return std::nullopt;
  const bool shows_count = columns.has("COUNT") || event.count > 1;
  if (!shows_count) leave_uncounted(event);
  if (const auto first = parse_age(first_cell(cells, {"FIRSTSEEN"}))) event.first = first;
  if (const auto count = positive_number(first_cell(cells, {"COUNT"}))) event.count = *count;
  std::string_view source = first_cell(cells, {"SOURCE", "FROM"});
  event.source = take_source(source);
  set_container(event, first_cell(cells, {"SUBOBJECT", "SUBOBJECTPATH"}));
  set_object(cells, found);
  return found;
}

}  // namespace podreel::reproduce
