// The calls about sandboxes.
#include <utility>

#include "engine/sim/task.hpp"
#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

namespace {

trace::RuntimeCall call_about_sandbox(std::string_view op, const std::string& id, const Sandbox* sandbox) {
  trace::RuntimeCall call{.op = std::string{op}};
  call.sandbox = id;
  if (sandbox != nullptr) call.sandbox_attempt = sandbox->attempt;
  return call;
}

}  // namespace

sim::Task<runtime::Result<std::string>> FakeRuntime::run_pod_sandbox(const sim::Process& caller,
                                                                     runtime::SandboxConfig config) {
  const auto reply = begin<std::string>(caller);
  const PodEntry& known = know(*config.pod);
  record(*reply, full_name(known), {.op = "RunPodSandbox", .sandbox_attempt = config.attempt});
  const Verdict verdict = judge("RunPodSandbox", &known);
  return answer(reply, verdict, 2 * request_timeout_, [this, reply, config] {
    Sandbox sandbox;
    sandbox.attempt = config.attempt;
    sandbox.created_at = process_.now();
    sandbox.host_network = config.pod->spec->host_network;
    const std::string id = id_text(inventory_.add_sandbox(know(*config.pod), sandbox).id);
    if (trace::RuntimeCall* call = reply->recorded()) call->sandbox = id;
    reply->succeed(id);
  });
}

sim::Task<runtime::Result<>> FakeRuntime::stop_pod_sandbox(const sim::Process& caller, std::string sandbox_id) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_sandbox(sandbox_id);
  record(*reply, known.pod == nullptr ? std::string{} : full_name(*known.pod),
         call_about_sandbox("StopPodSandbox", sandbox_id, known.sandbox));
  const Verdict verdict = judge("StopPodSandbox", known.pod);
  return answer(reply, verdict, request_timeout_, [this, reply, sandbox_id] {
    // CRI: stopping what is not there succeeds.
    const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
    if (sandbox != nullptr) {
      kill_all_in(*pod, sandbox->id, "StopPodSandbox");
      if (std::exchange(sandbox->ready, false)) inventory_.changed(*pod);
    }
    reply->succeed();
  });
}

sim::Task<runtime::Result<>> FakeRuntime::remove_pod_sandbox(const sim::Process& caller, std::string sandbox_id) {
  const auto reply = begin<void>(caller);
  const auto known = inventory_.find_sandbox(sandbox_id);
  record(*reply, known.pod == nullptr ? std::string{} : full_name(*known.pod),
         call_about_sandbox("RemovePodSandbox", sandbox_id, known.sandbox));
  const Verdict verdict = judge("RemovePodSandbox", known.pod);
  return answer(reply, verdict, request_timeout_, [this, reply, sandbox_id] {
    const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
    if (sandbox != nullptr) {
      const std::uint32_t id = sandbox->id;
      kill_all_in(*pod, id, "RemovePodSandbox");
      inventory_.remove_sandbox(*pod, id);
    }
    reply->succeed();
  });
}

sim::Task<runtime::Result<runtime::SandboxStatus>> FakeRuntime::pod_sandbox_status(const sim::Process& caller,
                                                                                   std::string sandbox_id) {
  const auto reply = begin<runtime::SandboxStatus>(caller);
  const Verdict verdict = judge("PodSandboxStatus", inventory_.find_sandbox(sandbox_id).pod);
  return answer(reply, verdict, request_timeout_, [this, reply, sandbox_id] {
    const Sandbox* sandbox = inventory_.find_sandbox(sandbox_id).sandbox;
    if (sandbox == nullptr) return reply->fail(not_found("sandbox", sandbox_id));
    reply->succeed(status_of(*sandbox));
  });
}

}  // namespace podreel::runtime_fake
