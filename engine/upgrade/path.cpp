#include "engine/upgrade/path.hpp"

namespace podreel::upgrade {

std::vector<Step> steps_of(const Path& path) {
  std::vector<Step> steps;
  for (std::size_t index = 1; index < path.releases.size(); ++index) {
    steps.push_back({path.releases[index - 1], path.releases[index], path.policy_text});
  }
  return steps;
}

}  // namespace podreel::upgrade
