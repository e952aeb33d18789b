// A runtime call that takes time: who waits for it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/runtime.hpp"
#include "engine/sim/completion.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/call_record.hpp"

namespace podreel::runtime_fake {

/// Error of a failed call; nothing for a successful one.
template <class T>
[[nodiscard]] std::optional<std::string> error_of(const runtime::Result<T>& result) {
  return result.has_error() ? std::optional{result.error().message} : std::nullopt;
}

/// The call goes on in the runtime when its caller ends or stops waiting, as with real runtimes.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(const sim::Process& caller, const sim::Process& runtime, CallRecordPtr record)
      : caller_{caller}, runtime_{runtime}, began_{runtime.now()}, record_{std::move(record)} {}
  virtual ~Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Null if nothing records, or everything has been recorded.
  [[nodiscard]] CallRecord* record() const noexcept { return record_.get(); }

  /// Limits the caller's wait to this from the beginning on; then the call fails with DeadlineExceeded.
  void wait_up_to(sim::Duration timeout);

  /// From now on the runtime finishes its work, even if nothing waits for it.
  void begin_work();

  /// Nobody waits for the answer (any more): the caller has it, has ended or has stopped waiting.
  [[nodiscard]] bool is_abandoned() const noexcept { return is_over_ || cancelled_at_ || !caller_.alive(); }
  [[nodiscard]] bool is_over() const noexcept { return is_over_; }

  /// Ends an abandoned call, as of when it was abandoned.
  void cancel();

  virtual void fail(std::string error) = 0;

 protected:
  void returned(std::optional<std::string> error);
  void stop_waiting() const noexcept { runtime_.cancel(deadline_); }

 private:
  void give_up();
  virtual void answer_late_caller(std::string error) = 0;
  void record_result(std::optional<std::string> error, sim::Time ended);

  const sim::Process& caller_;
  const sim::Process& runtime_;
  sim::Time began_;
  CallRecordPtr record_;
  sim::EventId deadline_;
  std::optional<sim::Time> cancelled_at_;
  bool is_active_ = false;
  bool is_over_ = false;
};

/// A call whose answer is a `T`.
template <class T>
class Reply final : public Call {
 public:
  Reply(const sim::Process& caller, const sim::Process& runtime, CallRecordPtr record)
      : Call{caller, runtime, std::move(record)}, answer_{caller} {}

  void answer(runtime::Result<T> result) {
    returned(error_of(result));
    answer_.complete(std::move(result));
  }
  template <class... Value>
  void succeed(Value&&... value) {
    answer(runtime::Result<T>{boost::system::in_place_value, std::forward<Value>(value)...});
  }
  void fail(std::string error) override { answer(runtime::Error{std::move(error)}); }

  /// The answer, which the caller waits for as long as `timeout` from the call's beginning on; zero: for ever.
  [[nodiscard]] static sim::Task<runtime::Result<T>> of(std::shared_ptr<Reply> reply, sim::Duration timeout) {
    if (!reply->answer_.is_complete()) {
      if (timeout > sim::Duration{}) reply->wait_up_to(timeout);
      co_return co_await reply->answer_.wait();
    }
    co_return reply->answer_.take();
  }

 private:
  void answer_late_caller(std::string error) override { answer_.complete(runtime::Error{std::move(error)}); }

  sim::Completion<runtime::Result<T>> answer_;
};

}  // namespace podreel::runtime_fake
