#include "engine/types/dropped_fields.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/types/catalogue.hpp"
#include "engine/types/stored_form.hpp"

namespace podreel::types {

namespace {

using nlohmann::json;

class Search {
 public:
  Search(release::Release release, const release::FeatureGates& gates) : release_{release}, gates_{gates} {}

  void in_object(const json& object, const Type& type, const std::string& path) {
    for (const auto& [key, value] : object.items()) {
      if (value.is_null() || (value.is_structured() && value.empty())) continue;
      const std::string place = path + "." + key;
      const Field* field = type.find(key);
      if (field == nullptr) {
        found.push_back({place, {}, {}});
      } else if (!is_stored(*field, release_, gates_)) {
        const std::optional<json>& ungated = field->described->ungated;
        if (ungated == value) continue;
        found.push_back({place, field->described->gate->name, ungated ? ungated->dump() : ""});
      } else {
        in_value(value, *field->type, place);
      }
    }
  }

  std::vector<DroppedField> found;

 private:
  void in_value(const json& value, const Type& type, const std::string& path) {
    if (type.kind == Kind::pointer) return in_value(value, *type.element, path);
    if (type.kind == Kind::structure && value.is_object()) return in_object(value, type, path);
    if (type.kind != Kind::list || !value.is_array()) return;
    for (std::size_t index = 0; index < value.size(); ++index) {
      in_value(value[index], *type.element, fmt::format("{}[{}]", path, index));
    }
  }

  release::Release release_;
  const release::FeatureGates& gates_;
};

}  // namespace

std::vector<DroppedField> dropped_fields(const json& spec, release::Release release,
                                         const release::FeatureGates& gates) {
  Search search{release, gates};
  search.in_object(spec, v1_type(release, "PodSpec"), "spec");
  return std::move(search.found);
}

}  // namespace podreel::types
