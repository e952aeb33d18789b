#include "tools/cli/run/step_history.hpp"

#include <map>
#include <string>

#include "engine/invariant.hpp"
#include "engine/trace/narration.hpp"

namespace podreel::cli {

void StepHistory::write(const trace::Record& record) {
  if (details_ || !trace::narrate(record).is_detail) records_.push_back(record);
}

void StepHistory::pod_changed(sim::Time time, const api::PodPtr& pod, bool gone) {
  PODREEL_INVARIANT(pod != nullptr, "a change has a pod, even if the pod was removed");
  PODREEL_INVARIANT(changes_.empty() || changes_.back().time <= time, "changes of pods are ordered by time");
  changes_.push_back({time, pod, gone});
}

std::vector<api::PodPtr> StepHistory::pods_at(sim::Time time) const {
  std::map<std::string, api::PodPtr> by_name;
  for (const PodChange& change : changes_) {
    if (change.time > time) break;
    if (change.gone) {
      by_name.erase(api::full_name(*change.pod));
    } else {
      by_name.insert_or_assign(api::full_name(*change.pod), change.pod);
    }
  }
  std::vector<api::PodPtr> pods;
  for (const auto& [name, pod] : by_name) pods.push_back(pod);
  return pods;
}

}  // namespace podreel::cli
