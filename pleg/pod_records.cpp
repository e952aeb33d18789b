#include "pleg/pod_records.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "engine/invariant.hpp"

namespace podreel::pleg {

namespace {

RecordedState recorded(runtime::ContainerState state) {
  switch (state) {
    case runtime::ContainerState::running:
      return RecordedState::running;
    case runtime::ContainerState::exited:
      return RecordedState::exited;
    case runtime::ContainerState::created:
    case runtime::ContainerState::unknown:
      break;
  }
  return RecordedState::unknown;
}

RecordedState recorded(runtime::SandboxState state) {
  return state == runtime::SandboxState::ready ? RecordedState::running : RecordedState::exited;
}

template <class Summaries>
bool has_id(const Summaries& summaries, const memory::Text& id) {
  return std::ranges::any_of(summaries, [&id](const auto& summary) { return summary.id == id; });
}

}  // namespace

std::string_view to_string(RecordedState state) noexcept {
  switch (state) {
    case RecordedState::non_existent:
      return "non-existent";
    case RecordedState::running:
      return "running";
    case RecordedState::exited:
      return "exited";
    case RecordedState::unknown:
      break;
  }
  return "unknown";
}

std::size_t PodRecords::place_of(const States& states, const memory::Text& id, std::size_t first) {
  const auto begin = states.begin();
  const auto from = begin + static_cast<std::ptrdiff_t>(std::min(first, states.size()));
  const auto behind = std::find_if(from, states.end(), [&id](const Recorded& old) { return old.id == id; });
  if (behind != states.end()) return static_cast<std::size_t>(behind - begin);
  const auto ahead = std::find_if(begin, from, [&id](const Recorded& old) { return old.id == id; });
  return ahead == from ? states.size() : static_cast<std::size_t>(ahead - begin);
}

StateChanges PodRecords::changes(const runtime::RunningPod& current) const {
  static const States none;
  const auto found = pods_.find(current.uid);
  const States& before = found == pods_.end() ? none : found->second;
  StateChanges result;
  std::size_t found_before = 0;
  std::size_t next = 0;
  const auto compare = [&](const memory::Text& id, RecordedState now) {
    const std::size_t place = place_of(before, id, next);
    const bool is_known = place != before.size();
    if (is_known) {
      next = place + 1;
      ++found_before;
    }
    const RecordedState was = is_known ? before[place].state : RecordedState::non_existent;
    if (was != now) result.push_back({id, was, now});
  };
  for (const runtime::ContainerSummary& container : current.containers) {
    compare(container.id, recorded(container.state));
  }
  for (const runtime::SandboxSummary& sandbox : current.sandboxes) compare(sandbox.id, recorded(sandbox.state));
  if (found_before == before.size()) return result;
  for (const Recorded& old : before) {
    PODREEL_INVARIANT(old.state != RecordedState::non_existent, "what does not exist is not recorded");
    const bool still_there = has_id(current.containers, old.id) || has_id(current.sandboxes, old.id);
    if (!still_there) result.push_back({old.id, old.state, RecordedState::non_existent});
  }
  return result;
}

void PodRecords::update(const runtime::RunningPod& current) {
  if (current.containers.empty() && current.sandboxes.empty()) {
    pods_.erase(current.uid);
    return;
  }
  States& states = pods_[current.uid];
  states.clear();
  states.reserve(current.containers.size() + current.sandboxes.size());
  for (const runtime::ContainerSummary& container : current.containers) {
    states.push_back({container.id, recorded(container.state)});
  }
  for (const runtime::SandboxSummary& sandbox : current.sandboxes) {
    states.push_back({sandbox.id, recorded(sandbox.state)});
  }
  PODREEL_INVARIANT(!states.empty(), "a pod of which nothing is left has no record");
}

std::vector<memory::Text> PodRecords::uids() const {
  return memory::sorted_keys(pods_);
}

std::vector<runtime::RunningPod> PodRecords::with_gone(std::vector<runtime::RunningPod> listed) const {
  std::ranges::sort(listed, {}, &runtime::RunningPod::uid);
  std::vector<runtime::RunningPod> gone;
  for (const memory::Text& uid : uids()) {
    if (std::ranges::binary_search(listed, uid, {}, &runtime::RunningPod::uid)) continue;
    gone.push_back({uid, {}, {}, {}, {}});
  }
  std::ranges::move(gone, std::back_inserter(listed));
  std::ranges::sort(listed, {}, &runtime::RunningPod::uid);
  return listed;
}

bool is_gone(const runtime::RunningPod& pod) noexcept {
  return pod.containers.empty() && pod.sandboxes.empty();
}

std::span<const lifecycle::EventType> events_of(const StateChange& change, OnRemoval on_removal) {
  using lifecycle::EventType;
  static constexpr std::array started{EventType::container_started};
  static constexpr std::array died{EventType::container_died};
  static constexpr std::array changed{EventType::container_changed};
  static constexpr std::array removed{EventType::container_removed};
  static constexpr std::array died_and_removed{EventType::container_died, EventType::container_removed};
  switch (change.now) {
    case RecordedState::running:
      return started;
    case RecordedState::exited:
      return died;
    case RecordedState::unknown:
      return changed;
    case RecordedState::non_existent:
      break;
  }
  const bool has_died_before = change.before == RecordedState::exited;
  if (has_died_before && on_removal == OnRemoval::only_removed) return removed;
  return died_and_removed;
}

}  // namespace podreel::pleg
