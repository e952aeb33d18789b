#include "scenarios/checks/invariants/pod_versions.hpp"

#include <variant>

namespace podreel::invariants {

bool is_running(const api::ContainerStatus& status) {
  return std::holds_alternative<api::StateRunning>(status.state);
}

std::optional<Finding> in_versions(const History& history, const JudgeVersion& judge) {
  for (const PodLife& life : history.pods()) {
    for (const PodVersion& version : life.versions) {
      std::string what = judge(*version.pod, version.since);
      if (!what.empty()) return Finding{version.since, api::full_name(*version.pod) + ": " + what};
    }
  }
  return std::nullopt;
}

std::optional<Finding> in_steps(const History& history, const JudgeStep& judge) {
  for (const PodLife& life : history.pods()) {
    for (std::size_t index = 1; index < life.versions.size(); ++index) {
      const PodVersion& version = life.versions[index];
      std::string what = judge(*life.versions[index - 1].pod, *version.pod);
      if (!what.empty()) return Finding{version.since, api::full_name(*version.pod) + ": " + what};
    }
  }
  return std::nullopt;
}

}  // namespace podreel::invariants
