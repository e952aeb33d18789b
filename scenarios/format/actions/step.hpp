// A step of a timeline in the input: a time and one action.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/sim/time.hpp"
#include "scenarios/format/actions/action.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/shape.hpp"

namespace podreel::actions {

// Names for declarations of actions.
using format::Json;
using format::Object;
using format::Place;
using format::Shape;

struct WrittenStep {
  sim::Duration at{};
  /// Several if the step creates several pods, which are then spread evenly over `spread`.
  std::vector<ActionPtr> actions{};
  sim::Duration spread{};
  api::Mark mark{};
  std::string path{};
};

/// The fields of a step: its time, and the actions, exactly one of which is set.
class StepFields {
 public:
  /// `name` is that of its definition; times count from `beginning`: "the start of the scenario".
  StepFields(std::string_view name, std::string_view description, std::string_view beginning);

  /// Adds the action A, under its name A::kind.
  template <class A>
  void action(const Object<A>& object) {
    action(object, object.description());
  }
  template <class A>
  void action(const Object<A>& object, std::string_view description) {
    const auto take = [](A&& read, WrittenStep& step) {
      step.actions.push_back(std::make_shared<const A>(std::move(read)));
    };
    field(A::kind, format::adapted<WrittenStep>(object.shape(), take), description);
  }

  /// Adds an action with the given shape.
  void field(std::string_view name, const Shape<WrittenStep>& shape, std::string_view description);

  [[nodiscard]] Shape<WrittenStep> shape() &&;

 private:
  Object<WrittenStep> step_;
  std::vector<std::string> names_;
};

/// With all actions (registry.cpp).
[[nodiscard]] Shape<WrittenStep> step_shape();
/// With the actions of the API server alone.
[[nodiscard]] Shape<WrittenStep> api_server_step_shape(std::string_view beginning);

}  // namespace podreel::actions
