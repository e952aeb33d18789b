#include "scenarios/cluster/field_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <span>

#include "engine/api/json_integer.hpp"
#include "scenarios/cluster/field_table.hpp"

namespace podreel::cluster {

namespace {

using nlohmann::json;

using Type = FieldType;

std::string_view go_name(Type type) {
  switch (type) {
    case Type::text:
      return "string";
    case Type::flag:
      return "bool";
    case Type::count:
    case Type::number:
      return "int32";
    case Type::long_count:
      return "int64";
    case Type::count_or_percent:
    case Type::number_or_text:
      return "intstr.IntOrString";
    case Type::texts:
      return "[]string";
    case Type::texts_by_name:
      return "map[string]string";
    default:
      return "struct";
  }
}

bool is_of(const json& value, Type type) {
  switch (type) {
    case Type::text:
      return value.is_string();
    case Type::flag:
      return value.is_boolean();
    case Type::count:
    case Type::long_count:
    case Type::number:
      return value.is_number_integer();
    case Type::count_or_percent:
    case Type::number_or_text:
      return value.is_number_integer() || value.is_string();
    case Type::texts:
      return value.is_array() && std::ranges::all_of(value, [](const json& each) { return each.is_string(); });
    case Type::texts_by_name:
      return value.is_object() && std::ranges::all_of(value, [](const json& each) { return each.is_string(); });
    case Type::list:
      return value.is_array();
    case Type::structures:
      return value.is_array() && std::ranges::all_of(value, [](const json& each) { return each.is_object(); });
    case Type::any:
      return true;
    default:
      return value.is_object();
  }
}

bool is_percent(const std::string& text) {
  return text.size() > 1 && text.ends_with('%') &&
         std::ranges::all_of(text.substr(0, text.size() - 1), [](char digit) { return digit >= '0' && digit <= '9'; });
}

class Check {
 public:
  Check(std::span<const FieldRule> rules, FieldProblems& found) : rules_{rules}, found_{found} {}

  /// Checks the members. `rule` is the prefix of the object in the table, with a dot at its end, or empty; `path` is
  /// its path.
  void members(const json& object, const std::string& rule, const std::string& path) {
    for (const FieldRule& each : rules_) {
      if (!each.is_required || !each.path.starts_with(rule)) continue;
      const std::string name{each.path.substr(rule.size())};
      const bool is_here = name.find('.') == std::string::npos;
      const bool is_missing = !object.contains(name) || object[name].is_null();
      if (is_here && is_missing) found_.invalid.push_back(fmt::format("{}{}: Required value", path, name));
    }
    for (const auto& [name, value] : object.items()) {
      if (rule.empty() && (name == "apiVersion" || name == "kind" || name == "metadata" || name == "status")) continue;
      member(rule + name, path + name, value);
    }
  }

 private:
  void member(const std::string& rule_path, const std::string& path, const json& value) {
    const auto rule = std::ranges::find(rules_, rule_path, &FieldRule::path);
    if (rule == rules_.end()) return found_.unknown.push_back(path);
    if (value.is_null()) return;
    if (!is_of(value, rule->type)) {
      return found_.mistyped.push_back(fmt::format("json: cannot unmarshal {} into Go struct field .{} of type {}",
                                                   value.type_name(), path, go_name(rule->type)));
    }
    if (rule->type == Type::structure) return members(value, rule_path + '.', path + '.');
    if (rule->type == Type::structures) {
      for (std::size_t at = 0; at < value.size(); ++at) {
        members(value[at], rule_path + '.', fmt::format("{}[{}].", path, at));
      }
    }
    // Rules of its members are in the table below "spec".
    if (rule->type == Type::job_spec) return Check{field_rules_of("jobs"), found_}.members(value, "spec.", path + '.');
    const bool is_long = rule->type == Type::long_count;
    const bool is_count = is_long || rule->type == Type::count || rule->type == Type::count_or_percent;
    const bool is_bounded = is_count || rule->type == Type::number || rule->type == Type::number_or_text;
    if (is_bounded && value.is_number_integer()) check_number(path, value, is_count, is_long);
    if (rule->type == Type::count_or_percent && value.is_string() && !is_percent(value)) {
      found_.invalid.push_back(
          fmt::format("{}: Invalid value: {}: a valid percent string must be a numeric string followed by an ending "
                      "'%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
                      path, value.dump()));
    }
  }

  void check_number(const std::string& path, const json& value, bool is_count, bool is_long) {
    if (is_long ? !api::exact_integer<std::int64_t>(value) : !api::exact_integer<std::int32_t>(value)) {
      return found_.mistyped.push_back(
          fmt::format("json: cannot unmarshal number {} into Go struct field .{} of type {}", value.dump(), path,
                      is_long ? "int64" : "int32"));
    }
    if (!is_count || value.get<std::int64_t>() >= 0) return;
    found_.invalid.push_back(
        fmt::format("{}: Invalid value: {}: must be greater than or equal to 0", path, value.dump()));
  }

  std::span<const FieldRule> rules_;
  FieldProblems& found_;
};

}  // namespace

FieldProblems check_fields(std::string_view resource, const json& object) {
  FieldProblems found;
  Check{field_rules_of(resource), found}.members(object, "", "");
  return found;
}

}  // namespace podreel::cluster
