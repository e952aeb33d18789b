#include "engine/kubelet/config/pod_config.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

namespace {

bool differ_semantically(const api::Pod& before, const api::Pod& after) {
  return before.spec != after.spec || before.metadata.labels != after.metadata.labels ||
         before.metadata.annotations != after.metadata.annotations ||
         before.metadata.deletion_timestamp != after.metadata.deletion_timestamp ||
         before.metadata.deletion_grace_period_seconds != after.metadata.deletion_grace_period_seconds;
}

/// Place of an operation among those that one list brings.
int order_of(const PodUpdate& update) {
  switch (update.operation) {
    case PodOperation::remove:
      return 0;
    case PodOperation::add:
      return 1;
    default:
      return 2;
  }
}

/// HandlePodAdditions takes the oldest pod first.
bool comes_before(const PodUpdate& left, const PodUpdate& right) {
  if (order_of(left) != order_of(right)) return order_of(left) < order_of(right);
  return left.operation == PodOperation::add &&
         left.pod->metadata.creation_timestamp < right.pod->metadata.creation_timestamp;
}

}  // namespace

std::string_view to_string(PodOperation operation) noexcept {
  switch (operation) {
    case PodOperation::add:
      return "ADD";
    case PodOperation::update:
      return "UPDATE";
    case PodOperation::remove:
      return "REMOVE";
    case PodOperation::graceful_delete:
      return "DELETE";
    case PodOperation::reconcile:
      return "RECONCILE";
  }
  return "";
}

std::optional<PodUpdate> PodConfig::observe(const api::PodPtr& pod) {
  const auto found = pods_.find(pod->metadata.uid);
  if (found == pods_.end()) {
    pods_.try_emplace(pod->metadata.uid, pod);
    return PodUpdate{PodOperation::add, pod};
  }
  const api::PodPtr before = std::exchange(found->second, pod);
  PODREEL_INVARIANT(before, "a source remembers the last version of each of its pods");
  if (differ_semantically(*before, *pod)) {
    return PodUpdate{pod->metadata.deletion_timestamp ? PodOperation::graceful_delete : PodOperation::update, pod};
  }
  if (before->status == pod->status) return std::nullopt;
  return PodUpdate{PodOperation::reconcile, pod};
}

std::optional<PodUpdate> PodConfig::observe_removal(const memory::Text& uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end()) return std::nullopt;
  PodUpdate update{PodOperation::remove, std::move(found->second)};
  pods_.erase(found);
  return update;
}

memory::RecycledVector<PodUpdate> PodConfig::replace(const std::vector<api::PodPtr>& pods) {
  memory::RecycledVector<PodUpdate> updates;
  for (const memory::Text& uid : memory::sorted_keys(pods_)) {
    const bool stays = std::ranges::any_of(pods, [&uid](const api::PodPtr& pod) { return pod->metadata.uid == uid; });
    if (!stays) updates.push_back(*observe_removal(uid));
  }
  for (const api::PodPtr& pod : pods) {
    if (auto update = observe(pod)) updates.push_back(*std::move(update));
  }
  PODREEL_INVARIANT(pods_.size() <= pods.size(), "a source has the pods that it was listed with");
  std::stable_sort(updates.begin(), updates.end(), comes_before);
  return updates;
}

}  // namespace podreel::kubelet
