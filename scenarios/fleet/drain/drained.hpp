// Clusters whose nodes are drained before their turn.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "scenarios/fleet/drain/drained_cluster.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace podreel::fleet {

/// Simulates clusters on several threads. Nobody learns from the accounts which thread made them.
class Drained final : public Turns {
 public:
  /// `plan` has a drain; `threads` > 0. `progress` is told how many more turns have been simulated; it may be empty.
  Drained(const Fleet& fleet, const Plan& plan, std::size_t threads, std::function<void(std::size_t)> progress = {});

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override;
  std::vector<NodeAccount> take(std::uint32_t cluster, std::uint32_t count) override;
  /// They are drained again, batch by batch.
  std::vector<NodeAccount> take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  void end(std::uint32_t cluster) override;
  [[nodiscard]] std::optional<DrainOutcome> drained(std::uint32_t cluster) const override;

  /// The life of that node is wanted as a scenario, when the plan has been carried out.
  void follow(std::uint32_t cluster, std::uint32_t node) { followed_node_ = {cluster, node}; }
  /// Null if the node's cluster has not been begun.
  [[nodiscard]] const nlohmann::ordered_json& followed() const noexcept { return followed_; }

 private:
  struct Begun {
    std::unique_ptr<DrainedCluster> cluster;
    std::vector<std::uint32_t> order;
    /// How many nodes have had their turn, and how long the last batch is to be looked at.
    std::size_t done = 0;
    sim::Duration pause{};
  };

  const Fleet& fleet_;
  const Plan& plan_;
  std::function<void(std::size_t)> progress_;
  Workforce workforce_;
  std::map<std::uint32_t, Begun> begun_;
  struct {
    std::uint32_t cluster = no_node;
    std::uint32_t node = no_node;
  } followed_node_;
  nlohmann::ordered_json followed_;
};

}  // namespace podreel::fleet
