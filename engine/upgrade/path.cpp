#include "engine/upgrade/path.hpp"

#include <fmt/format.h>
#include <utility>

namespace podreel::upgrade {

std::string from_text(const UpgradeStep& step) {
  return step.is_from_nodes ? release::to_string(step.from) : minor_string(step.from);
}

std::string to_string(const UpgradeStep& step) {
  return fmt::format("{} to {}", from_text(step), minor_string(step.to));
}

Path begun_at(Path path, release::Release from) {
  if (path.releases.size() < 2) path.releases.insert(path.releases.begin(), from);
  path.releases.front() = from;
  if (std::exchange(path.and_back, false)) path.releases.push_back(from);
  return path;
}

std::vector<UpgradeStep> steps_of(const Path& path) {
  std::vector<UpgradeStep> steps;
  for (std::size_t index = 1; index < path.releases.size(); ++index) {
    steps.push_back({path.releases[index - 1], path.releases[index], path.policy_text});
  }
  return steps;
}

}  // namespace podreel::upgrade
