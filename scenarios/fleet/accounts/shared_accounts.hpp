// Accounts that several processes compute together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "scenarios/fleet/accounts/accounts.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/parallel/peers.hpp"

namespace podreel::fleet {

/// Each peer asks its own accounts for some of the nodes, and sends them to all others. A peer that finishes earlier
/// takes more.
class SharedAccounts final : public Accounts {
 public:
  /// Calls `progress` with the number of further nodes that other processes have finished; it may be empty. All
  /// references must outlive it.
  SharedAccounts(const Fleet& fleet, parallel::Peers& peers, Accounts& own,
                 std::function<void(std::size_t)> progress = {})
      : fleet_{fleet}, peers_{peers}, own_{own}, progress_{std::move(progress)} {}

  std::vector<NodeAccount> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeAccount> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  std::vector<NodeAccount> taken_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override;
  [[nodiscard]] std::size_t at_a_time() const noexcept override { return own_.at_a_time() * peers_.count(); }

 private:
  using Ask = std::vector<NodeAccount> (Accounts::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeAccount> share(Ask ask, std::uint32_t cluster, const std::vector<std::uint32_t>& nodes);

  const Fleet& fleet_;
  parallel::Peers& peers_;
  Accounts& own_;
  std::function<void(std::size_t)> progress_;
};

}  // namespace podreel::fleet
