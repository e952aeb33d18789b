#include "engine/timing/distribution.hpp"

#include <algorithm>

namespace podreel::timing {

sim::Duration Distribution::draw(sim::ChoiceStream& choices) const {
  const auto drawn = static_cast<std::int64_t>(choices.index_below(options()));
  if (is_even()) return begin()->duration + sim::Duration{drawn};
  const Quantile* high = std::find_if(
      begin(), end(), [drawn](const Quantile& quantile) { return quantile.share * steps_in_a_share > drawn; });
  const Quantile* low = high - 1;
  const std::int64_t width = (high->share - low->share) * steps_in_a_share;
  return low->duration + (high->duration - low->duration) * (drawn - low->share * steps_in_a_share) / width;
}

}  // namespace podreel::timing
