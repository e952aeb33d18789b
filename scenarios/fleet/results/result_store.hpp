// Accounts from files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "scenarios/fleet/fleet.hpp"
#include "scenarios/fleet/results/result_file.hpp"

namespace podreel::fleet {

/// Presents several account files as one. Keeps only offsets in memory.
class NodeResultStore {
 public:
  /// Accepts accounts of `fleet`, which must outlive it, under the plans of `wanted`.
  NodeResultStore(const Fleet& fleet, Provenance wanted) : fleet_{fleet}, wanted_{std::move(wanted)} {}

  /// Adds a file's accounts; keeps those that are known already. Returns a problem for an incomplete file, and for one
  /// of another fleet, of another plan with the name of a wanted one, or of another podreel.
  [[nodiscard]] std::optional<api::Problem> add(const std::string& path);

  struct Added {
    std::string path;
    Provenance provenance;
  };
  [[nodiscard]] const std::vector<Added>& files() const noexcept { return files_; }
  [[nodiscard]] const Fleet& fleet() const noexcept { return fleet_; }
  [[nodiscard]] const Provenance& wanted() const noexcept { return wanted_; }

  /// `key.plan` is an index into wanted().plans.
  [[nodiscard]] bool has(const NodeResultKey& key) const;
  /// Number of accounts under a plan.
  [[nodiscard]] std::uint64_t count(std::uint32_t plan) const;
  /// Returns an account that exists. Throws std::runtime_error if the file has changed since.
  [[nodiscard]] NodeResult read(const NodeResultKey& key);

 private:
  struct Spot {
    /// Index into `files_`.
    std::uint32_t file = 0;
    /// 0 without an account.
    std::uint64_t offset = 0;
  };

  /// Returns the reason why such accounts cannot be used, if any.
  [[nodiscard]] std::optional<std::string> difference(const Provenance& found) const;

  const Fleet& fleet_;
  Provenance wanted_;
  std::vector<Added> files_;
  /// Positions of the accounts, by plan, cluster and stage.
  std::map<std::tuple<std::uint32_t, std::uint32_t, Stage>, std::vector<Spot>> spots_;
  /// The file that was read last.
  std::optional<NodeResultFile> open_;
  std::uint32_t open_index_ = 0;
};

}  // namespace podreel::fleet
