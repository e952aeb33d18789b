#include "runtime_fake/call_server.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/invariant.hpp"
#include "engine/sim/task.hpp"

namespace podreel::runtime_fake {

namespace {

constexpr std::string_view refused =
    "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial unix "
    "/run/containerd/containerd.sock: connect: connection refused\"";
constexpr const char* connection_lost = "rpc error: code = Unavailable desc = error reading from server: EOF";

bool is_over(const std::weak_ptr<Call>& call) {
  const std::shared_ptr<Call> known = call.lock();
  return !known || known->is_over();
}

}  // namespace

CallServer::CallServer(const sim::Process& process, timing::Timing& timing, trace::Recorder& recorder,
                       ChangeLog& changes, const std::vector<CallFault>& script)
    : process_{process},
      recorder_{recorder},
      changes_{changes},
      script_{script},
      faults_{process, timing, script},
      relists_are_instant_{is_undisturbed()} {
  for (const sim::Time turn : faults_.turns()) {
    process_.at(turn, [this] { update_relists_are_instant(); });
  }
}

Verdict CallServer::judge(std::string_view call, const PodEntry* pod, std::string_view container) {
  if (is_down()) return {.takes = {}, .error = std::string{refused}};
  if (script_.empty()) return {};
  return pod == nullptr ? faults_.judge(call, {}, {}, container)
                        : faults_.judge(call, full_name(*pod), pod->uid, container);
}

sim::Task<runtime::Result<>> CallServer::acknowledge(const sim::Process& caller, const Verdict& verdict,
                                                     CallRecordPtr record) {
  return answer<void>(caller, std::move(record), verdict, [](CallRecord* /*record*/) { return runtime::Result<>{}; });
}

void CallServer::serve(std::shared_ptr<Call> call, sim::Duration latency, sim::Callback work) {
  PODREEL_INVARIANT(latency >= sim::Duration{}, "a call takes no less than no time");
  add_under_way(call);
  if (is_hung()) {
    process_.at(hung_until_, [this, call = std::move(call), latency, work = std::move(work), end = ends_]() mutable {
      if (call->is_abandoned() || end != ends_) {
        call->cancel();
      } else {
        serve(std::move(call), latency, std::move(work));
      }
    });
    return;
  }
  call->begin_work();
  if (latency > sim::Duration{}) {
    process_.after(latency, [this, call = std::move(call), work = std::move(work), end = ends_]() mutable {
      if (end == ends_) return work();
      call->cancel();
    });
  } else {
    process_.scheduler().count_within_event();
    work();
  }
}

bool CallServer::is_traceless(std::string_view call) const {
  return !recorder_.wants<trace::RuntimeCall>() && !is_hung() && !is_down() && !faults_.may_ever_touch(call);
}

bool CallServer::is_undisturbed() const noexcept {
  constexpr std::array watched{"ListPodSandbox",  "ListContainers", "PodSandboxStatus",
                               "ContainerStatus", "Status",         "Version"};
  return status_.runtime_is_ready && status_.network_is_ready &&
         std::ranges::none_of(watched, [this](std::string_view call) { return faults_.may_touch(call); });
}

void CallServer::update_relists_are_instant() {
  const bool before = std::exchange(relists_are_instant_, is_undisturbed());
  if (before != relists_are_instant_) changes_.record_for_all();
}

void CallServer::add_under_way(const std::shared_ptr<Call>& call) {
  std::erase_if(under_way_, is_over);
  under_way_.push_back(call);
}

bool CallServer::has_calls_under_way() const noexcept {
  return !std::ranges::all_of(under_way_, [](const std::weak_ptr<Call>& call) { return call.expired(); });
}

bool CallServer::is_changing() const {
  return is_hung() || is_down() ||
         std::ranges::any_of(faults_.turns(), [now = process_.now()](sim::Time turn) { return turn > now; });
}

sim::Task<runtime::Result<>> CallServer::version(const sim::Process& caller) {
  return acknowledge(caller, judge("Version", nullptr));
}

sim::Task<runtime::Result<runtime::RuntimeStatus>> CallServer::status(const sim::Process& caller) {
  Verdict verdict = judge("Status", nullptr);
  if (is_hung()) verdict.takes += timing::behind_version;
  return answer<runtime::RuntimeStatus>(caller, nullptr, verdict, [this](CallRecord* /*record*/) { return status_; });
}

void CallServer::set_status(runtime::RuntimeStatus status) {
  status_ = std::move(status);
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"runtime_status"};
    environment.why =
        fmt::format("RuntimeReady={} NetworkReady={}", status_.runtime_is_ready, status_.network_is_ready);
    recorder_.record({}, std::move(environment));
  }
  update_relists_are_instant();
}

void CallServer::hang(sim::Duration duration) {
  hung_until_ = std::max(hung_until_, process_.now() + duration);
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"runtime_hang"};
    environment.for_time = duration;
    recorder_.record({}, std::move(environment));
  }
  changes_.record_for_all();
  process_.at(hung_until_, [this] {
    if (is_hung()) return;
    if (recorder_.wants<trace::Environment>()) recorder_.record({}, trace::Environment{"runtime_unhang"});
    changes_.record_for_all();
  });
}

void CallServer::stop(sim::Duration down_for) {
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"runtime_stop"};
    environment.for_time = down_for;
    recorder_.record({}, std::move(environment));
  }
  down_until_ = std::max(down_until_, process_.now() + down_for);
  hung_until_ = std::min(hung_until_, process_.now());
  ++ends_;
}

void CallServer::reset_connections() {
  PODREEL_INVARIANT(!is_hung(), "a runtime that has restarted does not hang");
  for (const std::weak_ptr<Call>& call : std::exchange(under_way_, {})) {
    const std::shared_ptr<Call> known = call.lock();
    if (known && !known->is_abandoned()) known->fail(connection_lost);
  }
  changes_.record_for_all();
  process_.at(down_until_, [this] {
    if (is_down()) return;
    if (recorder_.wants<trace::Environment>()) recorder_.record({}, trace::Environment{"runtime_start"});
    changes_.record_for_all();
  });
}

void CallServer::go_down() {
  ++ends_;
}

void CallServer::boot() {
  hung_until_ = std::min(hung_until_, process_.now());
  down_until_ = std::min(down_until_, process_.now());
}

}  // namespace podreel::runtime_fake
