// Nodes that are upgraded in place: they do not hear of each other, and are simulated one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/placement.hpp"
#include "scenarios/fleet/plan.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace podreel::fleet {

/// Simulates nodes on several threads. Nobody learns from the accounts which thread made them.
class InPlace final : public Turns {
 public:
  /// `threads` > 0. `progress` is told how many more turns have been simulated; it may be empty.
  InPlace(const Fleet& fleet, const Plan& plan, std::size_t threads, std::function<void(std::size_t)> progress = {});
  ~InPlace() override;
  InPlace(const InPlace&) = delete;
  InPlace& operator=(const InPlace&) = delete;

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override;
  std::vector<NodeAccount> take(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeAccount> take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  void end(std::uint32_t cluster) override { begun_.erase(cluster); }

 private:
  class Simulator;
  struct Begun {
    Placement placement;
    std::vector<std::uint32_t> order;
    /// The next node in `order` that is not simulated yet, and accounts that are not taken yet.
    std::size_t next = 0;
    std::deque<NodeAccount> ready{};
  };

  [[nodiscard]] std::vector<NodeAccount> simulate(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes,
                                                  bool is_taken_back);

  const Fleet& fleet_;
  const Plan& plan_;
  std::function<void(std::size_t)> progress_;
  /// One for each thread.
  std::vector<std::unique_ptr<Simulator>> simulators_;
  std::map<std::uint32_t, Begun> begun_;
};

}  // namespace podreel::fleet
