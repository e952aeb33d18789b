#include "tools/cli/upgrade_path.hpp"

namespace podreel::cli {

std::vector<UpgradeStep> steps_of(const UpgradePath& path) {
  std::vector<UpgradeStep> steps;
  for (std::size_t index = 1; index < path.releases.size(); ++index) {
    steps.push_back({path.releases[index - 1], path.releases[index], path.policy_text});
  }
  return steps;
}

}  // namespace podreel::cli
