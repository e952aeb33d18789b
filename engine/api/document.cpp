#include "engine/api/document.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::api {

namespace {

template <class Number>
nlohmann::json parsed(std::string_view text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

const Node* Node::find(std::string_view key) const noexcept {
  const auto found = std::ranges::find(members, key, &Member::key);
  return found == members.end() ? nullptr : &found->value;
}

std::string_view kind_name(Node::Kind kind) noexcept {
  switch (kind) {
    case Node::Kind::null:
      return "null";
    case Node::Kind::boolean:
      return "a boolean";
    case Node::Kind::integer:
      return "an integer";
    case Node::Kind::real:
      return "a number";
    case Node::Kind::string:
      return "a string";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      break;
  }
  return "a map";
}

nlohmann::json to_json(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return nullptr;
    case Node::Kind::boolean:
      return node.text == "true";
    case Node::Kind::integer:
      return parsed<std::int64_t>(node.text);
    case Node::Kind::real:
      return parsed<double>(node.text);
    case Node::Kind::string:
      return node.text;
    case Node::Kind::list: {
      nlohmann::json::array_t list;
      list.reserve(node.items.size());
      for (const Node& item : node.items) list.push_back(to_json(item));
      return list;
    }
    case Node::Kind::map:
      break;
  }
  nlohmann::json::object_t map;
  // What programs write is mostly sorted.
  for (const Node::Member& entry : node.members) map.emplace_hint(map.end(), entry.key, to_json(entry.value));
  return map;
}

std::string to_string(const Problem& problem) {
  std::string text = problem.file;
  if (problem.mark.line > 0) text += fmt::format(":{}:{}", problem.mark.line, problem.mark.column);
  if (!problem.path.empty()) text += ": " + problem.path;
  return text + ": " + problem.message;
}

}  // namespace podreel::api
