// Does podreel compute the hashes that the node really has?
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "tools/cli/upgrade_judge.hpp"
#include "tools/cli/upgrade_observed.hpp"

namespace podreel::cli {

/// Holds observed hashes against those of the path's first release.
class UpgradeProof {
 public:
  explicit UpgradeProof(ObservedNode node) : node_(std::move(node)) {}

  /// The stored hashes of the pod's containers, by name. Appends a problem for each that the first release does not
  /// compute, and leaves it out.
  [[nodiscard]] std::map<std::string, std::uint64_t> prove(const nlohmann::json& pod, const UpgradeJudge& judge,
                                                           std::vector<api::Problem>& problems);

  [[nodiscard]] bool is_asked() const noexcept { return node_.size() > 0; }
  [[nodiscard]] std::size_t reproduced() const noexcept { return reproduced_; }
  [[nodiscard]] std::size_t found() const noexcept { return found_; }
  /// Observed containers that belong to no pod of the input.
  [[nodiscard]] std::size_t unmatched() const noexcept { return node_.size() - found_; }

 private:
  ObservedNode node_;
  std::size_t found_ = 0;
  std::size_t reproduced_ = 0;
};

}  // namespace podreel::cli
