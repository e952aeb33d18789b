#include "engine/kubelet/status/status_manager.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/status/container_id.hpp"
#include "engine/kubelet/status/container_transition.hpp"
#include "engine/kubelet/status/observed_generation.hpp"
#include "engine/kubelet/status/pod_conditions.hpp"
#include "engine/kubelet/status/status_changes.hpp"
#include "engine/kubelet/status/status_merge.hpp"
#include "engine/kubelet/status/status_reasons.hpp"
#include "engine/kubelet/status/terminated_status.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

api::ContainerStatus* find_container(api::PodStatus& status, std::string_view container_id) {
  for (auto* statuses : {&status.container_statuses, &status.init_container_statuses}) {
    const auto found = std::ranges::find_if(*statuses, [&](const api::ContainerStatus& container) {
      return runtime_container_id(container.container_id) == container_id;
    });
    if (found != statuses->end()) return &*found;
  }
  return nullptr;
}

}  // namespace

StatusManager::StatusManager(const Dependencies& dependencies)
    : IdleSleeper{"looks at settled statuses"},
      deps_{dependencies},
      writer_lag_{deps_.timing.stream(timing::Site::status_writer_lag)},
      mirror_reads_{deps_.timing.stream(timing::Site::mirror_requests, "status")},
      requests_{deps_.process, deps_.api_rate} {
  if (deps_.explain_since) notes_.emplace(*deps_.explain_since);
}

StatusManager::StatusPtr StatusManager::find(const memory::Text& uid) const {
  const auto found = entries_.find(uid);
  return found == entries_.end() ? nullptr : found->second.status;
}

const api::PodStatus* StatusManager::status_of(const memory::Text& uid) const {
  const auto found = entries_.find(uid);
  return found == entries_.end() ? nullptr : found->second.status.get();
}

std::uint64_t StatusManager::version_of(const memory::Text& uid) const {
  const auto found = entries_.find(uid);
  return found == entries_.end() ? 0 : found->second.version;
}

void StatusManager::set_pod_status(const api::PodPtr& pod, api::PodStatus&& status) {
  status.observed_generation = observed_generation(*pod, deps_.behaviour);
  update(*pod, std::move(status), pod->metadata.deletion_timestamp.has_value(), false, SetBy::sync);
}

void StatusManager::set_container_readiness(const memory::Text& uid, std::string_view container_id, bool ready) {
  const api::PodPtr pod = deps_.pods.find(uid);
  const StatusPtr known = find(uid);
  if (!pod || !known) return;
  api::PodStatus status = *known;
  api::ContainerStatus* container = find_container(status, container_id);
  if (container == nullptr || container->ready == ready) return;
  container->ready = ready;
  api::set_condition(status.conditions, ready_condition(*pod, status, deps_.behaviour));
  if (deps_.behaviour.has(release::containers_ready_condition)) {
    api::set_condition(status.conditions, containers_ready_condition(*pod, status, deps_.behaviour));
  }
  update(*pod, std::move(status), false, false, SetBy::probe);
}

void StatusManager::set_container_startup(const memory::Text& uid, std::string_view container_id, bool started) {
  const api::PodPtr pod = deps_.pods.find(uid);
  const StatusPtr known = find(uid);
  if (!pod || !known) return;
  api::PodStatus status = *known;
  api::ContainerStatus* container = find_container(status, container_id);
  if (container == nullptr || container->started == started) return;
  container->started = started;
  update(*pod, std::move(status), false, false, SetBy::probe);
}

void StatusManager::terminate_pod(const api::PodPtr& pod) {
  update(*pod, terminated_status(*pod, *last_status(*pod), deps_.behaviour), true, true, SetBy::sync);
}

StatusManager::StatusPtr StatusManager::last_status(const api::Pod& pod) const {
  const auto found = entries_.find(pod.metadata.uid);
  if (found != entries_.end()) return found->second.status;
  const api::PodPtr mirror = deps_.pods.known_mirror_of(pod);
  return mirror ? StatusPtr{mirror, &mirror->status} : StatusPtr{StatusPtr{}, &pod.status};
}

void StatusManager::update(const api::Pod& pod, api::PodStatus&& status, bool force, bool is_finished, SetBy by) {
  const StatusPtr last = last_status(pod);
  const api::PodStatus& before = *last;
  const release::Behaviour& behaviour = deps_.behaviour;
  const memory::Text& uid = pod.metadata.uid;
  if (illegal_transition(pod, before, status, behaviour)) {
    if (notes_) notes_->note_illegal(uid);
    return;
  }
  const sim::Time now = deps_.process.now();
  set_transition_times(status, before, behaviour, now);
  if (before.start_time) {
    status.start_time = before.start_time;
  } else if (!status.start_time) {
    status.start_time = now;
  }
  normalize_status(pod, status);
  const auto [found, is_new] = entries_.try_emplace(uid);
  Entry& entry = found->second;
  entry.is_static = pod.is_static();
  unsettle(found->first, entry);
  if (!is_new && !force && same_for_kubelet(*entry.status, status, behaviour)) {
    if (notes_ && by == SetBy::sync) notes_->note_unchanged(uid);
    return;
  }
  if (notes_) {
    notes_->note_changed(uid, changes_between(before, status), by, now, is_writing_);
  }
  entry.status = memory::make_recycled<const api::PodStatus>(std::move(status));
  report_change(found->first);
  if (entry.version++ == entry.written_version || entry.is_static) unwritten_.insert(found->first);
  entry.is_finished = entry.is_finished || is_finished;
  // The queue compares versions by the static pod's UID, under which none was ever written.
  const bool is_wanted = entry.is_static || is_unwritten(found->first, entry);
  if (is_wanted && behaviour.has(release::every_status_version_is_written)) enqueue(found->first, entry);
  wake();
}

void StatusManager::report_change(const memory::Text& uid) {
  reported_statuses_.changed(uid);
  if (observer_ != nullptr) observer_->on_status_reported(uid);
}

void StatusManager::enqueue(const memory::Text& uid, const Entry& entry) {
  PODREEL_INVARIANT(entry.status && entry.version > 0, "only a status that was set is written");
  if (entry.is_static && awaits_mirror(uid)) return schedule_sync();
  writes_.push_back({uid, entry.status, entry.version, entry.is_finished});
}

void StatusManager::wake() {
  if (std::exchange(is_writing_, true)) {
    changed_while_writing_ = true;
    return;
  }
  const bool late = writer_lag_.draw(timing::status_writer_is_late);
  deps_.process.after(late ? writer_lag_.draw(timing::status_writer_lag) : sim::Duration{},
                      [this] { sync_batch(false); });
}

void StatusManager::schedule_sync() {
  if (std::exchange(is_tick_scheduled_, true)) return;
  deps_.process.at(deps_.ticker.after(deps_.process.now()), [this] {
    is_tick_scheduled_ = false;
    if (is_writing_) return schedule_sync();
    is_writing_ = true;
    sync_batch(true);
    if (deps_.watches_own_writes && !deps_.watches_own_writes()) schedule_sync();
  });
}

void StatusManager::check_all() {
  if (is_writing_ || is_tick_scheduled_) return;
  if (deps_.idle_work == sim::IdleWork::checked) check_settled();
  is_writing_ = true;
  sync_batch(true);
}

void StatusManager::check_settled() const {
  for (const auto& [uid, entry] : entries_) {
    if (entry.is_unsettled) continue;
    const bool has_work = needs_sync(uid, entry) || needs_reconciliation(uid, entry) || awaits_reclamation(uid);
    expect_idle(has_work, uid);
  }
}

void StatusManager::sync_batch(bool all) {
  PODREEL_INVARIANT(is_writing_, "only the writer goes through statuses");
  changed_while_writing_ = false;
  if (all) {
    check_unsettled();
  } else if (!deps_.behaviour.has(release::every_status_version_is_written)) {
    forget_written();
    for (const memory::Text& uid : unwritten_) enqueue(uid, entries_.at(uid));
  }
  write_next();
}

void StatusManager::check_unsettled() {
  std::vector<memory::Text> uids = std::exchange(unsettled_, {});
  std::ranges::sort(uids);
  uids.erase(std::unique(uids.begin(), uids.end()), uids.end());
  for (const memory::Text& uid : uids) {
    const auto found = entries_.find(uid);
    if (found == entries_.end() || !std::exchange(found->second.is_unsettled, false)) continue;
    if (!settle(found->first, found->second)) unsettle(found->first, found->second);
  }
}

void StatusManager::unsettle(const memory::Text& uid, Entry& entry) {
  if (!std::exchange(entry.is_unsettled, true)) unsettled_.push_back(uid);
}

bool StatusManager::settle(const memory::Text& uid, const Entry& entry) {
  if (awaits_reclamation(uid)) schedule_sync();
  const bool is_wanted = needs_sync(uid, entry) || needs_reconciliation(uid, entry);
  if (is_wanted) enqueue(uid, entry);
  // Mirror pods change unheard, and what is left of deleted pods.
  const api::PodPtr pod = deps_.pods.find(uid);
  return !is_wanted && !entry.is_static && !(pod && pod->metadata.deletion_timestamp);
}

void StatusManager::invalidate(const memory::Text& uid) {
  const auto found = entries_.find(uid);
  if (found != entries_.end()) unsettle(found->first, found->second);
}

void StatusManager::forget_written() {
  std::erase_if(unwritten_, [this](const memory::Text& uid) {
    const auto found = entries_.find(uid);
    return found == entries_.end() || !is_unwritten(uid, found->second);
  });
}

bool StatusManager::needs_sync(const memory::Text& uid, const Entry& entry) const {
  if (is_unwritten(uid, entry)) return true;
  const api::PodPtr pod = deps_.pods.find(uid);
  return pod && can_be_deleted(*pod, *entry.status, entry.is_finished);
}

/// Time decides when the pod can go.
bool StatusManager::awaits_reclamation(const memory::Text& uid) const {
  if (deps_.behaviour.has(release::finished_pods_get_terminal_phase)) return false;
  const api::PodPtr pod = deps_.pods.find(uid);
  return pod && pod->metadata.deletion_timestamp.has_value();
}

bool StatusManager::awaits_mirror(const memory::Text& uid) const {
  return deps_.pods.uid_in_api(uid).empty();
}

bool StatusManager::needs_reconciliation(const memory::Text& uid, const Entry& entry) const {
  const api::PodPtr pod = deps_.pods.find_in_api(uid);
  if (!pod) return false;
  api::PodStatus in_api = pod->status;
  normalize_status(*pod, in_api);
  leave_out_unknown(in_api, *entry.status);
  return !same_for_kubelet(in_api, *entry.status, deps_.behaviour);
}

template <class Request>
void StatusManager::ask(const memory::Text& uid, Request request) {
  const sim::Duration wait = requests_.take();
  if (wait == sim::Duration{}) return request();
  if (notes_) notes_->note_rate_wait(uid, wait);
  deps_.process.after(wait, std::move(request));
}

void StatusManager::write_next() {
  if (writes_.empty()) {
    is_writing_ = false;
    if (changed_while_writing_) wake();
    return;
  }
  PODREEL_INVARIANT(is_writing_, "only the writer takes what is to be written");
  Write first = std::move(writes_.front());
  writes_.pop_front();
  const memory::Text uid = first.uid;
  const auto found = entries_.find(uid);
  const bool is_static = found != entries_.end() && found->second.is_static;
  const sim::Duration until_read = is_static ? mirror_reads_.draw(timing::mirror_status_read) : sim::Duration{};
  auto begin = [this, uid, next = std::move(first)]() mutable {
    ask(uid, [this, next = std::move(next)]() mutable { begin_write(std::move(next)); });
  };
  if (until_read == sim::Duration{}) return begin();
  deps_.process.after(until_read, std::move(begin));
}

void StatusManager::begin_write(Write next) {
  const api::PodPtr found = deps_.api.get_pod(next.uid);
  if (found && deps_.api.is_reachable() && deps_.pods.translate_uid(found->metadata.uid) != next.uid) {
    // The name belongs to another pod, or to a mirror pod that the kubelet has not received yet.
    forget(next.uid);
    return write_next();
  }
  deps_.process.after(deps_.timing.takes(timing::status_write),
                      [this, next = std::move(next), uid = found ? found->metadata.uid : memory::Text{}]() mutable {
                        const memory::Text of = next.uid;
                        ask(of, [this, next = std::move(next), uid = std::move(uid)] {
                          write(next, uid);
                          write_next();
                        });
                      });
}

void StatusManager::forget(const memory::Text& uid) {
  entries_.erase(uid);
  if (notes_) notes_->forget(uid);
  report_change(uid);
}

void StatusManager::write(const Write& write, const memory::Text& found_uid) {
  if (!deps_.api.is_reachable()) {
    if (notes_) notes_->note_unreachable(write.uid);
    return schedule_sync();
  }
  const api::PodPtr pod = deps_.api.get_pod(write.uid);
  if (!pod || pod->metadata.uid != found_uid) {
    if (entries_.contains(write.uid)) schedule_sync();
    return;
  }
  const bool delay = deps_.behaviour.has(release::terminal_phase_waits_for_containers) &&
                     deps_.safety.could_have_running_containers(pod->metadata.uid);
  const bool holds_phase_back = delay && is_terminal(write.status->phase);
  api::PodStatus merged = merge_status(*pod, *write.status, delay, deps_.behaviour, deps_.process.now());
  const api::PodPtr written = patch(write.uid, pod, std::move(merged), holds_phase_back);
  if (!written && deps_.api.get_pod(write.uid)) return schedule_sync();
  note_written(write, written);
  // The API does not know yet that the pod has ended.
  if (holds_phase_back) schedule_sync();
  if (!written) return;
  if (!written->metadata.deletion_timestamp || written->is_mirror()) return;
  if (can_be_deleted(*written, *write.status, write.is_finished)) {
    deps_.api.delete_pod(write.uid);
    forget(write.uid);
  } else {
    schedule_sync();
  }
}

api::PodPtr StatusManager::patch(const memory::Text& uid, const api::PodPtr& pod, api::PodStatus&& merged,
                                 bool holds_phase_back) {
  if (merged == pod->status) {
    if (notes_) notes_->note_same_in_api(uid);
    return pod;
  }
  trace::Explanation why;
  if (notes_) why = notes_->written(uid, deps_.process.now(), holds_phase_back);
  return deps_.api.patch_pod_status(pod->metadata.uid, std::move(merged), std::move(why));
}

void StatusManager::note_written(const Write& write, const api::PodPtr& written) {
  const auto found = entries_.find(write.uid);
  if (found == entries_.end()) return;
  Entry& entry = found->second;
  entry.written_version = std::max(entry.written_version, write.version);
  if (!written) return;
  if (written->is_mirror()) mirror_versions_.insert_or_assign(written->metadata.uid, write.version);
  // Most statuses rest as they were written: one copy is enough.
  if (*entry.status == written->status) entry.status = StatusPtr{written, &written->status};
}

bool StatusManager::is_unwritten(const memory::Text& uid, const Entry& entry) const {
  if (!entry.is_static || !deps_.api.is_reachable()) return entry.version > entry.written_version;
  const auto found = mirror_versions_.find(deps_.pods.uid_in_api(uid));
  return found == mirror_versions_.end() || entry.version > found->second;
}

bool StatusManager::can_be_deleted(const api::Pod& pod, const api::PodStatus& status, bool is_finished) const {
  if (!pod.metadata.deletion_timestamp) return false;
  if (!deps_.behaviour.has(release::finished_pods_get_terminal_phase))
    return deps_.safety.resources_are_reclaimed(pod, status);
  return is_terminal(pod.status.phase) && is_finished;
}

bool StatusManager::needs_readiness_reconciliation(const api::Pod& pod) const {
  if (pod.spec->readiness_gates.empty()) return false;
  const api::PodCondition* reported = api::find_condition(pod.status, condition_type::ready);
  if (reported == nullptr) return false;
  // The statuses of init containers are left out, so that sidecars have none, and the message always differs.
  api::PodStatus status = pod.status;
  status.init_container_statuses.clear();
  const api::PodCondition expected = ready_condition(pod, status, deps_.behaviour);
  return reported->status != expected.status || reported->message != expected.message;
}

void StatusManager::remove_orphaned_statuses(const std::vector<memory::Text>& uids) {
  std::vector<memory::Text> orphaned;
  for (const auto& [uid, entry] : entries_) {
    if (!std::ranges::binary_search(uids, uid)) orphaned.push_back(uid);
  }
  for (const memory::Text& uid : orphaned) {
    if (notes_) notes_->forget(uid);
    entries_.erase(uid);
    reported_statuses_.changed(uid);
  }
}

nlohmann::ordered_json StatusManager::take_notes(const memory::Text& uid) {
  return notes_ ? notes_->take(uid) : nlohmann::ordered_json::array();
}

}  // namespace podreel::kubelet
