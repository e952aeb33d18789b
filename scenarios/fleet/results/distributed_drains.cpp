#include "scenarios/fleet/results/distributed_drains.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "scenarios/fleet/order.hpp"
#include "scenarios/fleet/results/drain_codec.hpp"

namespace podreel::fleet {

DistributedDrains::DistributedDrains(const Fleet& fleet, const Plan& plan, parallel::RankGroup& rank_group,
                                     std::size_t threads, const std::function<void(std::size_t)>& progress)
    : drains_(fleet.clusters.size()) {
  const std::vector<std::uint32_t> order = cluster_order(fleet, plan);
  WorkerThreads workers{threads};
  std::string mine;
  for (std::size_t index = rank_group.next(); index < order.size(); index = rank_group.next()) {
    ClusterDrain drain{fleet, plan, order[index], workers};
    parallel::put_number(order[index], mine);
    for (const std::uint32_t replicas : drain.placed()) parallel::put_number(replicas, mine);
    while (!drain.is_over()) {
      const DrainedBatch batch = drain.next();
      parallel::put_number(1, mine);
      encode(batch, mine);
      if (progress) progress(batch.accounts.size());
    }
    parallel::put_number(0, mine);
  }
  for (const std::string& said : rank_group.exchange(mine)) read(fleet, said);
}

void DistributedDrains::read(const Fleet& fleet, const std::string& said) {
  parallel::NumberReader reader{said};
  while (!reader.is_at_end()) {
    const std::uint32_t cluster = reader.index(static_cast<std::uint32_t>(fleet.clusters.size()));
    DecodedDrain& drain = drains_[cluster];
    drain.placed.resize(fleet.clusters[cluster].workloads.size());
    for (std::uint32_t& replicas : drain.placed) replicas = reader.small();
    while (reader.small(1) == 1) {
      std::optional<DrainedBatch> batch = decode_batch(reader, fleet.clusters[cluster]);
      if (!batch) throw std::runtime_error{"cannot read the drains that another process has sent"};
      drain.batches.push_back(*std::move(batch));
    }
    if (reader.has_failed()) throw std::runtime_error{"cannot read the drains that another process has sent"};
  }
}

DrainedBatch DistributedDrains::next(std::uint32_t cluster) {
  std::deque<DrainedBatch>& batches = drains_[cluster].batches;
  DrainedBatch batch = std::move(batches.front());
  batches.pop_front();
  return batch;
}

}  // namespace podreel::fleet
