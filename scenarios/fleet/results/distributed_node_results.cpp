#include "scenarios/fleet/results/distributed_node_results.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "scenarios/fleet/results/result_codec.hpp"
#include "scenarios/parallel/numbers.hpp"

namespace podreel::fleet {

namespace {

/// Nodes of one request.
struct Piece {
  std::size_t begin;
  std::size_t end;
};

/// Divides all nodes into pieces so small that the last one takes little time.
class Pieces {
 public:
  Pieces(std::size_t nodes, std::size_t at_a_time) : nodes_{nodes}, size_{std::max<std::size_t>(at_a_time / 16, 1)} {}

  [[nodiscard]] std::size_t count() const noexcept { return (nodes_ + size_ - 1) / size_; }
  [[nodiscard]] Piece at(std::size_t index) const noexcept {
    return {index * size_, std::min((index + 1) * size_, nodes_)};
  }

 private:
  std::size_t nodes_;
  std::size_t size_;
};

}  // namespace

std::vector<NodeResult> DistributedNodeResults::of_masters(std::uint32_t cluster,
                                                           const std::vector<std::uint32_t>& nodes) {
  return share(&NodeResults::of_masters, cluster, nodes);
}

std::vector<NodeResult> DistributedNodeResults::of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return share(&NodeResults::of, cluster, nodes);
}

std::vector<NodeResult> DistributedNodeResults::rolled_back(std::uint32_t cluster,
                                                            const std::vector<std::uint32_t>& nodes) {
  return share(&NodeResults::rolled_back, cluster, nodes);
}

std::vector<NodeResult> DistributedNodeResults::share(Ask ask, std::uint32_t cluster,
                                                      const std::vector<std::uint32_t>& nodes) {
  const Pieces pieces{nodes.size(), own_.at_a_time()};
  const auto node_at = [&nodes](std::size_t index) { return nodes.begin() + static_cast<std::ptrdiff_t>(index); };
  std::string mine;
  std::size_t made_here = 0;
  for (std::size_t index = rank_group_.next(); index < pieces.count(); index = rank_group_.next()) {
    const Piece piece = pieces.at(index);
    parallel::put_number(index, mine);
    for (const NodeResult& account : (own_.*ask)(cluster, {node_at(piece.begin), node_at(piece.end)})) {
      encode(account, mine);
    }
    made_here += piece.end - piece.begin;
  }
  std::vector<NodeResult> accounts(nodes.size());
  const auto workloads = static_cast<std::uint32_t>(fleet_.clusters[cluster].workloads.size());
  for (const std::string& said : rank_group_.exchange(mine)) {
    parallel::NumberReader reader{said};
    while (!reader.is_at_end()) {
      const Piece piece = pieces.at(reader.index(static_cast<std::uint32_t>(pieces.count())));
      for (std::size_t node = piece.begin; node < piece.end; ++node) {
        std::optional<NodeResult> account = decode_account(reader, workloads);
        if (!account) throw std::runtime_error{"cannot read the accounts that another process has sent"};
        accounts[node] = std::move(*account);
      }
    }
  }
  if (progress_) progress_(nodes.size() - made_here);
  return accounts;
}

}  // namespace podreel::fleet
