#include "engine/identity/change_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace podreel::identity {

namespace {

std::string full_name(const types::FieldChange& change) {
  return change.type + "." + change.field;
}

void add_once(std::vector<std::string>& list, std::string item) {
  if (std::ranges::find(list, item) == list.end()) list.push_back(std::move(item));
}

/// "volumeMounts[]" twice: "2 volumeMounts"; "securityContext" once: "a securityContext"; "env[].valueFrom" three
/// times: "3 env[].valueFrom".
std::string place_text(const std::string& place, int count) {
  const bool is_list = place.ends_with("[]");
  std::string name = is_list ? place.substr(0, place.size() - 2) : place;
  if (count != 1) return fmt::format("{} {}", count, name);
  if (is_list && name.ends_with('s')) name.pop_back();
  return (is_list ? "1 " : "a ") + name;
}

}  // namespace

std::string enumerated(const std::vector<std::string>& items) {
  if (items.empty()) return {};
  if (items.size() == 1) return items[0];
  return fmt::format("{} and {}", fmt::join(items.begin(), items.end() - 1, ", "), items.back());
}

std::string field_names(const std::vector<types::FieldChange>& changes) {
  std::vector<std::string> names;
  for (const types::FieldChange& change : changes) add_once(names, full_name(change));
  return enumerated(names);
}

std::string changes_by_release(const std::vector<types::FieldChange>& changes, std::string_view verb_added,
                               std::string_view verb_removed) {
  std::map<std::pair<release::Release, bool>, std::vector<std::string>> by_release;
  for (const types::FieldChange& change : changes) {
    add_once(by_release[{change.since, change.added}], full_name(change));
  }
  std::vector<std::string> parts;
  for (const auto& [when, names] : by_release) {
    parts.push_back(fmt::format("{} {} {}", release::minor_string(when.first), when.second ? verb_added : verb_removed,
                                enumerated(names)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string touched_places(const std::vector<types::FieldChange>& changes, std::string_view owner) {
  std::vector<std::string> places;
  bool touches_all = false;
  for (const types::FieldChange& change : changes) {
    if (change.place.empty()) {
      touches_all = true;
    } else {
      add_once(places, place_text(change.place, change.occurrences));
    }
  }
  if (touches_all) return fmt::format("that is in every {}", owner);
  return places.empty() ? std::string{} : fmt::format("this {} has {}", owner, enumerated(places));
}

}  // namespace podreel::identity
