// Does podreel compute the hashes that the node really has?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <utility>
#include <vector>

#include "engine/api/document.hpp"
#include "engine/upgrade/observed_node.hpp"
#include "engine/upgrade/upgrade_evaluator.hpp"

namespace podreel::upgrade {

/// Holds observed hashes against those of the path's first release.
class HashVerification {
 public:
  explicit HashVerification(ObservedNode node) : node_(std::move(node)) {}

  /// The stored hashes of the pod's containers, by name. Appends a problem for each that the first release does not
  /// compute, and leaves it out.
  [[nodiscard]] StoredHashes verify(const nlohmann::json& pod, const UpgradeEvaluator& evaluator,
                                    std::vector<api::Problem>& problems);

  /// Anything was observed.
  [[nodiscard]] bool is_asked() const noexcept { return node_.size() > 0; }
  /// Numbers of observed containers that belong to pods of the input: all (`found`), and those whose hash is
  /// reproduced.
  [[nodiscard]] std::size_t reproduced() const noexcept { return reproduced_; }
  [[nodiscard]] std::size_t found() const noexcept { return found_; }
  /// Observed containers that belong to no pod of the input.
  [[nodiscard]] std::size_t unmatched() const noexcept { return node_.size() - found_; }

 private:
  ObservedNode node_;
  std::size_t found_ = 0;
  std::size_t reproduced_ = 0;
};

}  // namespace podreel::upgrade
