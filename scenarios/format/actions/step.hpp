// A step of a timeline as it is written: a time, and one action.
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

// The words in which actions say how they are written.
using language::Json;
using language::Object;
using language::Place;
using language::Shape;

struct WrittenStep {
  sim::Duration at{};
  /// Several if several pods are created: then at equal distances over this span.
  std::vector<ActionPtr> actions{};
  sim::Duration spread{};
  api::Mark mark{};
  std::string path{};
};

/// The fields of a step: one is its time, the others are the actions, of which it has exactly one.
class StepFields {
 public:
  /// `name` is that of its definition; times are since `beginning`: "the start of the scenario".
  StepFields(std::string_view name, std::string_view description, std::string_view beginning);

  /// The action A, under its name A::kind.
  template <class A>
  void action(const Object<A>& object) {
    action(object, object.description());
  }
  template <class A>
  void action(const Object<A>& object, std::string_view description) {
    const auto take = [](A&& read, WrittenStep& step) {
      step.actions.push_back(std::make_shared<const A>(std::move(read)));
    };
    field(A::kind, language::adapted<WrittenStep>(object.shape(), take), description);
  }

  /// An action that is written as `shape` says.
  void field(std::string_view name, const Shape<WrittenStep>& shape, std::string_view description);

  [[nodiscard]] Shape<WrittenStep> shape() &&;

 private:
  Object<WrittenStep> step_;
  std::vector<std::string> names_;
};

/// With all actions that there are (registry.cpp).
[[nodiscard]] Shape<WrittenStep> step_shape();
/// With those of the API server alone.
[[nodiscard]] Shape<WrittenStep> api_server_step_shape(std::string_view beginning);

}  // namespace podreel::actions
