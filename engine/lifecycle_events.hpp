// Events by which a kubelet learns of changes in the runtime (pleg/ implements them).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/memory/text.hpp"
#include "engine/sim/time.hpp"

namespace podreel::lifecycle {

enum class EventType : std::uint8_t {
  container_started,
  container_died,
  container_removed,
  container_changed,
  condition_met
};

/// "ContainerStarted" …, as upstream's pleg.PodLifeCycleEventType.
[[nodiscard]] std::string_view to_string(EventType type) noexcept;

/// Detection of a change.
struct Detection {
  enum class By : std::uint8_t { relist, pod_relist, runtime_event };
  By by = By::relist;
  /// Time at which the relist began, or the runtime reported the change.
  sim::Time at{};
};

/// pleg.PodLifecycleEvent.
struct PodLifecycleEvent {
  memory::Text pod_uid;
  EventType type = EventType::container_started;
  /// The container or sandbox that it is about.
  memory::Text id;
  Detection seen{};
};

/// pleg.PodLifecycleEventGenerator.
class EventGenerator {
 public:
  virtual ~EventGenerator() = default;

  /// Begins to watch; the first relist runs at once.
  virtual void start() = 0;

  /// The event that has waited longest, if any. The kubelet takes one at a time, as from a Go channel.
  virtual std::optional<PodLifecycleEvent> next() = 0;

  /// Looks at one pod as soon as possible, between two relists of all pods (1.36). Has no effect where the
  /// generator learns of changes otherwise.
  virtual void request_relist(const memory::Text& /*pod_uid*/) {}

  /// Inspects the pod with the next relist, of all pods or of this one, and reports `condition_met` whether something
  /// changed or not (SetPodWatchCondition, 1.33).
  virtual void reinspect(const memory::Text& /*pod_uid*/) {}

  /// Called whenever `next()` has something after having been empty.
  virtual void on_event(std::function<void()> listener) = 0;

  /// Nothing if the generator is healthy, else the reason as in "PLEG is not healthy: …".
  [[nodiscard]] virtual std::optional<std::string> health_problem() const = 0;
};

}  // namespace podreel::lifecycle
