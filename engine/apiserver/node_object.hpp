// The node as the API has it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"

namespace podreel::apiserver {

/// v1.NodeCondition.
struct NodeCondition {
  /// "Ready", "MemoryPressure" …
  std::string type{};
  /// "True", "False" or "Unknown".
  std::string status{};
  std::string reason{};
  std::string message{};
  /// Since when it has this status.
  sim::Time last_transition{};
  friend bool operator==(const NodeCondition&, const NodeCondition&) = default;
};

/// Conditions of a node, and the last sign of life: a renewal of its lease, or a write of its status.
/// Heartbeats follow one another by themselves from their beginning to their end, and take no events.
class NodeObject {
 public:
  /// In the order in which they were first written.
  [[nodiscard]] const std::vector<NodeCondition>& conditions() const noexcept { return conditions_; }
  /// Null: nobody has written it yet.
  [[nodiscard]] const NodeCondition* find(std::string_view type) const noexcept;
  /// Replaces the condition of that type, and notifies watchers.
  void set(NodeCondition condition);

  /// The first one comes at `first`, and one after every `period`; those before end.
  void begin_heartbeats(sim::Time first, sim::Duration period, sim::Time now);
  void end_heartbeats(sim::Time now);
  [[nodiscard]] bool has_heartbeats() const noexcept { return series_.has_value(); }
  /// No value: there was none yet.
  [[nodiscard]] std::optional<sim::Time> last_heartbeat(sim::Time now) const noexcept;

  /// Called after every change of a condition, and when heartbeats begin or end.
  void on_change(std::function<void()> listener) { listeners_.push_back(std::move(listener)); }

 private:
  struct Series {
    sim::Time first{};
    sim::Duration period{};
  };

  void announce() const;

  std::vector<NodeCondition> conditions_;
  std::optional<Series> series_;
  /// Pods that have ended.
  std::optional<sim::Time> last_;
  std::vector<std::function<void()>> listeners_;
};

}  // namespace podreel::apiserver
