#include "engine/api/document.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/api/enum_names.hpp"
#include "engine/api/number_text.hpp"
#include "engine/api/printable.hpp"

namespace podreel::api {

namespace {

std::int64_t parsed_integer(std::string_view text) {
  std::int64_t value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

const Tree* Tree::find(std::string_view key) const noexcept {
  const auto found = std::ranges::find(members, key, &Member::key);
  return found == members.end() ? nullptr : &found->value;
}

Tree* Tree::find(std::string_view key) noexcept {
  return const_cast<Tree*>(std::as_const(*this).find(key));
}

std::string_view kind_name(Tree::Kind kind) noexcept {
  constexpr auto names =
      enum_names<Tree::Kind>("null", "a boolean", "an integer", "a number", "a string", "a list", "a map");
  return names[kind];
}

nlohmann::json to_json(const Tree& node) {
  switch (node.kind) {
    case Tree::Kind::null:
      return nullptr;
    case Tree::Kind::boolean:
      return node.text == "true";
    case Tree::Kind::integer:
      return parsed_integer(node.text);
    case Tree::Kind::real:
      return read_real(node.text).value_or(0);
    case Tree::Kind::string:
      return node.text;
    case Tree::Kind::list: {
      nlohmann::json::array_t list;
      list.reserve(node.items.size());
      for (const Tree& item : node.items) list.push_back(to_json(item));
      return list;
    }
    case Tree::Kind::map:
      break;
  }
  nlohmann::json::object_t map;
  // Programs mostly write sorted keys.
  for (const Tree::Member& entry : node.members) map.emplace_hint(map.end(), entry.key, to_json(entry.value));
  return map;
}

Tree to_tree(const nlohmann::json& value) {
  Tree tree;
  if (value.is_object()) {
    tree.kind = Tree::Kind::map;
    tree.members.reserve(value.size());
    for (const auto& [key, part] : value.items()) tree.members.push_back({key, {}, to_tree(part)});
  } else if (value.is_array()) {
    tree.kind = Tree::Kind::list;
    tree.items.reserve(value.size());
    for (const nlohmann::json& item : value) tree.items.push_back(to_tree(item));
  } else if (value.is_string()) {
    tree.kind = Tree::Kind::string;
    tree.text = value.get_ref<const std::string&>();
  } else if (!value.is_null()) {
    tree.kind = value.is_boolean()          ? Tree::Kind::boolean
                : value.is_number_integer() ? Tree::Kind::integer
                                            : Tree::Kind::real;
    tree.text = value.dump();
  }
  return tree;
}

std::string to_string(const Problem& problem) {
  std::string text = printable_line(problem.file);
  if (problem.mark.line > 0) text += fmt::format(":{}:{}", problem.mark.line, problem.mark.column);
  if (!problem.path.empty()) text += ": " + printable_line(problem.path);
  return text + ": " + printable_line(problem.message);
}

}  // namespace podreel::api
