#include "engine/sim/quantiles.hpp"

#include <algorithm>
#include <cassert>

namespace podreel::sim {

Duration draw(ChoiceStream& choices, std::span<const Quantile> quantiles) {
  constexpr std::int64_t steps_in_a_share = 1000;
  assert(quantiles.size() > 1 && quantiles.front().share == 0);
  const auto end = static_cast<std::uint64_t>(quantiles.back().share * steps_in_a_share);
  const auto drawn = static_cast<std::int64_t>(choices.index_below(end));
  const auto above = std::ranges::find_if(
      quantiles, [drawn](const Quantile& quantile) { return quantile.share * steps_in_a_share > drawn; });
  const Quantile& high = *above;
  const Quantile& low = *std::prev(above);
  const std::int64_t width = (high.share - low.share) * steps_in_a_share;
  return low.duration + (high.duration - low.duration) * (drawn - low.share * steps_in_a_share) / width;
}

}  // namespace podreel::sim
