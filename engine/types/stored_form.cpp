#include "engine/types/stored_form.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/quantity.hpp"

namespace podreel::types {

namespace {

using nlohmann::json;

std::string stored_quantity(const json& value, bool in_resource_list) {
  std::string text = value.is_null() ? "0" : api::scalar_text(value);
  std::optional<api::Quantity> parsed = api::Quantity::parse(text);
  if (!parsed) return text;
  if (in_resource_list) parsed->round_up_to_milli();
  return parsed->canonical();
}

/// Go's `omitempty`, for what is not behind a pointer.
bool is_zero_scalar(const json& value, Kind kind) {
  switch (kind) {
    case Kind::string:
      return value == "";
    case Kind::boolean:
      return value == false;
    case Kind::integer:
      return value == 0;
    default:
      return false;
  }
}

class StoredForm {
 public:
  StoredForm(release::Release release, const release::FeatureGates& gates) : release_(release), gates_(gates) {}

  void object(json& value, const Type& type) const {
    for (auto member = value.begin(); member != value.end();) {
      const Field* field = type.find(member.key());
      const bool kept = field != nullptr && admit(member.value(), *field) && keep(member.value(), *field);
      member = kept ? std::next(member) : value.erase(member);
    }
  }

 private:
  /// Whether the field is stored, if with another value.
  bool admit(json& value, const Field& field) const {
    if (is_stored(field, release_, gates_)) return true;
    const std::optional<json>& ungated = field.described->ungated;
    if (ungated && !value.is_null()) value = *ungated;
    return ungated.has_value();
  }

  /// Converts a field's value and says whether anything is left of it.
  bool keep(json& value, const Field& field) const {
    if (value.is_null()) return false;
    convert(value, *field.type, false);
    if (field.type->kind == Kind::list || field.type->kind == Kind::map) return !value.empty();
    return field.nullable || !field.omit_empty || !is_zero_scalar(value, field.type->kind);
  }

  void convert(json& value, const Type& type, bool in_map) const {
    switch (type.kind) {
      case Kind::pointer:
        return convert(value, *type.element, in_map);
      case Kind::list:
      case Kind::map:
        for (json& element : value) convert(element, *type.element, type.kind == Kind::map);
        return;
      case Kind::quantity:
        value = stored_quantity(value, in_map);
        return;
      case Kind::structure:
        if (value.is_object()) object(value, type);
        return;
      default:
        return;
    }
  }

  release::Release release_;
  const release::FeatureGates& gates_;
};

}  // namespace

bool is_stored(const Field& field, release::Release release, const release::FeatureGates& gates) {
  return field.described->gate == nullptr || release::is_on(*field.described->gate, release, gates);
}

void bring_into_stored_form(json& object, const Type& type, release::Release release,
                            const release::FeatureGates& gates) {
  StoredForm{release, gates}.object(object, type);
}

}  // namespace podreel::types
