// Upgrades of clusters whose nodes are drained first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "scenarios/fleet/drain/drains.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace podreel::fleet {

/// Takes the results of a cluster's batches from its drain. A roll-back starts at the state where the plan stopped, so
/// the drain is simulated again up to there.
class DrainRollout final : public NodeUpgrader {
 public:
  /// All arguments must outlive it; `plan` has a drain. `threads` > 0: for repeated simulations.
  DrainRollout(const Fleet& fleet, const Plan& plan, Drains& drains, std::size_t threads)
      : fleet_{fleet}, plan_{plan}, drains_{drains}, workers_{threads} {}

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override;
  std::vector<NodeResult> upgrade_masters(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeResult> take(std::uint32_t cluster, std::uint32_t count) override;
  /// Drains these nodes again, batch by batch.
  std::vector<NodeResult> roll_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                    sim::Duration pause) override;
  void end(std::uint32_t cluster) override;
  [[nodiscard]] std::optional<DrainOutcome> drained(std::uint32_t cluster) const override;

  /// Keeps that node's run for a scenario after the plan.
  void follow(std::uint32_t cluster, std::uint32_t node) { followed_node_ = {cluster, node}; }
  /// Null if the upgrade of the node's cluster has not begun.
  [[nodiscard]] const nlohmann::ordered_json& followed() const noexcept { return followed_; }

 private:
  struct Begun {
    /// Includes the control plane's batch.
    std::uint32_t batches = 0;
    /// Remaining accounts of the control-plane upgrade.
    std::deque<NodeResult> masters{};
    DrainOutcome so_far{};
    /// Drain at the state where the plan stopped.
    std::unique_ptr<ClusterDrain> once_more{};
  };

  [[nodiscard]] std::vector<NodeResult> next_batch(std::uint32_t cluster);
  [[nodiscard]] ClusterDrain& once_more(std::uint32_t cluster);

  const Fleet& fleet_;
  const Plan& plan_;
  Drains& drains_;
  WorkerThreads workers_;
  std::map<std::uint32_t, Begun> begun_;
  struct {
    std::uint32_t cluster = no_node;
    std::uint32_t node = no_node;
  } followed_node_;
  nlohmann::ordered_json followed_;
};

}  // namespace podreel::fleet
