#include "scenarios/reproduce/read/event_words.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/api/ascii.hpp"
#include "engine/api/lower_case.hpp"

namespace podreel::reproduce {

namespace {

bool is_reason(std::string_view word) {
  return word.size() > 3 && api::is_upper(word.front()) &&
         std::ranges::all_of(word, [](char letter) { return api::is_alphanumeric(letter) || letter == '-'; });
}

bool is_kind(std::string_view word) {
  constexpr std::array<std::string_view, 11> kinds{"Pod",         "ReplicaSet", "Deployment", "ReplicationController",
                                                   "StatefulSet", "DaemonSet",  "Job",        "CronJob",
                                                   "Node",        "PetSet",     "Service"};
  return std::ranges::find(kinds, word) != kinds.end();
}

/// Returns the words before the type; no value if no type follows soon.
std::optional<std::vector<std::string_view>> words_to_type(std::string_view& row, SeenEvent& event) {
  constexpr std::size_t max_words = 8;
  std::vector<std::string_view> words;
  while (words.size() <= max_words) {
    const std::string_view word = next_word(row);
    if (is_event_type(word)) {
      event.type = word;
      return words;
    }
    if (word.empty()) return std::nullopt;
    words.push_back(word);
  }
  return std::nullopt;
}

/// Sets the object from "pod/web", or from a kind alone.
void set_listed_object(std::string_view object, EventRow& found) {
  const std::size_t slash = object.find('/');
  found.kind = api::lower_case(std::string{object.substr(0, slash)});
  if (slash != std::string_view::npos) found.name = object.substr(slash + 1);
}

/// Sets the pod from "… in Pod "web_default(uid)" …".
void set_named_pod(std::string_view message, EventRow& found) {
  constexpr std::string_view before = "in Pod \"";
  const std::size_t at = message.find(before);
  const std::size_t end = message.find('_', std::min(at, message.size()));
  if (at == std::string_view::npos || end == std::string_view::npos) return;
  found.name = message.substr(at + before.size(), end - at - before.size());
}

/// Reads a row with one column of times: the rest after the type is as in `kubectl get events`.
bool take_recent(std::string_view row, EventRow& found) {
  found.event.reason = next_word(row);
  set_listed_object(next_word(row), found);
  found.event.message = trimmed(row);
  if (found.name.empty()) set_named_pod(found.event.message, found);
  const bool is_counted = found.event.count > 1;
  if (!is_counted) leave_uncounted(found.event);
  return !found.kind.empty() && !found.event.message.empty();
}

/// Reads a row with two columns of times and a count: the object precedes the type, or the table is about one object.
bool take_older(const std::vector<std::string_view>& words, std::string_view row, EventRow& found) {
  found.event.reason = next_word(row);
  const bool is_list = words.size() > 1 && is_kind(words[1]);
  if (is_list) {
    found.kind = api::lower_case(std::string{words[1]});
    found.name = object_of(words[0]);
    found.event.source = take_source(row);
  } else if (!words.empty()) {
    std::string_view source = words.front();
    if (source.starts_with('{')) source.remove_prefix(1);
    found.event.source = source.substr(0, source.find(','));
  }
  for (const std::string_view word : words) {
    if (word.starts_with("spec.")) set_container(found.event, word);
  }
  found.event.message = trimmed(row);
  return !words.empty();
}

}  // namespace

std::optional<EventRow> event_by_words(std::string_view row) {
  EventRow found;
  if (!take_seen(row, found.event)) {
    found.name_space = next_word(row);
    if (is_event_type(found.name_space) || !take_seen(row, found.event)) return std::nullopt;
  }
  std::string_view rest = row;
  const auto second = take_moment(rest);
  const auto count = second ? cell_number(next_word(rest)) : std::nullopt;
  if (count && *count > 0) set_span(*second, *count, found.event);
  const auto words = words_to_type(count ? rest : row, found.event);
  if (!words) return std::nullopt;
  const bool is_row = count ? take_older(*words, rest, found) : words->empty() && take_recent(row, found);
  return is_row && is_reason(found.event.reason) ? std::optional{found} : std::nullopt;
}

}  // namespace podreel::reproduce
