// What a run of `podreel fleet` keeps for the one that goes on from there.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/fleet/accounts/account_store.hpp"
#include "scenarios/fleet/node_account.hpp"

namespace podreel::cli {

/// A folder of files, each with accounts of a cluster under a plan.
class FleetCheckpoint {
 public:
  /// Makes the folder if it is not there. Throws BadInput if it cannot be written to, or holds accounts of something
  /// else than `provenance`. `fleet` must outlive it.
  FleetCheckpoint(std::string folder, const fleet::Fleet& fleet, const fleet::Provenance& provenance);

  /// What was in the folder.
  [[nodiscard]] fleet::AccountStore& store() noexcept { return store_; }

  /// Writes it sooner or later, with others. Throws OutputError.
  void keep(const fleet::AccountKey& key, const fleet::NodeAccount& account);
  /// Writes what is not written yet.
  void flush();

 private:
  std::string folder_;
  fleet::AccountStore store_;
  std::vector<std::pair<fleet::AccountKey, fleet::NodeAccount>> pending_;
};

}  // namespace podreel::cli
