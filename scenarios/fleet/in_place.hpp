// Upgrades nodes in place: they do not interact, and each is simulated separately.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "scenarios/fleet/accounts/accounts.hpp"
#include "scenarios/fleet/placements.hpp"
#include "scenarios/fleet/rollout.hpp"

namespace podreel::fleet {

/// Requests accounts ahead, in requests of the best size.
class InPlace final : public Turns {
 public:
  /// Both must outlive it.
  InPlace(Placements& placements, Accounts& accounts) : placements_{placements}, accounts_{accounts} {}

  std::vector<std::uint32_t> begin(std::uint32_t cluster, std::vector<std::uint32_t> order) override;
  std::vector<NodeAccount> take_masters(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeAccount> take(std::uint32_t cluster, std::uint32_t count) override;
  std::vector<NodeAccount> take_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  void end(std::uint32_t cluster) override;

 private:
  /// The next node in the order that was not requested yet, and accounts that are not taken yet.
  struct Ahead {
    std::size_t next = 0;
    std::deque<NodeAccount> ready{};
  };
  struct Begun {
    std::vector<std::uint32_t> order;
    Ahead masters{};
    Ahead turns{};
  };
  using Ask = std::vector<NodeAccount> (Accounts::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeAccount> take(std::uint32_t cluster, std::uint32_t count, Ask ask, Ahead& ahead);

  Placements& placements_;
  Accounts& accounts_;
  std::map<std::uint32_t, Begun> begun_;
};

}  // namespace podreel::fleet
