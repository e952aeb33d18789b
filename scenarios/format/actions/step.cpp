#include "scenarios/format/actions/step.hpp"

#include <fmt/format.h>

#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

StepFields::StepFields(std::string_view name, std::string_view description, std::string_view beginning)
    : step_{name, description} {
  step_.required("at", &WrittenStep::at, format::duration(), fmt::format("Time since {}.", beginning));
}

void StepFields::field(std::string_view name, const Shape<WrittenStep>& shape, std::string_view description) {
  step_.field(
      name, [](WrittenStep& step) -> WrittenStep& { return step; }, shape, description);
  names_.emplace_back(name);
}

Shape<WrittenStep> StepFields::shape() && {
  step_.exactly_one_of(names_).check([](const api::Tree& node, const Place& place, WrittenStep& step) {
    step.mark = node.mark;
    step.path = place.path();
  });
  return step_.shape();
}

}  // namespace podreel::actions
