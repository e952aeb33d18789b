#include "scenarios/reproduce/draft/container_story.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

ContainerStory::ContainerStory(const SeenPod& pod, const ContainerPlan& container, const Plan& plan)
    : pod_{pod},
      container_{container},
      plan_{plan},
      seen_{pod.find(container.name)},
      rows_show_it_{is_shown_by_rows()} {
  PODREEL_INVARIANT(seen_ == nullptr || seen_->name == container.name,
                    "a container's story is read from its own state");
}

bool ContainerStory::crashes() const {
  return has_back_off_event() || waits_in_back_off() || has_ended_in_rows() || ended() || restarts() > 0 ||
         has_started_again();
}

bool ContainerStory::is_ongoing() const {
  if (has_only_last_state()) return !is_held_back();
  if (is_init_done_in_rows() || runs_in_last_row()) return true;
  return !is_held_back() && runs_in_state();
}

std::uint32_t ContainerStory::restarts() const {
  std::uint32_t restarts = rows_show_it_ ? row_restarts() : 0;
  if (seen_ != nullptr) restarts = std::max(restarts, seen_->restarts.value_or(0));
  restarts = std::max(restarts, restarts_by_back_off(pod_, container_.name));
  return has_only_last_state() ? std::max<std::uint32_t>(restarts, 1) : restarts;
}

std::optional<Ended> ContainerStory::ended() const {
  if (seen_ == nullptr) return std::nullopt;
  return seen_->last ? seen_->last : seen_->ended;
}

/// Rows do not name containers. A row shows the container in back-off, or the first one it can be about.
bool ContainerStory::is_shown_by_rows() const {
  const bool are_about_init =
      std::ranges::any_of(pod_.rows, [](const SeenRow& row) { return row.status.starts_with("Init:"); });
  if (are_about_init != container_.is_init) return false;
  if (times_of(pod_, "BackOff") > 0) return times_of(pod_, "BackOff", container_.name) > 0;
  const auto first = std::ranges::find(plan_.containers, container_.is_init, &ContainerPlan::is_init);
  return first != plan_.containers.end() && first->name == container_.name;
}

std::uint32_t ContainerStory::row_restarts() const {
  std::uint32_t restarts = 0;
  for (const SeenRow& row : pod_.rows) restarts = std::max(restarts, row.restarts.value_or(0));
  return restarts;
}

bool ContainerStory::has_back_off_event() const {
  return std::ranges::any_of(events_of(pod_, "BackOff", container_.name),
                             [](const SeenEvent* event) { return event->message.starts_with("Back-off restarting"); });
}

bool ContainerStory::waits_in_back_off() const {
  return waits_for(pod_, container_.name, "CrashLoopBackOff") ||
         (rows_show_it_ && has_status(pod_, container_.is_init, {"CrashLoopBackOff"}));
}

bool ContainerStory::has_ended_in_rows() const {
  return rows_show_it_ &&
         has_status(pod_, container_.is_init, {"Error", "Completed", "OOMKilled", "ContainerCannotRun", "NotReady"});
}

bool ContainerStory::has_started_again() const {
  const std::uint64_t starts =
      std::max(times_of(pod_, "Started", container_.name), times_of(pod_, "Created", container_.name));
  return starts > 1 && times_of(pod_, "SandboxChanged") == 0;
}

bool ContainerStory::has_only_last_state() const {
  return seen_ != nullptr && seen_->last && seen_->state.empty() && !seen_->restarts;
}

bool ContainerStory::is_init_done_in_rows() const {
  if (!container_.is_init || !rows_show_it_) return false;
  const auto position =
      std::ranges::find(plan_.containers, container_.name, &ContainerPlan::name) - plan_.containers.begin();
  return std::ranges::any_of(pod_.rows, [position](const SeenRow& row) {
    const auto done = init_containers_done(row.status);
    return done ? std::cmp_greater(*done, position) : row.status == "PodInitializing" || row.status == "Running";
  });
}

bool ContainerStory::runs_in_last_row() const {
  if (container_.is_init || !rows_show_it_ || pod_.rows.empty()) return false;
  const SeenRow& row = pod_.rows.back();
  return row.status == "Running" && (row.ready == row.containers || !has_back_off_event());
}

bool ContainerStory::runs_in_state() const {
  return seen_ != nullptr && (seen_->state == "Running" || seen_->ready == true);
}

}  // namespace podreel::reproduce
