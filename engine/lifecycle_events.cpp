#include "engine/lifecycle_events.hpp"

namespace podreel::lifecycle {

std::string_view to_string(EventType type) noexcept {
  switch (type) {
    case EventType::container_started:
      return "ContainerStarted";
    case EventType::container_died:
      return "ContainerDied";
    case EventType::container_removed:
      return "ContainerRemoved";
    case EventType::container_changed:
      return "ContainerChanged";
    case EventType::condition_met:
      break;
  }
  return "ConditionMet";
}

}  // namespace podreel::lifecycle
