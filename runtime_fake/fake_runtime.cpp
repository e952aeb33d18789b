#include "runtime_fake/fake_runtime.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace podreel::runtime_fake {

namespace {

constexpr std::string_view refused =
    "rpc error: code = Unavailable desc = connection error: desc = \"transport: Error while dialing: dial unix "
    "/run/containerd/containerd.sock: connect: connection refused\"";

}  // namespace

FakeRuntime::FakeRuntime(sim::Scheduler& scheduler, timing::Timing& timing, trace::Recorder& recorder,
                         RuntimeScript script)
    : script_{std::move(script)},
      process_{scheduler},
      began_at_{process_.now()},
      timing_{timing},
      recorder_{recorder},
      inventory_{script_.pods},
      life_{process_, timing_, inventory_, recorder_},
      images_{process_, timing_, script_.images, script_.image_filesystem},
      faults_{process_, timing_, script_.calls},
      relists_are_instant_{is_undisturbed()} {
  for (const sim::Time turn : faults_.turns()) {
    process_.at(turn, [this] { look_for_disturbances(); });
  }
}

bool FakeRuntime::is_undisturbed() const noexcept {
  constexpr std::array watched{"ListPodSandbox",  "ListContainers", "PodSandboxStatus",
                               "ContainerStatus", "Status",         "Version"};
  return status_.runtime_is_ready && status_.network_is_ready &&
         std::ranges::none_of(watched, [this](std::string_view call) { return faults_.may_touch(call); });
}

void FakeRuntime::look_for_disturbances() {
  const bool before = std::exchange(relists_are_instant_, is_undisturbed());
  if (before != relists_are_instant_) inventory_.changed_for_all();
}

Verdict FakeRuntime::judge(std::string_view op, const PodEntry* pod, std::string_view container) {
  if (is_down()) return {.takes = {}, .error = std::string{refused}};
  if (script_.calls.empty()) return {};
  return pod == nullptr ? faults_.judge(op, {}, {}, container)
                        : faults_.judge(op, full_name(*pod), pod->uid, container);
}

void FakeRuntime::serve(std::shared_ptr<Call> call, sim::Duration latency, sim::Callback work) {
  remember(call);
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

trace::RuntimeCall FakeRuntime::call_about(std::string_view op, const Container& container) const {
  trace::RuntimeCall call{.op = std::string{op}};
  call.container = *container.name;
  call.attempt = container.attempt;
  call.id = container.id;
  return call;
}

PodEntry& FakeRuntime::know(const api::Pod& pod) {
  const auto [entry, is_new] = inventory_.add(pod, process_.now());
  if (is_new && entry->script != nullptr && entry->script->sandbox.dies_at) {
    let_sandbox_die(*entry, process_.now() + *entry->script->sandbox.dies_at);
  }
  return *entry;
}

void FakeRuntime::let_sandbox_die(PodEntry& pod, sim::Time when) {
  pod.sandbox_death = process_.at(when, [this, uid = pod.uid] { sandbox_dies(uid); });
}

void FakeRuntime::kill_all_in(PodEntry& pod, const memory::Text& sandbox_id, std::string_view why) {
  for (const auto& container : pod.containers) {
    if (container->sandbox_id == sandbox_id && container->is_running()) life_.kill(pod, *container, why);
  }
}

void FakeRuntime::break_sandbox(PodEntry& pod, Sandbox& sandbox, bool kills_containers) {
  sandbox.ready = false;
  if (recorder_.wants<trace::World>()) {
    trace::World world{"sandbox_died"};
    world.sandbox = sandbox.id;
    recorder_.record(full_name(pod), std::move(world));
  }
  if (kills_containers) kill_all_in(pod, sandbox.id, "sandbox_died");
  inventory_.changed(pod);
}

std::optional<runtime::ContainerConfig> FakeRuntime::stored_config(std::string_view container_id) const {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr) return std::nullopt;
  return config_of(*container, identity_of(*pod));
}

}  // namespace podreel::runtime_fake
