// Combines stored accounts with others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "scenarios/fleet/results/node_results.hpp"
#include "scenarios/fleet/results/result_store.hpp"

namespace podreel::fleet {

/// Returns the plan's accounts from the store, and asks `others` for the rest and for rolled-back nodes.
class StoredNodeResults final : public NodeResults {
 public:
  /// Called with each account from the others.
  using Keep = std::function<void(const NodeResultKey&, const NodeResult&)>;

  /// `plan` is an index into the store's plans; `keep` may be empty. Both references must outlive it.
  StoredNodeResults(NodeResultStore& store, std::uint32_t plan, NodeResults& others, Keep keep = {})
      : store_{store}, plan_{plan}, others_{others}, keep_{std::move(keep)} {}

  std::vector<NodeResult> of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return find_or_request(&NodeResults::of_masters, Stage::masters, cluster, nodes);
  }
  std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return find_or_request(&NodeResults::of, Stage::turn, cluster, nodes);
  }
  std::vector<NodeResult> rolled_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return others_.rolled_back(cluster, nodes);
  }
  [[nodiscard]] std::size_t at_a_time() const noexcept override { return others_.at_a_time(); }

 private:
  using Ask = std::vector<NodeResult> (NodeResults::*)(std::uint32_t, const std::vector<std::uint32_t>&);

  [[nodiscard]] std::vector<NodeResult> find_or_request(Ask ask, Stage stage, std::uint32_t cluster,
                                                        const std::vector<std::uint32_t>& nodes);

  NodeResultStore& store_;
  std::uint32_t plan_;
  NodeResults& others_;
  Keep keep_;
};

}  // namespace podreel::fleet
