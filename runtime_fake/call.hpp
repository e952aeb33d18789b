// A runtime call under way: who waits for it, and what the timeline will say of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/runtime.hpp"
#include "engine/sim/completion.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::runtime_fake {

/// The call goes on in the runtime when its caller ends or stops waiting, as with real runtimes.
class Call : public std::enable_shared_from_this<Call> {
 public:
  Call(const sim::Process& caller, const sim::Process& runtime)
      : caller_{caller}, runtime_{runtime}, began_{runtime.now()} {}
  virtual ~Call() = default;
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Told to the timeline, at the place where the call begins, once it has returned.
  void record(trace::Recorder& recorder, std::string pod, trace::RuntimeCall record);
  /// To be completed before the call returns; null if nobody records.
  [[nodiscard]] trace::RuntimeCall* recorded() noexcept { return record_ ? &record_->call : nullptr; }

  /// The caller waits no longer than this from the beginning on, then hears DeadlineExceeded.
  void wait_at_most(sim::Duration timeout);

  /// From now on the runtime is at work and finishes what it does, whoever waits.
  void begin_work() noexcept { at_work_ = true; }

  /// The caller has ended or has stopped waiting.
  [[nodiscard]] bool is_abandoned() const noexcept { return gave_up_at_ || !caller_.alive(); }

  /// Ends an abandoned call, as of when it was abandoned.
  void cancel();

  virtual void fail(std::string error) = 0;

 protected:
  void returned(std::optional<std::string> error);
  void stop_waiting() const noexcept { runtime_.cancel(deadline_); }

 private:
  struct Recorded {
    trace::Recorder& recorder;
    trace::Recorder::Place place;
    std::string pod;
    trace::RuntimeCall call;
  };

  void give_up();
  virtual void answer_late_caller(std::string error) = 0;
  void tell(std::optional<std::string> error, sim::Time ended);

  const sim::Process& caller_;
  const sim::Process& runtime_;
  sim::Time began_;
  std::unique_ptr<Recorded> record_;
  sim::EventId deadline_;
  std::optional<sim::Time> gave_up_at_;
  bool at_work_ = false;
};

/// A call whose answer is a `T`.
template <class T>
class Reply final : public Call {
 public:
  Reply(const sim::Process& caller, const sim::Process& runtime) : Call{caller, runtime}, answer_{caller} {}

  void answer(runtime::Result<T> result) {
    returned(result.has_error() ? std::optional{result.error().message} : std::nullopt);
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
      if (timeout > sim::Duration{}) reply->wait_at_most(timeout);
      co_return co_await reply->answer_.wait();
    }
    co_return reply->answer_.take();
  }

 private:
  void answer_late_caller(std::string error) override { answer_.complete(runtime::Error{std::move(error)}); }

  sim::Completion<runtime::Result<T>> answer_;
};

}  // namespace podreel::runtime_fake
