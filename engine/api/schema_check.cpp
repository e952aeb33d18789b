#include "engine/api/schema_check.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

#include "engine/api/quantity.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/api/value_format.hpp"

namespace podreel::api {

namespace {

using Kind = Tree::Kind;

std::string_view accepted(Shape shape) {
  switch (shape) {
    case Shape::text:
      return "a string";
    case Shape::boolean:
      return "true or false";
    case Shape::int32:
    case Shape::int64:
      return "an integer";
    case Shape::quantity:
      return "a quantity such as 100m, 1.5 or 64Mi";
    case Shape::int_or_string:
      return "an integer or a string";
    case Shape::time:
      return "a time such as 2023-11-14T22:13:20Z";
    case Shape::any:
      return "any value";
    case Shape::object:
      break;
  }
  return "a map";
}

bool fits(const Tree& node, Shape shape) {
  switch (shape) {
    case Shape::text:
    case Shape::time:
      return node.kind == Kind::string;
    case Shape::boolean:
      return node.kind == Kind::boolean;
    case Shape::int32:
    case Shape::int64:
      return node.kind == Kind::integer;
    case Shape::quantity:
      return node.kind == Kind::string || node.kind == Kind::integer || node.kind == Kind::real;
    case Shape::int_or_string:
      return node.kind == Kind::string || node.kind == Kind::integer;
    case Shape::any:
      return true;
    case Shape::object:
      break;
  }
  return node.kind == Kind::map;
}

/// What to write instead, where that is plain.
std::string advice(const Tree& node, Shape shape) {
  const bool scalar = node.kind == Kind::boolean || node.kind == Kind::integer || node.kind == Kind::real;
  if (shape == Shape::text && scalar) return fmt::format("; quote it: \"{}\"", node.text);
  const bool number = shape == Shape::int32 || shape == Shape::int64;
  const bool unquotable =
      (number && !node.text.empty() && node.text.find_first_not_of("0123456789") == std::string::npos) ||
      (shape == Shape::boolean && (node.text == "true" || node.text == "false"));
  if (node.kind == Kind::string && unquotable) return fmt::format("; without quotes: {}", node.text);
  return "";
}

std::string joined(std::string_view words) {
  std::string result;
  for (const char character : words) {
    if (character == '|') {
      result += ", ";
    } else {
      result += character;
    }
  }
  return result;
}

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t bar = words.find('|');
    result.push_back(words.substr(0, bar));
    if (bar == std::string_view::npos) return result;
    words.remove_prefix(bar + 1);
  }
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  const std::string_view nearest = nearest_name(name, known);
  return nearest.empty() ? std::string{} : fmt::format("; did you mean \"{}\"?", nearest);
}

/// Where a value stands; text only for what is reported.
class Place {
 public:
  explicit Place(const std::string& root) : key_(root) {}
  Place(const Place& outer, std::string_view key) : outer_(&outer), key_(key) {}
  Place(const Place& outer, std::size_t index) : outer_(&outer), index_(index), is_item_(true) {}

  [[nodiscard]] std::string text() const {
    if (!outer_) return std::string{key_};
    return is_item_ ? path_to_item(outer_->text(), index_) : path_to_key(outer_->text(), key_);
  }

 private:
  const Place* outer_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool is_item_ = false;
};

class Checker {
 public:
  explicit Checker(ProblemList& problems) : problems_(problems) {}

  void object(const Tree& node, const ObjectType& type, const Place& place) {
    if (!expect(node, Shape::object, place)) return;
    for (const Tree::Member& member : node.members) {
      const Field* field = type.find(member.key);
      if (!field) {
        unknown(member, type, place);
      } else if (member.value.kind != Kind::null) {
        values(member.value, *field, Place{place, member.key});
      }
    }
    for (const Field& field : type.fields) {
      if (field.rule.required) presence(node, field, place);
    }
  }

 private:
  void unknown(const Tree::Member& member, const ObjectType& type, const Place& place) {
    std::vector<std::string_view> names;
    for (const Field& field : type.fields) names.push_back(field.name);
    std::string hint = did_you_mean(member.key, names);
    if (hint.empty()) hint = fmt::format("; accepted: {}", fmt::join(names, ", "));
    problems_.add(member.mark, Place{place, member.key}.text(),
                  fmt::format("unknown field \"{}\"{}", abbreviated(member.key), hint));
  }

  void presence(const Tree& node, const Field& field, const Place& place) {
    const Tree* value = node.find(field.name);
    if (!value || value->kind == Kind::null) {
      problems_.add(node.mark, Place{place, field.name}.text(), "required, but missing");
      return;
    }
    const bool empty =
        (value->kind == Kind::string && value->text.empty()) || (value->kind == Kind::list && value->items.empty());
    if (empty) problems_.add(value->mark, Place{place, field.name}.text(), "required, but empty");
  }

  void values(const Tree& node, const Field& field, const Place& place) {
    switch (field.type.many) {
      case Many::one:
        value(node, field, place);
        return;
      case Many::list:
        list(node, field, place);
        return;
      case Many::map:
        map(node, field, place);
    }
  }

  void list(const Tree& node, const Field& field, const Place& place) {
    if (node.kind != Kind::list) {
      problems_.add(node.mark, place.text(), fmt::format("found {}, accepted: a list", found(node)));
      return;
    }
    for (std::size_t index = 0; index < node.items.size(); ++index) {
      value(node.items[index], field, Place{place, index});
    }
  }

  void map(const Tree& node, const Field& field, const Place& place) {
    if (!expect(node, Shape::object, place)) return;
    for (const Tree::Member& member : node.members) {
      const Place member_place{place, member.key};
      if (!has_format(member.key, field.rule.key_format)) {
        problems_.add(member.mark, member_place.text(),
                      fmt::format("found the key \"{}\", accepted: {}", abbreviated(member.key),
                                  description(field.rule.key_format)));
      }
      if (member.value.kind != Kind::null) value(member.value, field, member_place);
    }
  }

  void value(const Tree& node, const Field& field, const Place& place) {
    if (field.type.shape == Shape::object) return object(node, object_type(field.type.object), place);
    if (!expect(node, field.type.shape, place)) return;
    switch (field.type.shape) {
      case Shape::text:
      case Shape::int_or_string:
        return text(node, field.rule, place);
      case Shape::int32:
      case Shape::int64:
        return integer(node, field, place);
      case Shape::quantity:
        if (!Quantity::parse(node.text)) reject(node, accepted(Shape::quantity), place);
        return;
      case Shape::time:
        if (!parse_timestamp(node.text)) reject(node, accepted(Shape::time), place);
        return;
      default:
        return;
    }
  }

  void text(const Tree& node, const Rule& rule, const Place& place) {
    if (node.text.empty()) return;
    if (!has_format(node.text, rule.format)) return reject(node, description(rule.format), place);
    if (rule.words.empty()) return;
    const std::vector<std::string_view> known = split(rule.words);
    if (std::ranges::find(known, node.text) != known.end()) return;
    reject(node, joined(rule.words) + did_you_mean(node.text, known), place);
  }

  void integer(const Tree& node, const Field& field, const Place& place) {
    constexpr Rule unlimited{};
    Rule rule = field.rule;
    if (field.type.shape == Shape::int32) {
      rule.low = std::max<std::int64_t>(rule.low, std::numeric_limits<std::int32_t>::min());
      rule.high = std::min<std::int64_t>(rule.high, std::numeric_limits<std::int32_t>::max());
    }
    std::int64_t number = 0;
    std::from_chars(node.text.data(), node.text.data() + node.text.size(), number);
    if (number >= rule.low && number <= rule.high) return;
    reject(node,
           rule.high == unlimited.high ? fmt::format("at least {}", rule.low)
                                       : fmt::format("{} to {}", rule.low, rule.high),
           place);
  }

  bool expect(const Tree& node, Shape shape, const Place& place) {
    if (fits(node, shape)) return true;
    reject(node, fmt::format("{}{}", accepted(shape), advice(node, shape)), place);
    return false;
  }

  void reject(const Tree& node, std::string_view accepted_text, const Place& place) {
    problems_.add(node.mark, place.text(), fmt::format("found {}, accepted: {}", found(node), accepted_text));
  }

  ProblemList& problems_;
};

}  // namespace

std::string found(const Tree& node) {
  switch (node.kind) {
    case Kind::boolean:
      return node.text;
    case Kind::integer:
      return fmt::format("the integer {}", node.text);
    case Kind::real:
      return fmt::format("the number {}", node.text);
    case Kind::string:
      return fmt::format("the string \"{}\"", abbreviated(node.text));
    default:
      return std::string{kind_name(node.kind)};
  }
}

void check_object(const Tree& node, const ObjectType& type, const std::string& path, ProblemList& problems) {
  Checker{problems}.object(node, type, Place{path});
}

}  // namespace podreel::api
