#include "scenarios/checks/match.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "runtime_fake/glob.hpp"

namespace podreel::format {

namespace {

using nlohmann::json;

const json absent;

const json& member_of(const json& object, const std::string& name) {
  if (!object.is_object()) return absent;
  const auto found = object.find(name);
  return found == object.end() ? absent : *found;
}

bool is_bounds(const json& pattern) {
  if (!pattern.is_object() || pattern.empty()) return false;
  return std::ranges::all_of(pattern.items(), [](const auto& member) {
    return (member.key() == "atLeast" || member.key() == "atMost") && member.value().is_number();
  });
}

std::string text_of(const json& bounds) {
  std::string text;
  if (bounds.contains("atLeast")) text += fmt::format("at least {}", bounds["atLeast"].dump());
  if (bounds.contains("atMost")) text += fmt::format("{}at most {}", text.empty() ? "" : ", ", bounds["atMost"].dump());
  return text;
}

bool within(const json& bounds, const json& number) {
  if (!number.is_number()) return false;
  if (bounds.contains("atLeast") && number < bounds["atLeast"]) return false;
  return !bounds.contains("atMost") || number <= bounds["atMost"];
}

/// Returns the member that identifies the objects of a list: "name", "type", or none.
std::string identifying_member(const json& list) {
  for (const char* name : {"name", "type"}) {
    const bool all = std::ranges::all_of(
        list, [name](const json& item) { return item.is_object() && item.contains(name) && item[name].is_string(); });
    if (all && !list.empty()) return name;
  }
  return {};
}

/// Compares a pattern with a value and keeps the differences, with their paths.
class Comparison {
 public:
  void compare(const json& pattern, const json& value, const std::string& path) {
    if (is_bounds(pattern)) {
      if (!within(pattern, value)) differ(path, text_of(pattern), value);
    } else if (pattern.is_object()) {
      compare_maps(pattern, value, path);
    } else if (pattern.is_array()) {
      compare_lists(pattern, value, path);
    } else if (pattern.is_string()) {
      const bool equal = value.is_string() && runtime_fake::glob_matches(pattern.get_ref<const std::string&>(),
                                                                         value.get_ref<const std::string&>());
      if (!equal) differ(path, pattern.dump(), value);
    } else if (pattern != value) {
      differ(path, pattern.dump(), value);
    }
  }

  std::vector<Difference> take() { return std::move(differences_); }

 private:
  void differ(const std::string& path, std::string expected, const json& seen) {
    differences_.push_back({path, std::move(expected), seen.is_null() ? "nothing" : seen.dump()});
  }

  void compare_maps(const json& pattern, const json& value, const std::string& path) {
    if (!value.is_object() && !value.is_null()) {
      differ(path, pattern.dump(), value);
      return;
    }
    for (const auto& [name, part] : pattern.items()) {
      compare(part, member_of(value, name), path.empty() ? name : fmt::format("{}.{}", path, name));
    }
  }

  void compare_lists(const json& pattern, const json& value, const std::string& path) {
    if (pattern.empty() && value.is_null()) return;
    const std::string identity = identifying_member(pattern);
    if (!value.is_array()) {
      differ(path, pattern.dump(), value);
    } else if (!identity.empty()) {
      for (const json& item : pattern) compare_by_identity(item, value, identity, path);
    } else if (pattern.size() != value.size()) {
      differ(path, pattern.dump(), value);
    } else {
      for (std::size_t index = 0; index < pattern.size(); ++index) {
        compare(pattern[index], value[index], fmt::format("{}[{}]", path, index));
      }
    }
  }

  void compare_by_identity(const json& item, const json& list, const std::string& identity, const std::string& path) {
    const std::string item_path = fmt::format("{}[{}]", path, item[identity].get<std::string>());
    const auto found = std::ranges::find_if(
        list, [&](const json& candidate) { return member_of(candidate, identity) == item[identity]; });
    if (found == list.end()) {
      differ(item_path, item.dump(), absent);
    } else {
      compare(item, *found, item_path);
    }
  }

  std::vector<Difference> differences_;
};

}  // namespace

std::vector<Difference> differences(const json& pattern, const json& value) {
  Comparison comparison;
  comparison.compare(pattern, value, "");
  return comparison.take();
}

bool matches(const json& pattern, const json& value) {
  return differences(pattern, value).empty();
}

}  // namespace podreel::format
