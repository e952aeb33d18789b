// Processes that share work, played by threads.
#include "scenarios/fleet/results/distributed_node_results.hpp"

#include <atomic>
#include <doctest/doctest.h>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/thread_rank_group.hpp"

namespace podreel::fleet {

namespace {

/// Accounts that differ between nodes; counts the requests for each.
class NamedNodeResults final : public NodeResults {
 public:
  std::vector<NodeResult> of_masters(std::uint32_t /*cluster*/, const std::vector<std::uint32_t>& nodes) override {
    return named(nodes, 700);
  }
  std::vector<NodeResult> of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) override {
    return named(nodes, cluster * 1'000);
  }
  std::vector<NodeResult> rolled_back(std::uint32_t /*cluster*/, const std::vector<std::uint32_t>& nodes) override {
    return named(nodes, 500);
  }
  [[nodiscard]] std::size_t at_a_time() const noexcept override { return 32; }

  std::map<std::uint32_t, int> asked;

 private:
  std::vector<NodeResult> named(const std::vector<std::uint32_t>& nodes, std::uint32_t more) {
    const std::lock_guard lock{mutex_};
    std::vector<NodeResult> accounts;
    for (const std::uint32_t node : nodes) {
      ++asked[node];
      accounts.emplace_back().containers = node + more;
    }
    return accounts;
  }

  std::mutex mutex_;
};

std::vector<std::uint32_t> first_nodes(std::uint32_t count) {
  std::vector<std::uint32_t> nodes;
  // Not in order: nodes come as they are asked for.
  for (std::uint32_t node = count; node > 0; --node) nodes.push_back(node - 1);
  return nodes;
}

}  // namespace

TEST_CASE("all peers have the accounts of all nodes, each made once") {
  Fleet fleet;
  fleet.clusters.resize(2);
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{4}}) {
    for (const std::uint32_t nodes : {0U, 1U, 77U}) {
      NamedNodeResults own;
      std::atomic<int> same{0};
      testing::as_rank_group(count, [&](parallel::RankGroup& rank_group) {
        DistributedNodeResults shared{fleet, rank_group, own};
        NamedNodeResults expected;
        const std::vector<std::uint32_t> wanted = first_nodes(nodes);
        if (shared.of(1, wanted) == expected.of(1, wanted)) ++same;
        if (shared.rolled_back(0, {3}) == expected.rolled_back(0, {3})) ++same;
        if (shared.of_masters(0, {3}) == expected.of_masters(0, {3})) ++same;
      });
      CHECK(same == static_cast<int>(3 * count));
      own.asked[3] -= 2;
      for (const auto& [node, times] : own.asked) CHECK(times == (node < nodes ? 1 : 0));
    }
  }
}

TEST_CASE("progress reports the nodes that others have finished") {
  Fleet fleet;
  fleet.clusters.resize(1);
  NamedNodeResults own;
  std::atomic<std::size_t> others{0};
  testing::as_rank_group(3, [&](parallel::RankGroup& rank_group) {
    DistributedNodeResults shared{fleet, rank_group, own, [&others](std::size_t more) { others += more; }};
    static_cast<void>(shared.of(0, first_nodes(10)));
  });
  CHECK(others == 20);
}

TEST_CASE("peers that have read different things end rather than wait") {
  std::atomic<int> ended{0};
  testing::as_rank_group(2, [&ended](parallel::RankGroup& rank_group) {
    parallel::check_agreement(rank_group, "fleet", "a");
    try {
      parallel::check_agreement(rank_group, "fleet", std::to_string(rank_group.number()));
    } catch (const std::runtime_error&) {
      ++ended;
    }
  });
  CHECK(ended == 2);
}

}  // namespace podreel::fleet
