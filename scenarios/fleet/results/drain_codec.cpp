#include "scenarios/fleet/results/drain_codec.hpp"

#include <utility>

#include "scenarios/fleet/results/result_codec.hpp"

namespace podreel::fleet {

namespace {

void put_outcome(const DrainOutcome& outcome, std::string& bytes) {
  for (const std::uint64_t count :
       {outcome.evicted, outcome.lost, outcome.refused, outcome.num_delayed, outcome.without_node}) {
    parallel::put_number(count, bytes);
  }
  parallel::put_number(outcome.placed_later.size(), bytes);
  for (const auto& [workload, pods] : outcome.placed_later) {
    parallel::put_number(workload, bytes);
    parallel::put_number(pods, bytes);
  }
  parallel::put_number(outcome.undrained.size(), bytes);
  for (const UndrainedNode& node : outcome.undrained) {
    parallel::put_number(node.node, bytes);
    parallel::put_text(node.reason, bytes);
  }
  parallel::put_number(outcome.stuck_because ? 1 : 0, bytes);
  if (outcome.stuck_because) parallel::put_text(*outcome.stuck_because, bytes);
}

DrainOutcome read_outcome(parallel::NumberReader& reader, std::uint32_t nodes, std::uint32_t workloads) {
  DrainOutcome outcome;
  for (std::uint64_t* count :
       {&outcome.evicted, &outcome.lost, &outcome.refused, &outcome.num_delayed, &outcome.without_node}) {
    *count = reader.number();
  }
  for (std::uint64_t left = reader.number(); left > 0 && !reader.has_failed(); --left) {
    const std::uint32_t workload = reader.index(workloads);
    outcome.placed_later[workload] = static_cast<std::uint32_t>(reader.number());
  }
  for (std::uint64_t left = reader.number(); left > 0 && !reader.has_failed(); --left) {
    const std::uint32_t node = reader.index(nodes);
    outcome.undrained.push_back({node, std::string{reader.text()}});
  }
  if (reader.small(1) == 1) outcome.stuck_because = reader.text();
  return outcome;
}

}  // namespace

void encode(const DrainedBatch& batch, std::string& bytes) {
  parallel::put_number(batch.accounts.size(), bytes);
  for (const NodeResult& account : batch.accounts) encode(account, bytes);
  put_outcome(batch.so_far, bytes);
}

std::optional<DrainedBatch> decode_batch(parallel::NumberReader& reader, const Cluster& cluster) {
  const auto nodes = static_cast<std::uint32_t>(node_count(cluster));
  DrainedBatch batch;
  for (std::uint32_t left = reader.small(nodes); left > 0; --left) {
    auto account = decode_account(reader, static_cast<std::uint32_t>(cluster.workloads.size()));
    if (!account) return std::nullopt;
    batch.accounts.push_back(*std::move(account));
  }
  batch.so_far = read_outcome(reader, nodes, static_cast<std::uint32_t>(cluster.workloads.size()));
  if (reader.has_failed()) return std::nullopt;
  return batch;
}

}  // namespace podreel::fleet
