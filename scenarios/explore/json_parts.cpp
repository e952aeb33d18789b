#include "scenarios/explore/json_parts.hpp"

#include <vector>

namespace podreel::explore {

namespace {

using nlohmann::ordered_json;
using Pointer = ordered_json::json_pointer;

void collect(const ordered_json& node, const Pointer& at, std::vector<Pointer>& parts) {
  if (node.is_object()) {
    for (const auto& [key, member] : node.items()) parts.push_back(at / key);
    for (const auto& [key, member] : node.items()) collect(member, at / key, parts);
  } else if (node.is_array()) {
    for (std::size_t index = node.size(); index-- > 0;) parts.push_back(at / index);
    for (std::size_t index = node.size(); index-- > 0;) collect(node[index], at / index, parts);
  }
}

ordered_json without(ordered_json document, const Pointer& part) {
  ordered_json& parent = document[part.parent_pointer()];
  if (parent.is_array()) {
    parent.erase(static_cast<std::size_t>(std::stoul(part.back())));
  } else {
    parent.erase(part.back());
  }
  return document;
}

}  // namespace

void leave_out_parts(ordered_json& document, const std::function<bool(const ordered_json&)>& fails,
                     std::size_t max_questions) {
  std::size_t asked = 0;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    std::vector<Pointer> parts;
    collect(document, Pointer{}, parts);
    for (const Pointer& part : parts) {
      // Skips parts of removed parts. Later items of a list have moved up only behind the earlier ones.
      if (!document.contains(part)) continue;
      if (asked++ == max_questions) return;
      ordered_json smaller = without(document, part);
      if (!fails(smaller)) continue;
      document = std::move(smaller);
      is_smaller = true;
    }
  }
}

bool has_part(const ordered_json& document, const Pointer& place, const ordered_json& part) {
  return document.contains(place) ? document[place] == part : part.is_null();
}

}  // namespace podreel::explore
