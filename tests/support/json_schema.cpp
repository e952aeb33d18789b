#include "support/json_schema.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

namespace podreel::testing {

namespace {

using Json = nlohmann::ordered_json;

/// Compiled once: that takes longer than to search.
const boost::regex& compiled(const std::string& pattern) {
  static std::map<std::string, boost::regex> all;
  return all.try_emplace(pattern, pattern).first->second;
}

bool has_type(const Json& instance, const std::string& type) {
  if (type == "object") return instance.is_object();
  if (type == "array") return instance.is_array();
  if (type == "string") return instance.is_string();
  if (type == "boolean") return instance.is_boolean();
  if (type == "null") return instance.is_null();
  if (type == "integer") return instance.is_number_integer();
  if (type == "number") return instance.is_number();
  throw std::logic_error{"unknown type " + type};
}

/// Checks one instance against one schema, keyword by keyword.
class Validation {
 public:
  Validation(const Json& root, const Json& schema, const Json& instance, const std::string& path)
      : root_{root}, schema_{schema}, instance_{instance}, path_{path} {}

  std::optional<std::string> run() {
    for (const auto& [keyword, value] : schema_.items()) {
      if (std::optional<std::string> error = check(keyword, value)) return error;
    }
    return std::nullopt;
  }

 private:
  std::optional<std::string> wrong(const std::string& what) { return fmt::format("{}: {}", path_, what); }

  std::optional<std::string> check(const std::string& keyword, const Json& value) {
    if (keyword.starts_with('$') || keyword == "description" || keyword == "title" || keyword == "examples") {
      return std::nullopt;
    }
    if (keyword == "type") return check_type(value);
    if (keyword == "const") return instance_ == value ? std::nullopt : wrong("not " + value.dump());
    if (keyword == "enum")
      return std::ranges::find(value, instance_) != value.end() ? std::nullopt : wrong("not listed");
    if (keyword == "anyOf" || keyword == "oneOf" || keyword == "allOf") return check_several(keyword, value);
    if (keyword == "properties" || keyword == "additionalProperties") return check_members(keyword);
    if (keyword == "propertyNames") return check_names(value);
    if (keyword == "required") return check_required(value);
    if (keyword == "items") return check_items(value);
    return check_scalar(keyword, value);
  }

  std::optional<std::string> check_type(const Json& type) {
    const bool fits =
        type.is_array()
            ? std::ranges::any_of(type, [&](const Json& one) { return has_type(instance_, one.get<std::string>()); })
            : has_type(instance_, type.get<std::string>());
    return fits ? std::nullopt : wrong("not of type " + type.dump());
  }

  std::optional<std::string> check_several(const std::string& keyword, const Json& schemas) {
    std::size_t valid = 0;
    for (const Json& schema : schemas) valid += schema_error(root_, schema, instance_, path_) ? 0U : 1U;
    const bool holds = keyword == "allOf" ? valid == schemas.size() : keyword == "oneOf" ? valid == 1 : valid > 0;
    return holds ? std::nullopt : wrong(fmt::format("{} of {} alternatives of {}", valid, schemas.size(), keyword));
  }

  std::optional<std::string> check_members(const std::string& keyword) {
    if (!instance_.is_object()) return std::nullopt;
    for (const auto& [name, member] : instance_.items()) {
      const bool declared = schema_.contains("properties") && schema_["properties"].contains(name);
      if ((keyword == "properties") != declared) continue;
      const Json& schema = declared ? schema_["properties"][name] : schema_["additionalProperties"];
      if (schema.is_boolean()) return wrong("additional " + name);
      if (auto error = schema_error(root_, schema, member, path_ + "." + name)) return error;
    }
    return std::nullopt;
  }

  std::optional<std::string> check_names(const Json& schema) {
    if (!instance_.is_object()) return std::nullopt;
    for (const auto& [name, member] : instance_.items()) {
      if (auto error = schema_error(root_, schema, name, path_ + "." + name)) return error;
    }
    return std::nullopt;
  }

  std::optional<std::string> check_required(const Json& names) {
    if (!instance_.is_object()) return std::nullopt;
    for (const Json& name : names) {
      if (!instance_.contains(name.get<std::string>())) return wrong("missing " + name.dump());
    }
    return std::nullopt;
  }

  std::optional<std::string> check_items(const Json& schema) {
    if (!instance_.is_array()) return std::nullopt;
    for (std::size_t index = 0; index < instance_.size(); ++index) {
      if (auto error = schema_error(root_, schema, instance_[index], fmt::format("{}[{}]", path_, index))) return error;
    }
    return std::nullopt;
  }

  std::optional<std::string> check_scalar(const std::string& keyword, const Json& value) {
    if (keyword == "minLength") {
      return !instance_.is_string() || instance_.get<std::string>().size() >= value ? std::nullopt : wrong("too short");
    }
    if (keyword == "pattern") {
      const bool fits = !instance_.is_string() ||
                        boost::regex_search(instance_.get<std::string>(), compiled(value.get<std::string>()));
      return fits ? std::nullopt : wrong("not of the pattern");
    }
    if (keyword == "minimum") return !instance_.is_number() || instance_ >= value ? std::nullopt : wrong("too small");
    if (keyword == "maximum") return !instance_.is_number() || instance_ <= value ? std::nullopt : wrong("too large");
    throw std::logic_error{"unknown keyword " + keyword};
  }

  const Json& root_;
  const Json& schema_;
  const Json& instance_;
  const std::string& path_;
};

}  // namespace

const Json& resolved(const Json& root, const Json& schema) {
  if (!schema.contains("$ref")) return schema;
  const std::string reference = schema["$ref"].get<std::string>().substr(1);
  return resolved(root, root.at(Json::json_pointer{reference}));
}

std::optional<std::string> schema_error(const Json& root, const Json& schema, const Json& instance,
                                        const std::string& path) {
  return Validation{root, resolved(root, schema), instance, path}.run();
}

}  // namespace podreel::testing
