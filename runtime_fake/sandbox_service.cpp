#include "runtime_fake/sandbox_service.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/sim/task.hpp"
#include "runtime_fake/call_record.hpp"

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

PodEntry& SandboxService::entry_of(const api::Pod& pod, sim::Time created_at) {
  const auto [entry, is_new] = inventory_.add(pod, created_at);
  if (is_new && entry->script != nullptr && entry->script->sandbox.dies_at) {
    const sim::Time death = created_at + *entry->script->sandbox.dies_at;
    // A sandbox that would have died before it exists lives on.
    if (death >= process_.now()) schedule_death(*entry, death);
  }
  return *entry;
}

void SandboxService::schedule_death(PodEntry& pod, sim::Time when) {
  pod.sandbox_death = process_.at(when, [this, uid = pod.uid] {
    PodEntry* entry = inventory_.find(uid);
    if (entry != nullptr) kill_newest(*entry, entry->script->sandbox.kills_containers);
  });
}

bool SandboxService::kill_newest(PodEntry& pod, bool kills_containers) {
  if (pod.sandboxes.empty() || !pod.sandboxes.back().ready) return false;
  Sandbox& sandbox = pod.sandboxes.back();
  sandbox.ready = false;
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"sandbox_died"};
    environment.sandbox = sandbox.id;
    recorder_.record(full_name(pod), std::move(environment));
  }
  if (kills_containers) life_.kill_all_in(pod, sandbox.id, "sandbox_died");
  inventory_.changes().record(pod);
  return true;
}

memory::Text SandboxService::add_sandbox(const runtime::SandboxConfig& config, bool ready) {
  Sandbox sandbox;
  sandbox.attempt = config.attempt;
  sandbox.created_at = process_.now();
  sandbox.ready = ready;
  sandbox.host_network = config.pod->spec->host_network;
  return inventory_.add_sandbox(entry_of(*config.pod), sandbox).id;
}

sim::Task<runtime::Result<memory::Text>> SandboxService::run_pod_sandbox(const sim::Process& caller,
                                                                         runtime::SandboxConfig config) {
  const PodEntry& known = entry_of(*config.pod);
  CallRecordPtr record = server_.record(
      &known, [&] { return trace::RuntimeCall{.op = "RunPodSandbox", .sandbox_attempt = config.attempt}; });
  const Verdict verdict = server_.judge("RunPodSandbox", &known);
  if (verdict.leaves_sandbox) static_cast<void>(add_sandbox(config, false));
  return server_.answer_within<memory::Text>(
      caller, std::move(record), verdict, 2 * server_.request_timeout(),
      [this, config = std::move(config)](CallRecord* of_call) -> runtime::Result<memory::Text> {
        if (auto refusal = refusal_of_name(entry_of(*config.pod), config.attempt)) {
          return runtime::Error{*std::move(refusal)};
        }
        memory::Text id = add_sandbox(config, true);
        if (of_call != nullptr) of_call->call().sandbox = id;
        return {boost::system::in_place_value, std::move(id)};
      });
}

sim::Task<runtime::Result<>> SandboxService::stop_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  CallRecordPtr record =
      server_.record(known.pod, [&] { return call_about_sandbox("StopPodSandbox", sandbox_id, known.sandbox); });
  const Verdict verdict = server_.judge("StopPodSandbox", known.pod);
  return server_.answer<void>(caller, std::move(record), verdict,
                              [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<> {
                                // CRI: stopping what is not there succeeds.
                                const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
                                if (sandbox == nullptr) return {};
                                life_.kill_all_in(*pod, sandbox_id, "StopPodSandbox");
                                if (std::exchange(sandbox->ready, false)) inventory_.changes().record(*pod);
                                return {};
                              });
}

sim::Task<runtime::Result<>> SandboxService::remove_pod_sandbox(const sim::Process& caller, memory::Text sandbox_id) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  CallRecordPtr record =
      server_.record(known.pod, [&] { return call_about_sandbox("RemovePodSandbox", sandbox_id, known.sandbox); });
  const Verdict verdict = server_.judge("RemovePodSandbox", known.pod);
  return server_.answer<void>(caller, std::move(record), verdict,
                              [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<> {
                                const auto [pod, sandbox] = inventory_.find_sandbox(sandbox_id);
                                if (sandbox == nullptr) return {};
                                life_.kill_all_in(*pod, sandbox_id, "RemovePodSandbox");
                                inventory_.remove_sandbox(*pod, sandbox_id);
                                return {};
                              });
}

sim::Task<runtime::Result<runtime::SandboxStatus>> SandboxService::pod_sandbox_status(const sim::Process& caller,
                                                                                      memory::Text sandbox_id) {
  const Verdict verdict = server_.judge("PodSandboxStatus", inventory_.find_sandbox(sandbox_id).pod);
  return server_.answer<runtime::SandboxStatus>(
      caller, nullptr, verdict,
      [this, sandbox_id = std::move(sandbox_id)](CallRecord* /*record*/) -> runtime::Result<runtime::SandboxStatus> {
        const Sandbox* sandbox = inventory_.find_sandbox(sandbox_id).sandbox;
        if (sandbox == nullptr) return runtime::Error{not_found("sandbox")};
        return {boost::system::in_place_value, status_of(*sandbox)};
      });
}

sim::Task<runtime::Result<>> SandboxService::update_pod_sandbox_resources(const sim::Process& caller,
                                                                          memory::Text sandbox_id,
                                                                          api::LinuxResources resources) {
  const auto known = inventory_.find_sandbox(sandbox_id);
  if (known.sandbox == nullptr) return CallServer::answered<void>(runtime::Error{not_found("sandbox")});
  CallRecordPtr record = server_.record(known.pod, [&] {
    trace::RuntimeCall call{.op = "UpdatePodSandboxResources"};
    call.sandbox = sandbox_id;
    set_resources(call, resources);
    return call;
  });
  const Verdict verdict = server_.judge("UpdatePodSandboxResources", known.pod);
  return server_.acknowledge(caller, verdict, std::move(record));
}

}  // namespace podreel::runtime_fake
