// Controllers, the scheduler, evictions and kubectl on nodes that are only pretended.
#include "scenarios/fleet/drain/control_plane.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "engine/sim/random.hpp"
#include "scenarios/fleet/drain/drainer.hpp"
#include "tests/support/sample_fleet.hpp"

namespace podreel::fleet {

namespace {

using namespace std::chrono_literals;

/// A cluster whose kubelets need some time for everything, another one each time, and whose nodes are drained.
class PretendedCluster {
 public:
  PretendedCluster(const std::string& text, std::uint64_t seed)
      : loaded_{testing::loaded_fleet(text)},
        seed_{seed},
        placement_{cluster()},
        control_plane_{cluster(), seed, [this](std::uint32_t node, const Order& order) { follow(node, order); }},
        drainer_{control_plane_, plan()} {
    for (std::uint32_t node = 0; node < node_count(cluster()); ++node) {
      for (const Replica& replica : placement_.pods_of(node)) {
        const PodId id = control_plane_.settle(replica, node, api::PodPhase::running, true);
        by_replica_[{replica.workload, replica.ordinal}] = id;
        ++pods_;
      }
    }
    control_plane_.begin();
  }

  [[nodiscard]] const Cluster& cluster() const { return loaded_.fleet->clusters.front(); }
  [[nodiscard]] const Plan& plan() const { return loaded_.plans.front(); }
  [[nodiscard]] ControlPlane& control_plane() { return control_plane_; }
  [[nodiscard]] PodId pods() const { return pods_; }

  /// Calls `look` after every event.
  template <class Look>
  DrainOutcome drain(const std::vector<std::uint32_t>& nodes, Look look) {
    drainer_.begin(nodes, plan().node, true, control_plane_.events().now());
    while (!drainer_.is_batch_over()) {
      const auto next = control_plane_.events().next_event_time();
      if (!reported_.empty() && (!next || reported_.begin()->first <= *next)) {
        const auto [node, report] = reported_.begin()->second;
        reported_.erase(reported_.begin());
        control_plane_.handle_report(node, report);
        continue;
      }
      REQUIRE(next);
      control_plane_.events().run_one();
      look();
    }
    return drainer_.outcome();
  }

 private:
  sim::Duration some(sim::Duration maximum) {
    seed_ = sim::mix(seed_ + 1);
    return sim::Duration{static_cast<std::int64_t>(seed_ % static_cast<std::uint64_t>(maximum.count()))};
  }

  void follow(std::uint32_t node, const Order& order) {
    if (!order.pod) return;
    const auto send_report = [&](sim::Time at, PodId pod, api::PodPhase phase, bool ready, bool gone) {
      reported_.insert({at, {node, Report{at, pod, phase, ready, gone}}});
    };
    const std::pair replica{order.pod->replica.workload, order.pod->replica.ordinal};
    if (const std::optional<PodId> created = order.pod->creates) {
      ++pods_;
      by_replica_[replica] = *created;
      const sim::Time runs_at = order.at + some(2s);
      send_report(runs_at, *created, api::PodPhase::running, false, false);
      send_report(runs_at + some(5s), *created, api::PodPhase::running, true, false);
    } else {
      const PodId pod = by_replica_.at(replica);
      const sim::Time stops_at = order.at + 8s + some(2s);
      send_report(stops_at, pod, api::PodPhase::running, false, false);
      send_report(stops_at + some(1s), pod, api::PodPhase::running, false, true);
    }
  }

  Loaded loaded_;
  std::uint64_t seed_;
  Placement placement_;
  ControlPlane control_plane_;
  Drainer drainer_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, PodId> by_replica_;
  std::multimap<sim::Time, std::pair<std::uint32_t, Report>> reported_;
  PodId pods_ = 0;
};

using testing::budget;
using testing::budgets;
using testing::one_container_spec;
using testing::stateful_set;

const std::string drained = testing::drain_plan("{}");

/// How many pods of a workload there are, and how many of these are healthy.
struct Census {
  std::uint32_t there = 0;
  std::uint32_t healthy = 0;
};
Census census(PretendedCluster& cluster, std::uint32_t workload) {
  Census count;
  for (PodId id = 0; id < cluster.pods(); ++id) {
    const ClusterPod& pod = cluster.control_plane().pod(id);
    if (pod.replica.workload != workload || pod.is_gone) continue;
    ++count.there;
    if (pod.is_healthy()) ++count.healthy;
  }
  return count;
}

/// No two pods of one name.
bool are_names_unique(PretendedCluster& cluster) {
  std::set<std::string> names;
  for (PodId id = 0; id < cluster.pods(); ++id) {
    if (!cluster.control_plane().pod(id).is_gone && !names.insert(cluster.control_plane().name_of(id)).second) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("an ordered StatefulSet recreates one pod at a time, a parallel one all") {
  const auto max_not_ready_and_new = [](const std::string& policy) {
    PretendedCluster cluster{testing::small_fleet(6, stateful_set("db", 6, policy)) + drained, 1};
    std::uint32_t maximum = 0;
    cluster.drain({0, 1, 2}, [&] {
      std::uint32_t fresh = 0;
      for (PodId id = 6; id < cluster.pods(); ++id) {
        const ClusterPod& pod = cluster.control_plane().pod(id);
        if (!pod.is_gone && !pod.is_ready) ++fresh;
      }
      maximum = std::max(maximum, fresh);
      CHECK(are_names_unique(cluster));
    });
    CHECK(census(cluster, 0).healthy == 6);
    return maximum;
  };
  CHECK(max_not_ready_and_new("OrderedReady") == 1);
  CHECK(max_not_ready_and_new("Parallel") == 3);
}

TEST_CASE("a ReplicaSet replaces pods while the old ones still terminate") {
  PretendedCluster cluster{testing::small_fleet(3, testing::deployment("web", 3, one_container_spec)) + drained, 1};
  std::uint32_t maximum = 0;
  cluster.drain({0}, [&] { maximum = std::max(maximum, census(cluster, 0).there); });
  CHECK(maximum == 4);
}

TEST_CASE("evictions never go below what budgets ask for, and all replicas are ready again in the end") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CAPTURE(seed);
    auto draw = [&seed, count = std::uint64_t{0}](std::uint64_t below) mutable {
      return static_cast<std::uint32_t>(sim::mix(seed * 1000 + ++count) % below);
    };
    const int nodes = 6 + static_cast<int>(draw(4));
    const std::uint32_t webs = 2 + draw(5);
    const std::uint32_t dbs = 2 + draw(3);
    const std::uint32_t kept = 1 + draw(webs - 1);
    const std::uint32_t percent = 10 + draw(80);
    const std::string text =
        testing::small_fleet(
            nodes, testing::deployment("web", static_cast<int>(webs), one_container_spec) + ", " +
                       stateful_set("db", static_cast<int>(dbs), draw(2) == 0 ? "OrderedReady" : "Parallel")) +
        budgets(budget("x", fmt::format("minAvailable: {}", kept)) + ", " +
                budget("db", fmt::format("maxUnavailable: {}%", percent))) +
        drained;
    PretendedCluster cluster{text, seed};
    const cluster::BudgetNeeds needs = needs_of(cluster.cluster().budgets[1], dbs, dbs);
    for (std::uint32_t first = 0; first < static_cast<std::uint32_t>(nodes); first += 2) {
      std::vector<std::uint32_t> batch{first};
      if (first + 1 < static_cast<std::uint32_t>(nodes)) batch.push_back(first + 1);
      const DrainOutcome outcome = cluster.drain(batch, [&] {
        CHECK(census(cluster, 0).healthy >= kept);
        CHECK(census(cluster, 1).healthy >= needs.desired_healthy);
        CHECK(are_names_unique(cluster));
      });
      CHECK_FALSE(outcome.stuck_because);
      CHECK(outcome.undrained.empty());
      CHECK(census(cluster, 0).healthy == webs);
      CHECK(census(cluster, 1).healthy == dbs);
      for (const std::uint32_t node : batch) CHECK(cluster.control_plane().outages().is_out({0, node}) == false);
    }
  }
}

TEST_CASE("an eviction that is refused is asked for again every five seconds") {
  PretendedCluster cluster{testing::small_fleet(3, testing::deployment("web", 3, one_container_spec)) +
                               budgets(budget("x", "maxUnavailable: 1")) + drained,
                           1};
  std::vector<sim::Time> deletions;
  std::uint32_t deleted = 0;
  cluster.drain({0, 1, 2}, [&] {
    std::uint32_t now = 0;
    for (PodId id = 0; id < 3; ++id) now += cluster.control_plane().pod(id).is_deleted ? 1U : 0U;
    if (now > deleted) deletions.push_back(cluster.control_plane().events().now());
    deleted = now;
  });
  REQUIRE(deletions.size() == 3);
  for (std::size_t index = 1; index < deletions.size(); ++index) {
    const sim::Duration apart = deletions[index] - deletions.front();
    CHECK(std::min(apart % 5s, 5s - apart % 5s) < 30ms);
    CHECK(apart > 4s);
  }
}

}  // namespace podreel::fleet
