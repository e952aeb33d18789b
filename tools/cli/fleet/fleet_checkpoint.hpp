// Saved results from which `podreel fleet` continues.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/fleet/node_result.hpp"
#include "scenarios/fleet/results/result_store.hpp"

namespace podreel::cli {

/// A folder of files, each with the accounts of a cluster under a plan.
class FleetCheckpoint {
 public:
  /// Creates the folder if necessary. Throws BadInput if it is not writable, or holds accounts that do not match
  /// `provenance`. `fleet` must outlive this object.
  FleetCheckpoint(std::string folder, const fleet::Fleet& fleet, const fleet::Provenance& provenance);

  /// Accounts read from the folder.
  [[nodiscard]] fleet::NodeResultStore& store() noexcept { return store_; }

  /// Adds an account to the next file; files are written in batches. Throws OutputError.
  void keep(const fleet::NodeResultKey& key, const fleet::NodeResult& account);
  /// Writes the accounts that are not written yet.
  void flush();

 private:
  std::string folder_;
  fleet::NodeResultStore store_;
  std::vector<std::pair<fleet::NodeResultKey, fleet::NodeResult>> pending_;
};

}  // namespace podreel::cli
