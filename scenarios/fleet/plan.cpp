#include "scenarios/fleet/plan.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string>

namespace podreel::fleet {

std::uint32_t Share::of(std::uint32_t all) const noexcept {
  if (percent == 0) return std::clamp<std::uint32_t>(nodes, 1, std::max<std::uint32_t>(all, 1));
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(1, std::uint64_t{all} * percent / 100));
}

/// The index of a step is in its path: "spec.node[3]".
const nlohmann::json& NodeSteps::written_as(const format::Step& step) const {
  std::size_t place = 0;
  const char* end = step.path.data() + step.path.size();
  std::from_chars(step.path.data() + step.path.rfind('[') + 1, end, place);
  return written.at(place);
}

std::vector<Stage> Plan::stages() const {
  if (masters) return {Stage::masters, Stage::turn};
  return {Stage::turn};
}

std::vector<const NodeSteps*> Plan::all_steps() const {
  if (masters) return {&masters->steps, &node, &roll_back};
  return {&node, &roll_back};
}

}  // namespace podreel::fleet
