// Timeline record of a runtime call.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "engine/api/linux_resources.hpp"
#include "engine/sim/time.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::runtime_fake {

struct Container;

/// Reserves the place where the call begins, and records the call there once it has returned.
class CallRecord {
 public:
  /// `pod` is "namespace/name", or empty.
  CallRecord(trace::Recorder& recorder, std::string pod, trace::RuntimeCall call)
      : recorder_{recorder}, place_{recorder.reserve()}, pod_{std::move(pod)}, call_{std::move(call)} {}

  /// To be completed before the call returns.
  [[nodiscard]] trace::RuntimeCall& call() noexcept { return call_; }

  /// Records the duration of the call and its `error`, if it failed. Called once.
  void record_result(std::optional<std::string> error, sim::Duration took) {
    if (error) call_.error = std::move(error);
    call_.dur = took;
    recorder_.fill(place_, pod_, std::move(call_));
  }

 private:
  trace::Recorder& recorder_;
  trace::Recorder::Reservation place_;
  std::string pod_;
  trace::RuntimeCall call_;
};

/// Null where nobody records.
using CallRecordPtr = std::unique_ptr<CallRecord>;

/// A call about a container.
[[nodiscard]] trace::RuntimeCall call_about(std::string_view op, const Container& container);
/// Adds the resources that a call gives, but for those that are zero.
void set_resources(trace::RuntimeCall& call, const api::LinuxResources& resources);

}  // namespace podreel::runtime_fake
