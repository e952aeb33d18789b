#include "runtime_fake/change_log.hpp"

#include <algorithm>

#include "engine/invariant.hpp"

namespace podreel::runtime_fake {

void ChangeLog::record(PodEntry& pod) {
  unlink(pod);
  pod.changed = ++version_;
  PODREEL_INVARIANT(last_changed_ == nullptr || last_changed_->changed < pod.changed,
                    "the version of a change is greater than those of all earlier changes");
  pod.changed_before = last_changed_;
  if (last_changed_ != nullptr) last_changed_->changed_after = &pod;
  last_changed_ = &pod;
  notify(pod.uid);
}

void ChangeLog::record_for_all() {
  ++version_;
  notify({});
}

void ChangeLog::remove(PodEntry& pod) {
  unlink(pod);
  PODREEL_INVARIANT(pod.changed <= version_, "a pod that goes has changed no later than now");
  constexpr std::size_t max_remembered = 1024;
  if (pod.changed > 0) gone_.emplace_back(pod.changed, pod.uid);
  if (gone_.size() > max_remembered) {
    gone_known_since_ = std::max(gone_known_since_, gone_.front().first);
    gone_.pop_front();
  }
}

std::optional<ChangeLog::Changes> ChangeLog::since(std::uint64_t version) const {
  PODREEL_INVARIANT(version <= version_, "nobody has seen a version that is still to come");
  if (version < gone_known_since_) return std::nullopt;
  Changes changes;
  for (const PodEntry* pod = last_changed_; pod != nullptr && pod->changed > version; pod = pod->changed_before) {
    changes.pods.push_back(pod);
  }
  std::ranges::sort(changes.pods, {}, &PodEntry::uid);
  for (const auto& [last_change, uid] : gone_) {
    if (last_change > version) changes.gone.push_back(uid);
  }
  std::ranges::sort(changes.gone);
  changes.gone.erase(std::unique(changes.gone.begin(), changes.gone.end()), changes.gone.end());
  return changes;
}

void ChangeLog::unlink(PodEntry& pod) noexcept {
  if (pod.changed_before != nullptr) pod.changed_before->changed_after = pod.changed_after;
  if (pod.changed_after != nullptr) pod.changed_after->changed_before = pod.changed_before;
  if (last_changed_ == &pod) last_changed_ = pod.changed_before;
  pod.changed_before = nullptr;
  pod.changed_after = nullptr;
}

void ChangeLog::notify(const memory::Text& pod_uid) {
  // By index: a listener may add another.
  for (std::size_t index = 0; index < listeners_.size(); ++index) listeners_[index](pod_uid);
}

}  // namespace podreel::runtime_fake
