// A call of a public container runtime, from the kubelet's question to the runtime's reply.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/sim/completion.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/record.hpp"
#include "podreel/runtime.hpp"
#include "runtime_fake/call_record.hpp"

namespace podreel::facade {

/// A call under way: the first of reply and timeout ends it, whether or not its caller still lives.
template <class Value>
class PendingCall {
 public:
  /// `record` may be null, and `on_success` empty.
  PendingCall(const sim::Process& caller, const sim::Process& runtime, runtime_fake::CallRecordPtr record,
              std::function<void(const Value&, trace::RuntimeCall&)> on_success)
      : completion_{caller},
        runtime_{runtime},
        began_{runtime.now()},
        record_{std::move(record)},
        on_success_{std::move(on_success)} {}

  /// Cancels `timer` once the call has ended.
  void set_timer(sim::EventId timer) { timer_ = timer; }

  /// Ends the call; without effect on one that has ended.
  void end(RuntimeResult<Value> result) {
    if (completion_.is_complete()) return;
    if (timer_) runtime_.cancel(*timer_);
    trace::RuntimeCall unrecorded;
    trace::RuntimeCall& call = record_ ? record_->call() : unrecorded;
    const Value* value = std::get_if<Value>(&result);
    if (value != nullptr && on_success_) on_success_(*value, call);
    std::optional<std::string> error;
    if (value == nullptr) error = std::get<RuntimeError>(result).message;
    if (record_) record_->record_result(std::move(error), runtime_.now() - began_);
    completion_.complete(std::move(result));
  }

  /// Returns the result as soon as the call has ended.
  [[nodiscard]] sim::Task<RuntimeResult<Value>> wait() { return completion_.wait(); }

 private:
  sim::Completion<RuntimeResult<Value>> completion_;
  const sim::Process& runtime_;
  sim::Time began_;
  runtime_fake::CallRecordPtr record_;
  std::function<void(const Value&, trace::RuntimeCall&)> on_success_;
  std::optional<sim::EventId> timer_;
};

}  // namespace podreel::facade
