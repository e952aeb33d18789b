#include "engine/types/unknown_fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/api/document.hpp"
#include "engine/api/tree_builder.hpp"
#include "engine/release/release.hpp"
#include "engine/types/catalogue.hpp"

namespace podreel::types {

namespace {

using nlohmann::json;

class Finder {
 public:
  explicit Finder(std::size_t max) : max_{max} {}

  void walk(const Type& type, const json& value, const std::string& path) {
    if (found_.size() >= max_) return;
    switch (type.kind) {
      case Kind::pointer:
        return walk(*type.element, value, path);
      case Kind::structure:
        return walk_structure(type, value, path);
      case Kind::list:
        for (std::size_t index = 0; value.is_array() && index < value.size(); ++index) {
          walk(*type.element, value[index], fmt::format("{}[{}]", path, index));
        }
        return;
      case Kind::map:
        if (!value.is_object()) return;
        for (const auto& [key, element] : value.items()) walk(*type.element, element, api::path_to_key(path, key));
        return;
      default:
        return;
    }
  }

  [[nodiscard]] std::vector<UnknownField> found() && { return std::move(found_); }

 private:
  void walk_structure(const Type& type, const json& value, const std::string& path) {
    if (!value.is_object()) return;
    for (const auto& [key, member] : value.items()) {
      const Field* field = type.find(key);
      const std::string inner = api::path_to_key(path, key);
      if (field != nullptr) {
        if (!field->described->rule.unchecked) walk(*field->type, member, inner);
      } else if (found_.size() < max_) {
        found_.push_back({inner, "unknown field, ignored" + hint(key, type)});
      }
    }
  }

  static std::string hint(const std::string& key, const Type& type) {
    std::vector<std::string_view> names;
    for (const Field* known : type.members) names.push_back(known->json);
    const std::string nearest = api::did_you_mean(key, names);
    if (!nearest.empty()) return nearest;
    return fmt::format("; no release up to {} has it", release::minor_string(release::newest_release()));
  }

  std::size_t max_;
  std::vector<UnknownField> found_;
};

}  // namespace

std::vector<UnknownField> find_unknown_fields(std::string_view type, const json& value, std::size_t max) {
  Finder finder{max};
  finder.walk(Catalogue::built_in().get(Api::v1, std::nullopt, type), value, {});
  return std::move(finder).found();
}

}  // namespace podreel::types
