// The calls about sandboxes.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"

namespace podreel::runtime_fake {

namespace {

trace::RuntimeCall call_about_sandbox(std::string_view op, const memory::Text& id, const Sandbox* sandbox) {
  trace::RuntimeCall call{.op = std::string{op}};
  call.sandbox = id;
  if (sandbox != nullptr) call.sandbox_attempt = sandbox->attempt;
  return call;
}

/// As containerd words it: a sandbox has its name until it is removed (internal/cri/server/sandbox_run.go).
std::optional<std::string> refusal_of_name(const PodEntry& pod, std::uint32_t attempt) {
  const auto holder = std::ranges::find(pod.sandboxes, attempt, &Sandbox::attempt);
  if (holder == pod.sandboxes.end()) return std::nullopt;
  const std::string name = fmt::format("{}_{}_{}_{}", pod.name, *pod.namespace_name, pod.uid, attempt);
  return rpc_error(
      fmt::format("failed to reserve sandbox name \"{0}\": name \"{0}\" is reserved for \"{1}\"", name, holder->id));
}

}  // namespace

memory::Text FakeRuntime::add_sandbox(const runtime::SandboxConfig& config, bool ready) {
  Sandbox sandbox;
  sandbox.attempt = config.attempt;
  sandbox.created_at = process_.now();
  sandbox.ready = ready;
  sandbox.host_network = config.pod->spec->host_network;
  return inventory_.add_sandbox(know(*config.pod), sandbox).id;
}

sim::Task<runtime::Result<memory::Text>> FakeRuntime::run_pod_sandbox(const sim::Process& caller,
                                                                      runtime::SandboxConfig config) {
  const PodEntry& known = know(*config.pod);
  CallRecordPtr told =
      record(&known, [&] { return trace::RuntimeCall{.op = "RunPodSandbox", .sandbox_attempt = config.attempt}; });
  const Verdict verdict = judge("RunPodSandbox", &known);
  if (verdict.leaves_sandbox) static_cast<void>(add_sandbox(config, false));
  return answer<memory::Text>(caller, std::move(told), verdict, 2 * request_timeout_,
                              [this, config = std::move(config)](CallRecord* record) -> runtime::Result<memory::Text> {
                                if (auto refusal = refusal_of_name(know(*config.pod), config.attempt)) {
                                  return runtime::Error{*std::move(refusal)};
                                }
                                memory::Text id = add_sandbox(config, true);
                                if (record != nullptr) record->call().sandbox = id;
                                return {boost::system::in_place_value, std::move(id)};
                              });
}

sim::Task<runtime::Result<>> FakeRuntime::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  CallRecordPtr told =
      record(known.pod, [&] { return call_about_sandbox("StopPodSandbox", sandbox_id, known.sandbox); });
  const Verdict verdict = judge("StopPodSandbox", known.pod);
  return answer<void>(caller, std::move(told), verdict, request_timeout_,
                      [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<> {
                        // CRI: stopping what is not there succeeds.
                        const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
                        if (sandbox == nullptr) return {};
                        kill_all_in(*pod, sandbox_id, "StopPodSandbox");
                        if (std::exchange(sandbox->ready, false)) inventory_.changed(*pod);
                        return {};
                      });
}

sim::Task<runtime::Result<>> FakeRuntime::remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  CallRecordPtr told =
      record(known.pod, [&] { return call_about_sandbox("RemovePodSandbox", sandbox_id, known.sandbox); });
  const Verdict verdict = judge("RemovePodSandbox", known.pod);
  return answer<void>(caller, std::move(told), verdict, request_timeout_,
                      [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<> {
                        const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
                        if (sandbox == nullptr) return {};
                        kill_all_in(*pod, sandbox_id, "RemovePodSandbox");
                        inventory_.remove_sandbox(*pod, sandbox_id);
                        return {};
                      });
}

sim::Task<runtime::Result<runtime::SandboxStatus>> FakeRuntime::pod_sandbox_status(const sim::Process& caller,
                                                                                   memory::Text sandbox_id) {
  const Verdict verdict = judge("PodSandboxStatus", inventory_.find_sandbox(sandbox_id).pod);
  return answer<runtime::SandboxStatus>(
      caller, nullptr, verdict, request_timeout_,
      [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<runtime::SandboxStatus> {
        const Sandbox* sandbox = inventory_.find_sandbox(sandbox_id).sandbox;
        if (sandbox == nullptr) return runtime::Error{not_found("sandbox")};
        return {boost::system::in_place_value, status_of(*sandbox)};
      });
}

}  // namespace podreel::runtime_fake
