#include "pleg/generic_pleg.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/go_text.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"
#include "pleg/pod_ips.hpp"

namespace podreel::pleg {

using lifecycle::Detection;

namespace {

sim::Duration until_first_relist(const GenericPlegOptions& options, timing::Timing& timing) {
  timing::Stream phase = timing.stream(timing::Site::relist_phase);
  if (!options.starts_after) return phase.draw(timing::relist_phase, options.relist_period);
  return *options.starts_after + phase.draw(timing::first_relist);
}

}  // namespace

GenericPleg::GenericPleg(const sim::Process& process, runtime::Runtime& runtime, runtime::ChangeFeed& changes,
                         kubelet::PodCache& cache, timing::Timing& timing, trace::Recorder& recorder,
                         GenericPlegOptions options)
    : IdleSleeper{"relists"},
      process_{process},
      runtime_{runtime},
      changes_{changes},
      cache_{cache},
      options_{options},
      channel_{cache, recorder, options.channel_capacity},
      cost_{timing.stream(timing::Site::relist_cost)},
      inspection_delay_{timing.stream(timing::Site::relist_inspection)},
      request_delay_{timing.stream(timing::Site::pod_relist)},
      relist_cost_{cost_.draw(timing::relist_cost)},
      ended_{process.now() - options.relist_period + until_first_relist(options, timing)},
      has_completed_{!options.starts_after} {
  began_ = ended_ - relist_cost_;
}

void GenericPleg::start() {
  cache_.fill_from(*this);
  depends_on({runtime_changes_});
  changes_.on_observable_change([this](const memory::Text& pod_uid) { runtime_changes_.changed(pod_uid); });
  schedule_relist();
}

std::optional<std::string> GenericPleg::health_problem() const {
  const std::optional<sim::Time> begun = inspects_since_ ? inspects_since_ : last_begun();
  if (!begun) return "pleg has yet to be successful";
  const sim::Duration elapsed = process_.now() - *begun;
  if (elapsed <= options_.relist_threshold) return std::nullopt;
  return fmt::format("pleg was last seen active {} ago; threshold is {}", release::go_duration(elapsed),
                     release::go_duration(options_.relist_threshold));
}

void GenericPleg::schedule_relist() {
  is_needed_ = true;
  schedule();
}

void GenericPleg::schedule() {
  if (scheduled_ || running_) return;
  scheduled_ = true;
  process_.at_end_of(next_relist_time(), [this] {
    scheduled_ = false;
    if (running_) {
      is_due_ = true;
    } else {
      sim::spawn(process_, relist());
    }
  });
}

sim::Time GenericPleg::next_relist_time() const {
  const sim::Time first = ended_ + options_.relist_period;
  const sim::Time now = process_.now();
  if (now <= first) return first;
  const sim::Duration distance = options_.relist_period + relist_cost_;
  const auto skipped = (now - first + distance - sim::Duration{1}) / distance;
  return first + skipped * distance;
}

std::optional<sim::Time> GenericPleg::last_completed() const {
  if (!has_completed_) return std::nullopt;
  return running_ ? began_ : last_begun();
}

std::optional<sim::Time> GenericPleg::last_begun() const {
  if (!has_completed_) return std::nullopt;
  if (running_ || is_due_) return began_;
  const sim::Time first = ended_ + options_.relist_period;
  const sim::Time now = process_.now();
  if (now <= first) return began_;
  const sim::Duration distance = options_.relist_period + relist_cost_;
  return first + (now - first - sim::Duration{1}) / distance * distance;
}

sim::Task<> GenericPleg::relist() {
  const sim::Time began = process_.now();
  if (const std::optional<sim::Time> before = last_begun()) began_ = *before;
  PODREEL_INVARIANT(began_ <= began, "a relist begins after the one before it");
  is_due_ = false;
  const bool is_alone = !std::exchange(running_, true);
  const bool was_needed = std::exchange(is_needed_, false) || !is_alone;
  const std::uint64_t version = changes_.observable_version();
  const std::optional<std::vector<runtime::RunningPod>> pods = co_await list();
  if (pods) {
    inspects_since_ = began;
    const bool saw_changes = co_await inspect_changed(*pods, began);
    // The duration of relists varies, so the phase drifts between two restarts of a container.
    if (!options_.skip_idle_relists && !was_needed && !is_needed_) expect_idle(saw_changes);
    if (saw_changes) relist_cost_ = cost_.draw(timing::relist_cost);
    began_ = began;
    has_completed_ = true;
    PODREEL_INVARIANT(!listed_version_ || *listed_version_ <= version, "versions of the runtime only grow");
    listed_version_ = version;
    inspects_since_.reset();
  }
  ended_ = process_.now() + relist_cost_;
  PODREEL_INVARIANT(began_ <= ended_, "a relist ends after it began");
  running_ = false;
  cache_.notify();
  for (RelistRequest& request : std::exchange(requests_, {})) sim::spawn(process_, relist_pod(std::move(request)));
  const bool something_new = changes_.observable_version() != version || !to_reinspect_.empty() || !watched_.empty();
  const bool may_see_more = something_new || !has_completed_ || !changes_.relist_is_instant();
  if (may_see_more) schedule_relist();
  if (!options_.skip_idle_relists) schedule();
}

sim::Task<std::optional<std::vector<runtime::RunningPod>>> GenericPleg::list() {
  const bool can_skip = options_.skip_idle_relists && changes_.relist_is_instant();
  if (can_skip && listed_version_ && to_reinspect_.empty() && watched_.empty()) {
    std::optional<std::vector<runtime::RunningPod>> changed = changes_.pods_changed_since(*listed_version_);
    if (changed) co_return changed;
  }
  auto pods = co_await runtime_.get_pods(process_, true);
  if (!pods) co_return std::nullopt;
  co_return records_.with_gone(std::move(*pods));
}

sim::Task<bool> GenericPleg::inspect_changed(const std::vector<runtime::RunningPod>& pods, sim::Time began) {
  const std::set<memory::Text> again = std::exchange(to_reinspect_, {});
  const std::set<memory::Text> watched = std::exchange(watched_, {});
  bool saw_changes = false;
  for (const runtime::RunningPod& pod : pods) {
    const StateChanges changes = records_.changes(pod);
    const bool is_watched = watched.contains(pod.uid);
    if (changes.empty() && !is_watched && !again.contains(pod.uid)) continue;
    if (!saw_changes) co_await sim::sleep_for(process_, inspection_delay_.draw(timing::relist_inspection));
    saw_changes = true;
    co_await reconcile(pod, changes, is_watched, {Detection::By::relist, began});
  }
  co_return saw_changes;
}

sim::Task<bool> GenericPleg::inspect(const runtime::RunningPod& pod, sim::Time began) {
  if (is_gone(pod)) {
    cache_.remove(pod.uid);
    co_return true;
  }
  auto answer = co_await runtime_.get_pod_status(process_, pod.uid);
  if (answer && (*answer)->vanished && !options_.leaves_out_vanished) answer = *(*answer)->vanished;
  if (!answer) {
    cache_.set(pod.uid, {cache_.get(pod.uid).status, answer.error()}, began);
    to_reinspect_.insert(pod.uid);
    co_return false;
  }
  cache_.set(pod.uid, {with_known_ips(*answer, cache_.get(pod.uid)), {}}, began);
  co_return true;
}

sim::Task<> GenericPleg::reconcile(const runtime::RunningPod& pod, const StateChanges& changes, bool is_watched,
                                   lifecycle::Detection seen) {
  const bool inspected = co_await inspect(pod, seen.at);
  if (!inspected) {
    if (is_watched) watched_.insert(pod.uid);
    co_return;
  }
  records_.update(pod);
  channel_.send(pod.uid, changes, OnRemoval::only_removed, seen);
  if (is_watched) channel_.send_condition_met(pod.uid, seen);
}

void GenericPleg::reinspect(const memory::Text& pod_uid) {
  watched_.insert(pod_uid);
  schedule_relist();
}

void GenericPleg::request_relist(const memory::Text& pod_uid) {
  sim::spawn(process_, relist_pod({pod_uid, process_.now()}));
}

sim::Task<> GenericPleg::relist_pod(RelistRequest request) {
  const sim::Duration delay = request_delay_.draw(timing::pod_relist);
  co_await sim::sleep_for(process_, std::max<sim::Duration>(delay, timing::pod_relist_min));
  if (running_) {
    requests_.push_back(std::move(request));
    co_return;
  }
  const std::optional<sim::Time> before = last_begun();
  if (before && *before > request.made_at) co_return;
  if (before) began_ = *before;
  running_ = true;
  const sim::Time began = process_.now();
  const runtime::Result<runtime::RunningPod> pod = co_await runtime_.get_pod(process_, request.pod_uid);
  if (pod) {
    const StateChanges changes = records_.changes(*pod);
    const bool again = to_reinspect_.erase(request.pod_uid) > 0;
    const bool is_watched = watched_.erase(request.pod_uid) > 0;
    if (!changes.empty() || again || is_watched) {
      co_await reconcile(*pod, changes, is_watched, {Detection::By::pod_relist, began});
    }
    cache_.set_observed_time(request.pod_uid, began);
  }
  running_ = false;
  cache_.notify();
  if (is_due_) {
    sim::spawn(process_, relist());
  } else {
    schedule_relist();
  }
}

}  // namespace podreel::pleg
