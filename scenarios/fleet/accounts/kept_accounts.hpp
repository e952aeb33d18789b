// Combines stored accounts with others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "scenarios/fleet/accounts/account_store.hpp"
#include "scenarios/fleet/accounts/accounts.hpp"

namespace podreel::fleet {

/// Returns the plan's accounts from the store, and asks `others` for the rest and for rolled-back nodes.
class KeptAccounts final : public Accounts {
 public:
  /// Called with each account from the others.
  using Keep = std::function<void(const AccountKey&, const NodeAccount&)>;

  /// `plan` is an index into the store's plans; `keep` may be empty. Both references must outlive it.
  KeptAccounts(AccountStore& store, std::uint32_t plan, Accounts& others, Keep keep = {})
      : store_{store}, plan_{plan}, others_{others}, keep_{std::move(keep)} {}

  std::vector<NodeAccount> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return known_or_made(&Accounts::of_masters, Stage::masters, cluster, nodes);
  }
  std::vector<NodeAccount> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return known_or_made(&Accounts::of, Stage::turn, cluster, nodes);
  }
  std::vector<NodeAccount> taken_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return others_.taken_back(cluster, nodes);
  }
  [[nodiscard]] std::size_t at_a_time() const noexcept override { return others_.at_a_time(); }

 private:
  using Ask = std::vector<NodeAccount> (Accounts::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeAccount> known_or_made(Ask ask, Stage stage, std::uint32_t cluster,
                                                       const std::vector<std::uint32_t>& nodes);

  AccountStore& store_;
  std::uint32_t plan_;
  Accounts& others_;
  Keep keep_;
};

}  // namespace podreel::fleet
