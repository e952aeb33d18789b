#include "engine/kubelet/allocation/resize_conditions.hpp"

#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/status/status_reasons.hpp"

namespace podreel::kubelet {

const PodResizeConditions* ResizeConditions::find(const memory::Text& uid) const {
  const auto found = pods_.find(uid);
  return found == pods_.end() ? nullptr : &found->second;
}

bool ResizeConditions::set_pending(const memory::Text& uid, ResizeCondition condition) {
  std::optional<ResizeCondition>& pending = pods_[uid].pending;
  const bool is_news = !pending || pending->reason != condition.reason || pending->generation != condition.generation;
  if (pending == condition) return false;
  PODREEL_INVARIANT(!condition.reason.empty(), "a pending resize has a reason");
  pending = std::move(condition);
  ++version_;
  return is_news;
}

void ResizeConditions::clear_pending(const memory::Text& uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end() || !found->second.pending) return;
  found->second.pending.reset();
  ++version_;
}

void ResizeConditions::set_in_progress(const memory::Text& uid, std::int64_t generation) {
  std::optional<ResizeCondition>& in_progress = pods_[uid].in_progress;
  if (in_progress) return;
  PODREEL_INVARIANT(generation >= 0, "a resize in progress belongs to a generation of its pod");
  in_progress = ResizeCondition{{}, {}, generation};
  ++version_;
}

std::optional<std::int64_t> ResizeConditions::set_error(const memory::Text& uid, const memory::Text& message,
                                                        std::int64_t generation) {
  std::optional<ResizeCondition>& in_progress = pods_[uid].in_progress;
  const ResizeCondition failed{status_reason::resize_error, message,
                               in_progress ? in_progress->generation : generation};
  if (in_progress == failed) return std::nullopt;
  in_progress = failed;
  ++version_;
  return failed.generation;
}

std::optional<std::int64_t> ResizeConditions::clear_in_progress(const memory::Text& uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end() || !found->second.in_progress) return std::nullopt;
  const std::int64_t generation = found->second.in_progress->generation;
  found->second.in_progress.reset();
  ++version_;
  return generation;
}

void ResizeConditions::forget(const memory::Text& uid) {
  if (pods_.erase(uid)) ++version_;
}

void ResizeConditions::backfill(const api::Pod& pod) {
  const auto reported = [&pod](const memory::Text& type) -> std::optional<ResizeCondition> {
    const api::PodCondition* condition = api::find_condition(pod.status, type);
    if (condition == nullptr) return std::nullopt;
    return ResizeCondition{condition->reason, condition->message, condition->observed_generation};
  };
  PodResizeConditions conditions{reported(condition_type::resize_pending),
                                 reported(condition_type::resize_in_progress)};
  if (!conditions.pending && !conditions.in_progress) return;
  pods_.insert_or_assign(pod.metadata.uid, std::move(conditions));
  ++version_;
}

}  // namespace podreel::kubelet
