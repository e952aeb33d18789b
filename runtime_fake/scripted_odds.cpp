#include "runtime_fake/scripted_odds.hpp"

#include "engine/timing/table.hpp"

namespace podreel::runtime_fake {

bool ScriptedOdds::draw(timing::Stream& stream) const {
  if (is_never()) return false;
  // An ideal run draws nothing: that is the middle.
  const std::int64_t drawn = stream.draw(timing::scripted_failure, sim::Duration{whole}).count();
  return (drawn + whole / 2) % whole < share_;
}

}  // namespace podreel::runtime_fake
