#include "scenarios/parallel/peers.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace podreel::parallel {

void check_agreement(Peers& peers, const std::string& what, const std::string& mine) {
  const std::vector<std::string> all = peers.exchange(mine);
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (all[other] == mine) continue;
    throw std::runtime_error{fmt::format("rank {} does not have the same {} as rank {}", other, what, peers.number())};
  }
}

}  // namespace podreel::parallel
