#include "scenarios/fleet/accounts/shared_accounts.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "scenarios/fleet/accounts/account_codec.hpp"
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

std::vector<NodeAccount> SharedAccounts::of_masters(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return share(&Accounts::of_masters, cluster, nodes);
}

std::vector<NodeAccount> SharedAccounts::of(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return share(&Accounts::of, cluster, nodes);
}

std::vector<NodeAccount> SharedAccounts::taken_back(std::uint32_t cluster, const std::vector<std::uint32_t>& nodes) {
  return share(&Accounts::taken_back, cluster, nodes);
}

std::vector<NodeAccount> SharedAccounts::share(Ask ask, std::uint32_t cluster,
                                               const std::vector<std::uint32_t>& nodes) {
  const Pieces pieces{nodes.size(), own_.at_a_time()};
  const auto node_at = [&nodes](std::size_t index) { return nodes.begin() + static_cast<std::ptrdiff_t>(index); };
  std::string mine;
  std::size_t made_here = 0;
  for (std::size_t index = peers_.next(); index < pieces.count(); index = peers_.next()) {
    const Piece piece = pieces.at(index);
    parallel::put_number(index, mine);
    for (const NodeAccount& account : (own_.*ask)(cluster, {node_at(piece.begin), node_at(piece.end)})) {
      encode(account, mine);
    }
    made_here += piece.end - piece.begin;
  }
  std::vector<NodeAccount> accounts(nodes.size());
  const auto workloads = static_cast<std::uint32_t>(fleet_.clusters[cluster].workloads.size());
  for (const std::string& said : peers_.exchange(mine)) {
    parallel::NumberReader reader{said};
    while (!reader.is_at_end()) {
      const Piece piece = pieces.at(reader.index(static_cast<std::uint32_t>(pieces.count())));
      for (std::size_t node = piece.begin; node < piece.end; ++node) {
        std::optional<NodeAccount> account = decode_account(reader, workloads);
        if (!account) throw std::runtime_error{"cannot read the accounts that another process has sent"};
        accounts[node] = std::move(*account);
      }
    }
  }
  if (progress_) progress_(nodes.size() - made_here);
  return accounts;
}

}  // namespace podreel::fleet
