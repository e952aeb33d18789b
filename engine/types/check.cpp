#include "engine/types/check.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "engine/api/quantity.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/api/take_word.hpp"
#include "engine/api/timestamp.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

namespace {

using Found = api::Cursor::Kind;

std::string_view accepted(Kind kind) {
  switch (kind) {
    case Kind::string:
      return "a string";
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
      return "an integer";
    case Kind::quantity:
      return "a quantity such as 100m, 1.5 or 64Mi";
    case Kind::int_or_string:
      return "an integer or a string";
    case Kind::time:
      return "a time such as 2023-11-14T22:13:20Z";
    case Kind::list:
      return "a list";
    default:
      return "a map";
  }
}

bool fits(Found found, Kind kind) {
  switch (kind) {
    case Kind::string:
    case Kind::time:
      return found == Found::string;
    case Kind::boolean:
      return found == Found::boolean;
    case Kind::integer:
      return found == Found::integer;
    case Kind::quantity:
      return found == Found::string || found == Found::integer || found == Found::real;
    case Kind::int_or_string:
      return found == Found::string || found == Found::integer;
    case Kind::list:
      return found == Found::list;
    default:
      return found == Found::map;
  }
}

/// Suggestion of a correct value, where it is obvious.
std::string advice(const api::Cursor& value, Kind kind) {
  const Found found = value.kind();
  const bool scalar = found == Found::boolean || found == Found::integer || found == Found::real;
  if (kind == Kind::string && found == Found::boolean) {
    return "; quote the word: yes, no, on, off, y and n are booleans, too";
  }
  if (kind == Kind::string && scalar) return fmt::format("; quote it: \"{}\"", value.scalar_text());
  const std::string_view text = value.text();
  const bool unquotable =
      found == Found::string &&
      ((kind == Kind::integer && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos) ||
       (kind == Kind::boolean && (text == "true" || text == "false")));
  return unquotable ? fmt::format("; without quotes: {}", text) : "";
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

/// Position of a value; text only for reported values.
class ValuePath {
 public:
  explicit ValuePath(const std::string& root) : key_(root) {}
  ValuePath(const ValuePath& outer, std::string_view key) : outer_(&outer), key_(key) {}
  ValuePath(const ValuePath& outer, std::size_t index) : outer_(&outer), index_(index), is_item_(true) {}

  [[nodiscard]] std::string text() const {
    if (!outer_) return std::string{key_};
    return is_item_ ? api::path_to_item(outer_->text(), index_) : api::path_to_key(outer_->text(), key_);
  }

 private:
  const ValuePath* outer_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool is_item_ = false;
};

class Checker {
 public:
  explicit Checker(api::ProblemList& problems) : problems_(problems) {}

  void object(const api::Cursor& value, const Type& type, const ValuePath& place) {
    if (!expect(value, Kind::structure, place)) return;
    value.for_each_member([&](std::string_view key, api::Mark mark, const api::Cursor& member) {
      const Field* field = type.find(key);
      if (field == nullptr) {
        unknown(key, mark, type, place);
      } else if (member && !field->described->rule.unchecked) {
        check(member, *field->type, field->described->rule, ValuePath{place, key});
      }
    });
    for (const Field* field : type.members) {
      if (field->required) presence(value, *field, place);
    }
  }

 private:
  void unknown(std::string_view key, api::Mark mark, const Type& type, const ValuePath& place) {
    std::vector<std::string_view> names;
    for (const Field* field : type.members) names.push_back(field->json);
    std::string hint = api::did_you_mean(key, names);
    if (hint.empty()) hint = fmt::format("; accepted: {}", fmt::join(names, ", "));
    problems_.add_unknown_field(mark, ValuePath{place, key}.text(),
                                fmt::format("unknown field \"{}\"{}", api::abbreviated(key), hint));
  }

  void presence(const api::Cursor& object, const Field& field, const ValuePath& place) {
    const api::Cursor value = object[field.json];
    if (!value) return problems_.add(object.mark(), ValuePath{place, field.json}.text(), "required, but missing");
    const bool empty =
        (value.kind() == Found::string && value.text().empty()) || (value.kind() == Found::list && value.size() == 0);
    if (empty) problems_.add(value.mark(), ValuePath{place, field.json}.text(), "required, but empty");
  }

  void check(const api::Cursor& value, const Type& type, const Rule& rule, const ValuePath& place) {
    if (type.kind == Kind::pointer) return check(value, *type.element, rule, place);
    if (type.kind == Kind::structure) return object(value, type, place);
    if (type.kind == Kind::raw_json || !expect(value, type.kind, place)) return;
    switch (type.kind) {
      case Kind::list:
        return value.for_each_item([&](const api::Cursor& item, std::size_t index) {
          check(item, *type.element, rule, ValuePath{place, index});
        });
      case Kind::map:
        return map(value, type, rule, place);
      case Kind::string:
      case Kind::int_or_string:
        return text(value, rule, place);
      case Kind::integer:
        return integer(value, type, rule, place);
      case Kind::quantity:
        if (!api::Quantity::parse(value.scalar_text())) reject(value, accepted(type.kind), place);
        return;
      case Kind::time:
        if (!api::parse_timestamp(value.text())) reject(value, accepted(type.kind), place);
        return;
      default:
        return;
    }
  }

  void map(const api::Cursor& value, const Type& type, const Rule& rule, const ValuePath& place) {
    value.for_each_member([&](std::string_view key, api::Mark mark, const api::Cursor& member) {
      const ValuePath member_place{place, key};
      if (!has_format(key, rule.key_format)) {
        problems_.add(
            mark, member_place.text(),
            fmt::format("found the key \"{}\", accepted: {}", api::abbreviated(key), description(rule.key_format)));
      }
      if (member) check(member, *type.element, rule, member_place);
    });
  }

  void text(const api::Cursor& value, const Rule& rule, const ValuePath& place) {
    const bool is_text = value.kind() == Found::string;
    const std::string number = is_text ? std::string{} : value.scalar_text();
    const std::string_view given = is_text ? value.text() : number;
    if (given.empty()) return;
    if (!has_format(given, rule.format)) return reject(value, description(rule.format), place);
    if (rule.words.empty()) return;
    const std::vector<std::string_view> known = api::split(rule.words, '|');
    if (std::ranges::find(known, given) != known.end()) return;
    reject(value, joined(rule.words) + api::did_you_mean(given, known), place);
  }

  void integer(const api::Cursor& value, const Type& type, Rule rule, const ValuePath& place) {
    constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
    if (type.id == "int32") {
      rule.low = std::max<std::int64_t>(rule.low, std::numeric_limits<std::int32_t>::min());
      rule.high = std::min<std::int64_t>(rule.high, std::numeric_limits<std::int32_t>::max());
    }
    const std::int64_t number = value.integer();
    if (number >= rule.low && number <= rule.high) return;
    reject(value,
           rule.high == unlimited ? fmt::format("at least {}", rule.low) : fmt::format("{} to {}", rule.low, rule.high),
           place);
  }

  bool expect(const api::Cursor& value, Kind kind, const ValuePath& place) {
    if (fits(value.kind(), kind)) return true;
    reject(value, fmt::format("{}{}", accepted(kind), advice(value, kind)), place);
    return false;
  }

  void reject(const api::Cursor& value, std::string_view accepted_text, const ValuePath& place) {
    problems_.add(value.mark(), place.text(), fmt::format("found {}, accepted: {}", api::found(value), accepted_text));
  }

  api::ProblemList& problems_;
};

}  // namespace

void check_object(const api::Cursor& value, const Type& type, const std::string& path, api::ProblemList& problems) {
  Checker{problems}.object(value, type, ValuePath{path});
}

}  // namespace podreel::types
