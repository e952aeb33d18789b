#include "scenarios/parallel/rank_group.hpp"

#include <fmt/format.h>
#include <stdexcept>

namespace podreel::parallel {

void check_agreement(RankGroup& rank_group, const std::string& what, const std::string& mine) {
  const std::vector<std::string> all = rank_group.exchange(mine);
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (all[other] == mine) continue;
    throw std::runtime_error{
        fmt::format("rank {} does not have the same {} as rank {}", other, what, rank_group.number())};
  }
}

}  // namespace podreel::parallel
