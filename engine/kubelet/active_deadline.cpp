#include "engine/kubelet/active_deadline.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

void ActiveDeadlines::update(const api::Pod& pod, std::optional<sim::Time> start_time) {
  if (!pod.spec->active_deadline_seconds || !start_time) return;
  const std::chrono::seconds allowed{*pod.spec->active_deadline_seconds};
  const sim::Time deadline = sim::truncated_to_seconds(*start_time) + allowed;
  const auto [entry, is_new] = deadlines_.try_emplace(pod.metadata.uid, deadline);
  PODREEL_INVARIANT(!pod.metadata.uid.empty(), "a pod with a deadline has a UID");
  const bool is_other = std::exchange(entry->second, deadline) != deadline;
  if (is_new || is_other) ticks_.schedule_sync_tick(deadline);
}

void ActiveDeadlines::remove(std::string_view uid) {
  const auto found = deadlines_.find(uid);
  if (found != deadlines_.end()) deadlines_.erase(found);
}

std::optional<sim::Time> ActiveDeadlines::next() const {
  const auto first = std::ranges::min_element(deadlines_, {}, [](const auto& entry) { return entry.second; });
  return first == deadlines_.end() ? std::nullopt : std::optional{first->second};
}

bool ActiveDeadlines::has_passed(std::string_view uid, sim::Time now) const {
  const auto found = deadlines_.find(uid);
  return found != deadlines_.end() && found->second <= now;
}

std::vector<memory::Text> ActiveDeadlines::passed(sim::Time now) const {
  std::vector<memory::Text> result;
  for (const auto& [uid, deadline] : deadlines_) {
    if (deadline <= now) result.push_back(uid);
  }
  PODREEL_INVARIANT(result.size() <= deadlines_.size(), "a pod has one deadline");
  return result;
}

}  // namespace podreel::kubelet
