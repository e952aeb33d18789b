#include "runtime_fake/fake_runtime.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"
#include "runtime_fake/glob.hpp"

namespace podreel::runtime_fake {

namespace {

// containerd's status of a container whose task is gone: internal/cri/server/restart.go, unknownContainerStatus.
constexpr std::int32_t unknown_exit_code = 255;
constexpr std::string_view unknown_exit_reason = "Unknown";

constexpr std::string_view node_down = "node_down";

trace::Environment hash_altered(const Container& container) {
  trace::Environment environment{"hash_altered"};
  environment.container = *container.name;
  environment.attempt = container.attempt;
  return environment;
}

trace::Environment container_settled(const Container& container) {
  trace::Environment environment{"container_settled"};
  environment.container = *container.name;
  environment.attempt = container.attempt;
  environment.sandbox = container.sandbox_id;
  environment.id = container.id;
  if (container.state == runtime::ContainerState::exited) environment.exit_code = container.exit_code;
  return environment;
}

/// A run of one of its containers ends by itself, or its sandbox dies.
bool is_changing(const PodEntry& pod, sim::Time now) {
  const bool container_ends = std::ranges::any_of(pod.containers, [](const auto& container) {
    return container->is_running() && container->exit_at != Container::never;
  });
  const bool sandbox_dies =
      pod.script != nullptr && pod.script->sandbox.dies_at && pod.created_at + *pod.script->sandbox.dies_at > now;
  return container_ends || sandbox_dies;
}

}  // namespace

FakeRuntime::FakeRuntime(sim::Scheduler& scheduler, timing::Timing& timing, trace::Recorder& recorder,
                         RuntimeScript script)
    : script_{std::move(script)},
      process_{scheduler},
      recorder_{recorder},
      inventory_{script_.pods},
      life_{process_, timing, inventory_, recorder_},
      images_{process_, timing, script_.images, script_.image_filesystem},
      server_{process_, timing, recorder_, inventory_.changes(), script_.calls},
      stats_{process_, inventory_, images_, script_},
      oom_killer_{process_, recorder_, inventory_, life_, stats_, script_.cgroup_version == api::CgroupVersion::v2},
      sandboxes_{process_, recorder_, server_, inventory_, life_},
      containers_{process_, timing,     server_,     inventory_,
                  life_,    sandboxes_, oom_killer_, script_.reports_resources.value_or(false)},
      commands_{process_, timing, server_, inventory_, life_},
      image_service_{process_, server_, sandboxes_, images_},
      listing_{process_, server_, inventory_} {
  compose({.sandboxes = sandboxes_,
           .containers = containers_,
           .commands = commands_,
           .images = image_service_,
           .stats = stats_,
           .pods = listing_});
}

void FakeRuntime::pod_created(const api::Pod& pod, std::optional<sim::Time> at) {
  sandboxes_.entry_of(pod, at.value_or(process_.now()));
}

void FakeRuntime::pod_removed(const memory::Text& uid) {
  const PodEntry* pod = inventory_.find(uid);
  if (pod == nullptr) return;
  process_.cancel(pod->sandbox_death);
  inventory_.forget(uid);
}

Inventory::FoundContainer FakeRuntime::find_newest(std::string_view pod, std::string_view container) noexcept {
  PodEntry* entry = inventory_.find_named(pod);
  return {entry, entry == nullptr ? nullptr : Inventory::newest(*entry, container)};
}

bool FakeRuntime::exit_container(std::string_view pod, std::string_view container, std::int32_t exit_code,
                                 std::string_view reason) {
  const auto [entry, target] = find_newest(pod, container);
  if (target == nullptr || !target->is_running()) return false;
  life_.exit(*entry, *target, exit_code, "action", reason);
  return true;
}

bool FakeRuntime::kill_sandbox(std::string_view pod, bool kills_containers) {
  PodEntry* entry = inventory_.find_named(pod);
  return entry != nullptr && sandboxes_.kill_newest(*entry, kills_containers);
}

bool FakeRuntime::remove_container(std::string_view pod, std::string_view container) {
  const auto [entry, target] = find_newest(pod, container);
  if (target == nullptr || target->is_running()) return false;
  if (recorder_.wants<trace::Environment>()) {
    trace::Environment environment{"container_removed"};
    environment.container = container;
    environment.id = target->id;
    recorder_.record(full_name(*entry), std::move(environment));
  }
  inventory_.remove_container(*entry, target->id);
  return true;
}

bool FakeRuntime::alter_hash(std::string_view pod, std::string_view container, std::uint64_t hash) {
  const auto [entry, target] = find_newest(pod, container);
  if (target == nullptr) return false;
  target->stored.hash = hash;
  if (recorder_.wants<trace::Environment>()) recorder_.record(full_name(*entry), hash_altered(*target));
  return true;
}

bool FakeRuntime::rewrite_hashes(
    const std::function<std::optional<std::uint64_t>(const runtime::ContainerConfig&)>& rewrite) {
  bool changed = false;
  for (auto& [uid, pod] : inventory_.pods()) {
    for (const auto& container : pod.containers) {
      const std::optional<std::uint64_t> hash = rewrite(config_of(*container, identity_of(pod)));
      if (!hash || *hash == container->stored.hash) continue;
      container->stored.hash = *hash;
      changed = true;
      if (recorder_.wants<trace::Environment>()) recorder_.record(full_name(pod), hash_altered(*container));
    }
  }
  return changed;
}

bool FakeRuntime::oom_kill(std::string_view pod, std::string_view container, bool is_main, bool of_node) {
  const auto [entry, target] = find_newest(pod, container);
  if (target == nullptr || !target->is_running()) return false;
  oom_killer_.kill_process(*entry, *target, is_main, of_node);
  return true;
}

void FakeRuntime::restart(sim::Duration down_for, bool kills_containers) {
  server_.stop(down_for);
  if (kills_containers) {
    for (auto& [uid, pod] : inventory_.pods()) {
      for (Sandbox& sandbox : pod.sandboxes) {
        life_.kill_all_in(pod, sandbox.id, "runtime_stop");
        sandbox.ready = false;
      }
      inventory_.changes().record(pod);
    }
  }
  server_.reset_connections();
}

void FakeRuntime::go_down() {
  server_.go_down();
  if (recorder_.wants<trace::Environment>()) recorder_.record({}, trace::Environment{std::string{node_down}});
  for (auto& [uid, pod] : inventory_.pods()) {
    for (const auto& container : pod.containers) {
      if (!container->is_running()) continue;
      life_.exit(pod, *container, unknown_exit_code, node_down, unknown_exit_reason);
      ended_with_node_.push_back(container->id);
    }
    for (Sandbox& sandbox : pod.sandboxes) sandbox.ready = false;
    if (!pod.sandboxes.empty()) inventory_.changes().record(pod);
  }
}

void FakeRuntime::boot() {
  for (const memory::Text& id : std::exchange(ended_with_node_, {})) {
    const auto [pod, container] = inventory_.find_container(id);
    if (container == nullptr) continue;
    PODREEL_INVARIANT(container->state == runtime::ContainerState::exited,
                      "a container that ended with its node does not run again");
    container->finished_at = process_.now();
    inventory_.changes().record(*pod);
  }
  server_.boot();
  if (recorder_.wants<trace::Environment>()) recorder_.record({}, trace::Environment{"node_booted"});
  inventory_.changes().record_for_all();
}

bool FakeRuntime::runs_container_in(std::string_view pods) const {
  return std::ranges::any_of(inventory_.pods(), [pods](const auto& item) {
    return glob_matches_pod(pods, full_name(item.second)) &&
           std::ranges::any_of(item.second.containers, [](const auto& container) { return container->is_running(); });
  });
}

bool FakeRuntime::has_scripted_changes() const {
  if (server_.is_changing() || next_usage_change()) return true;
  return std::ranges::any_of(inventory_.pods(),
                             [this](const auto& item) { return is_changing(item.second, process_.now()); });
}

std::shared_ptr<const PodSnapshot> FakeRuntime::snapshot(const memory::Text& uid) const {
  const PodEntry* pod = inventory_.find(uid);
  PODREEL_INVARIANT(pod != nullptr, "a snapshot is taken of a pod that the runtime knows");
  return take_snapshot(*pod, process_.now(), inventory_.ips_given(), images_.pulled());
}

const PodEntry& FakeRuntime::restore(const api::Pod& pod, std::shared_ptr<const PodSnapshot> snapshot,
                                     sim::Duration later) {
  PodEntry& entry = *inventory_.add(pod, snapshot->created_at + later).first;
  inventory_.restore(entry, *snapshot, later);
  for (std::size_t index = 0; index < entry.containers.size(); ++index) {
    life_.resume(entry, *entry.containers[index], snapshot->containers[index].run);
    oom_killer_.watch(entry, *entry.containers[index]);
    if (recorder_.wants<trace::Environment>()) {
      recorder_.record(full_name(entry), container_settled(*entry.containers[index]));
    }
  }
  if (entry.script != nullptr && entry.script->sandbox.dies_at) {
    const sim::Time death = snapshot->created_at + *entry.script->sandbox.dies_at;
    if (death > snapshot->taken_at) sandboxes_.schedule_death(entry, std::max(death + later, process_.now()));
  }
  for (ImageStore::Pulled pulled : snapshot->images) {
    pulled.busy_until += later;
    if (pulled.arrives_at) *pulled.arrives_at += later;
    images_.add(pulled);
  }
  restored_.push_back(std::move(snapshot));
  return entry;
}

sim::Task<runtime::Result<>> FakeRuntime::ask(const sim::Process& caller, std::string_view call,
                                              const memory::Text& pod_uid, std::string_view container) {
  return server_.acknowledge(caller, server_.judge(call, inventory_.find(pod_uid), container));
}

}  // namespace podreel::runtime_fake
