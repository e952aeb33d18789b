// Pods that must end after a time: activeDeadlineSeconds.
#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/kubelet/tick_scheduler.hpp"

namespace podreel::kubelet {

/// pkg/kubelet/active_deadline.go. A deadline counts from status.startTime, which has whole seconds; from then on
/// the pod is in every SYNC tick.
class ActiveDeadlines {
 public:
  static constexpr std::string_view reason = "DeadlineExceeded";
  static constexpr std::string_view message = "Pod was active on the node longer than the specified deadline";

  /// `ticks` must outlive the deadlines; each deadline requests a SYNC tick from it.
  explicit ActiveDeadlines(TickScheduler& ticks) noexcept : ticks_{ticks} {}

  /// The pod as it now is, with the start time that its status has, if any.
  void update(const api::Pod& pod, std::optional<sim::Time> start_time);
  void remove(std::string_view uid);

  /// When the first deadline passes; nothing if no pod has one.
  [[nodiscard]] std::optional<sim::Time> next() const;
  [[nodiscard]] bool has_passed(std::string_view uid, sim::Time now) const;
  /// The pods whose deadline has passed.
  [[nodiscard]] std::vector<memory::Text> passed(sim::Time now) const;

 private:
  TickScheduler& ticks_;
  std::map<memory::Text, sim::Time, std::less<>> deadlines_;
};

}  // namespace podreel::kubelet
