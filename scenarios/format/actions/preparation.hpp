// Actions that prepare the state that they will change before the scenario begins.
#pragma once

#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

/// Base of the actions whose `prepare` does something.
class PreparedAction {
 protected:
  PreparedAction() = default;
  PreparedAction(const PreparedAction&) = default;
  PreparedAction(PreparedAction&&) = default;
  PreparedAction& operator=(const PreparedAction&) = default;
  PreparedAction& operator=(PreparedAction&&) = default;
  virtual ~PreparedAction() = default;
};

/// Returns whether a run with this action differs from one without it before the action is performed.
[[nodiscard]] inline bool needs_preparation(const Action& action) {
  return dynamic_cast<const PreparedAction*>(&action) != nullptr;
}

}  // namespace podreel::actions
