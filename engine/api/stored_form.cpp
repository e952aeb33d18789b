#include "engine/api/stored_form.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/json_member.hpp"
#include "engine/api/quantity.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

class StoredForm {
 public:
  StoredForm(release::Release release, const release::FeatureGates& gates) : release_(release), gates_(gates) {}

  void object(json& value, const ObjectType& type) const {
    for (auto member = value.begin(); member != value.end();) {
      const Field* field = type.find(member.key());
      const bool kept = field && is_stored(*field, release_, gates_) && keep(member.value(), *field);
      member = kept ? std::next(member) : value.erase(member);
    }
  }

 private:
  /// Converts a field's value and says whether anything is left of it.
  bool keep(json& value, const Field& field) const {
    if (value.is_null()) return false;
    if (field.type.many == Many::one) {
      convert(value, field.type);
      return field.type.keeps_zero || field.rule.required || !is_zero_scalar(value, field.type.shape);
    }
    for (json& element : value) convert(element, field.type);
    return !value.empty();
  }

  void convert(json& value, const Type& type) const {
    if (type.shape == Shape::quantity) value = quantity(value, type.many == Many::map);
    if (type.shape == Shape::object && value.is_object()) object(value, object_type(type.object));
  }

  /// Go's `omitempty`, for what is not behind a pointer.
  static bool is_zero_scalar(const json& value, Shape shape) {
    switch (shape) {
      case Shape::text:
        return value == "";
      case Shape::boolean:
        return value == false;
      case Shape::int32:
      case Shape::int64:
        return value == 0;
      default:
        return false;
    }
  }

  static std::string quantity(const json& value, bool in_resource_list) {
    std::string text = value.is_null() ? "0" : scalar_text(value);
    std::optional<Quantity> parsed = Quantity::parse(text);
    if (!parsed) return text;
    if (in_resource_list) parsed->round_up_to_milli();
    return parsed->canonical();
  }

  release::Release release_;
  const release::FeatureGates& gates_;
};

}  // namespace

void bring_into_stored_form(json& object, const ObjectType& type, release::Release release,
                            const release::FeatureGates& gates) {
  StoredForm{release, gates}.object(object, type);
}

}  // namespace podreel::api
