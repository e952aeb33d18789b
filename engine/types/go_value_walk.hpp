// The way through a value of a known type that everything takes that prints Go values.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/api/json_member.hpp"
#include "engine/types/catalogue.hpp"
#include "engine/types/field_marks.hpp"
#include "engine/types/go_value.hpp"

namespace podreel::types {

/// Visits a JSON value, read as a Go type, in the order in which Go prints it, and lets `Printer` append every part to
/// `out`. Members that the type does not have are left out; values of a wrong kind count as absent.
///
/// A printer has the constants `separator`, `nil`, `opens_map`, `closes_map` and `flattens_inlined` (the fields of an
/// inlined structure stand among those around it), and the functions that are called here.
template <class Printer>
class GoValueWalk {
 public:
  /// `marks`, unless null, gets the place of every field and element.
  GoValueWalk(Printer& printer, std::string& out, FieldMarks* marks) : printer_{printer}, out_{out}, path_{marks} {}

  /// `value` is null where there is none.
  void visit(const Type& type, const nlohmann::json* value) {
    switch (type.kind) {
      case Kind::boolean:
        out_ += api::bool_of(value) ? "true" : "false";
        return;
      case Kind::integer:
        return printer_.integer(api::integer_of(value));
      case Kind::string:
        return printer_.string(api::string_of(value));
      case Kind::structure:
        return visit_structure(type, value);
      case Kind::pointer:
        return value == nullptr ? void(out_ += Printer::nil) : visit(*type.element, value);
      case Kind::list:
        return visit_list(type, value);
      case Kind::map:
        return visit_map(type, value);
      case Kind::quantity:
        return printer_.quantity(value, false);
      case Kind::int_or_string:
        return printer_.int_or_string(value);
      case Kind::time:
        return printer_.time(value);
      case Kind::raw_json:
        return printer_.raw_json(value);
    }
  }

 private:
  void visit_structure(const Type& type, const nlohmann::json* value) {
    bool is_first = true;
    out_ += '{';
    visit_fields(type, value, is_first);
    out_ += '}';
  }

  void visit_fields(const Type& type, const nlohmann::json* value, bool& is_first) {
    for (const Field& field : type.fields) {
      const nlohmann::json* found = field_value(field, value);
      if (Printer::flattens_inlined && field.inlined) {
        visit_fields(*field.type, found, is_first);
        continue;
      }
      if (printer_.omits(field, found)) continue;
      if (!std::exchange(is_first, false)) out_ += Printer::separator;
      const std::size_t outer = path_.enter_field(printer_.name_of(field), out_.size());
      printer_.label(field);
      visit(*field.type, found);
      path_.leave(outer);
    }
  }

  void visit_list(const Type& type, const nlohmann::json* value) {
    if (value == nullptr || !value->is_array()) {
      out_ += Printer::nil;
      return;
    }
    out_ += '[';
    visit_elements(*value, [&](const std::string&, const nlohmann::json* element) { visit(*type.element, element); });
    out_ += ']';
  }

  void visit_map(const Type& type, const nlohmann::json* value) {
    if (value == nullptr || !value->is_object()) {
      out_ += Printer::nil;
      return;
    }
    out_ += Printer::opens_map;
    visit_elements(*value, [&](const std::string& key, const nlohmann::json* element) {
      printer_.key(key);
      type.element->kind == Kind::quantity ? printer_.quantity(element, true) : visit(*type.element, element);
    });
    out_ += Printer::closes_map;
  }

  template <class Visit>
  void visit_elements(const nlohmann::json& elements, const Visit& visit) {
    bool is_first = true;
    for (const auto& [key, element] : elements.items()) {
      if (!std::exchange(is_first, false)) out_ += Printer::separator;
      const std::size_t outer = path_.enter_element(key, out_.size());
      visit(key, element.is_null() ? nullptr : &element);
      path_.leave(outer);
    }
  }

  Printer& printer_;
  std::string& out_;
  FieldPath path_;
};

}  // namespace podreel::types
