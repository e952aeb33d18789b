// The server behind the runtime's socket: when calls are answered, and which of them fail.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/call.hpp"
#include "runtime_fake/call_record.hpp"
#include "runtime_fake/change_log.hpp"
#include "runtime_fake/faults.hpp"

namespace podreel::runtime_fake {

/// Answers calls after their scripted latency, or lets them fail. Calls wait while the runtime hangs, and fail at once
/// while it is down. When it restarts, calls under way fail; when its node goes down, nobody answers them any more.
class CallServer {
 public:
  /// All must outlive the server. The scenario begins now.
  CallServer(const sim::Process& process, timing::Timing& timing, trace::Recorder& recorder, ChangeLog& changes,
             const std::vector<CallFault>& script);
  ~CallServer() = default;
  CallServer(const CallServer&) = delete;
  CallServer& operator=(const CallServer&) = delete;

  // For those who answer calls.

  /// Records a call about `pod` (null: about none), as `describe` returns it. Null if nobody records calls.
  template <class Describe>
  [[nodiscard]] CallRecordPtr record(const PodEntry* pod, const Describe& describe) {
    if (!recorder_.wants<trace::RuntimeCall>()) return nullptr;
    return std::make_unique<CallRecord>(recorder_, pod == nullptr ? std::string{} : full_name(*pod), describe());
  }
  /// Decides what happens to a call, and counts it. `pod` may be null, `container` empty.
  [[nodiscard]] Verdict judge(std::string_view call, const PodEntry* pod, std::string_view container = {});

  /// A call that has returned.
  template <class T>
  [[nodiscard]] static sim::Task<runtime::Result<T>> answered(runtime::Result<T> result) {
    co_return result;
  }
  /// Answers a call with what `work` makes of its record, unless the verdict is an error. The caller waits for at most
  /// the request timeout.
  template <class T, class Work>
  [[nodiscard]] sim::Task<runtime::Result<T>> answer(const sim::Process& caller, CallRecordPtr record,
                                                     const Verdict& verdict, Work work) {
    return answer_within<T>(caller, std::move(record), verdict, request_timeout_, std::move(work));
  }
  /// The caller waits for at most `timeout`; zero: for ever.
  template <class T, class Work>
  [[nodiscard]] sim::Task<runtime::Result<T>> answer_within(const sim::Process& caller, CallRecordPtr record,
                                                            const Verdict& verdict, sim::Duration timeout, Work work) {
    auto result = [error = verdict.error, work = std::move(work)](CallRecord* of_call) -> runtime::Result<T> {
      if (error) return runtime::Error{*error};
      return work(of_call);
    };
    if (!is_hung() && verdict.takes == sim::Duration{}) {
      runtime::Result<T> now = result(record.get());
      if (record) record->record_result(error_of(now), {});
      return answered(std::move(now));
    }
    const auto reply = std::make_shared<Reply<T>>(caller, process_, std::move(record));
    serve(reply, verdict.takes, [reply, result = std::move(result)] { reply->answer(result(reply->record())); });
    return Reply<T>::of(reply, timeout);
  }
  /// Answers a call of which only matters when it returns and whether it fails.
  [[nodiscard]] sim::Task<runtime::Result<>> acknowledge(const sim::Process& caller, const Verdict& verdict,
                                                         CallRecordPtr record = nullptr);
  /// Does `work` once the runtime does not hang and `latency` has passed; immediately, if that is now.
  void serve(std::shared_ptr<Call> call, sim::Duration latency, sim::Callback work);

  /// KubeletConfiguration.runtimeRequestTimeout for callers from now on.
  [[nodiscard]] sim::Duration request_timeout() const noexcept { return request_timeout_; }
  void set_request_timeout(sim::Duration timeout) noexcept { request_timeout_ = timeout; }

  // State that is available without a call.

  [[nodiscard]] bool is_hung() const noexcept { return process_.now() < hung_until_; }
  [[nodiscard]] bool is_down() const noexcept { return process_.now() < down_until_; }
  /// The script has faults or latencies at all.
  [[nodiscard]] bool has_faults() const noexcept { return !script_.empty(); }
  /// Such a call may fail or take time now.
  [[nodiscard]] bool may_fail(std::string_view call) const noexcept { return is_down() || faults_.may_touch(call); }
  /// Such a call leaves no trace now, and no fault is ever going to meet one.
  [[nodiscard]] bool is_traceless(std::string_view call) const;
  /// Nothing holds that a relist or a look at the runtime's status could meet, and all is well.
  [[nodiscard]] bool relist_is_instant() const noexcept { return !is_hung() && !is_down() && relists_are_instant_; }
  /// A call is left that has not returned, or whose caller has ended.
  [[nodiscard]] bool has_calls_under_way() const noexcept;
  /// It is going to answer differently by itself: it hangs, is down, or a fault begins or ends later.
  [[nodiscard]] bool is_changing() const;

  // CRI Version and Status.

  [[nodiscard]] sim::Task<runtime::Result<>> version(const sim::Process& caller);
  [[nodiscard]] sim::Task<runtime::Result<runtime::RuntimeStatus>> status(const sim::Process& caller);
  void set_status(runtime::RuntimeStatus status);

  // Outages.

  /// No call returns for this long.
  void hang(sim::Duration duration);
  /// The runtime's process ends and is back after that time. `reset_connections` has to follow at the same instant.
  void stop(sim::Duration down_for);
  /// Calls under way fail, as their connections break.
  void reset_connections();
  /// The node goes down: what is under way is not answered any more.
  void go_down();
  /// The node is up again, and the runtime with it.
  void boot();

 private:
  [[nodiscard]] bool is_undisturbed() const noexcept;
  void update_relists_are_instant();
  /// The call fails when the runtime restarts.
  void add_under_way(const std::shared_ptr<Call>& call);

  const sim::Process& process_;
  trace::Recorder& recorder_;
  ChangeLog& changes_;
  const std::vector<CallFault>& script_;
  Faults faults_;
  runtime::RuntimeStatus status_;
  bool relists_are_instant_ = true;
  sim::Time hung_until_{};
  sim::Time down_until_{};
  /// Calls that have not been answered, among others.
  std::vector<std::weak_ptr<Call>> under_way_;
  /// Number of times that the process has ended: what was under way before is not continued.
  std::uint32_t ends_ = 0;
  sim::Duration request_timeout_ = timing::runtime_request_timeout;
};

}  // namespace podreel::runtime_fake
