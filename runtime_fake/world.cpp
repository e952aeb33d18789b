// What happens to the runtime from outside: the scenario's actions.
#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/glob.hpp"

namespace podreel::runtime_fake {

namespace {

trace::World hash_altered(const Container& container) {
  trace::World world{"hash_altered"};
  world.container = *container.name;
  world.attempt = container.attempt;
  return world;
}

}  // namespace

void FakeRuntime::pod_created(const api::Pod& pod) {
  know(pod);
}

void FakeRuntime::pod_removed(const memory::Text& uid) {
  const PodEntry* pod = inventory_.find(uid);
  if (pod == nullptr) return;
  process_.cancel(pod->sandbox_death);
  inventory_.forget(uid);
}

bool FakeRuntime::exit_container(std::string_view pod, std::string_view container, std::int32_t exit_code,
                                 std::string_view reason) {
  PodEntry* entry = inventory_.find_named(pod);
  Container* target = entry == nullptr ? nullptr : Inventory::newest(*entry, container);
  if (target == nullptr || !target->is_running()) return false;
  life_.exit(*entry, *target, exit_code, "action", reason);
  return true;
}

bool FakeRuntime::kill_sandbox(std::string_view pod, bool kills_containers) {
  PodEntry* entry = inventory_.find_named(pod);
  if (entry == nullptr || entry->sandboxes.empty() || !entry->sandboxes.back().ready) return false;
  break_sandbox(*entry, entry->sandboxes.back(), kills_containers);
  return true;
}

void FakeRuntime::sandbox_dies(const memory::Text& uid) {
  PodEntry* pod = inventory_.find(uid);
  if (pod == nullptr || pod->sandboxes.empty() || !pod->sandboxes.back().ready) return;
  break_sandbox(*pod, pod->sandboxes.back(), pod->script->sandbox.kills_containers);
}

bool FakeRuntime::remove_container(std::string_view pod, std::string_view container) {
  PodEntry* entry = inventory_.find_named(pod);
  const Container* target = entry == nullptr ? nullptr : Inventory::newest(*entry, container);
  if (target == nullptr || target->is_running()) return false;
  if (recorder_.wants<trace::World>()) {
    trace::World world{"container_removed"};
    world.container = container;
    world.id = target->id;
    recorder_.record(full_name(*entry), std::move(world));
  }
  inventory_.remove_container(*entry, target->id);
  return true;
}

bool FakeRuntime::alter_hash(std::string_view pod, std::string_view container, std::uint64_t hash) {
  PodEntry* entry = inventory_.find_named(pod);
  Container* target = entry == nullptr ? nullptr : Inventory::newest(*entry, container);
  if (target == nullptr) return false;
  target->stored.hash = hash;
  if (recorder_.wants<trace::World>()) recorder_.record(full_name(*entry), hash_altered(*target));
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
      if (recorder_.wants<trace::World>()) recorder_.record(full_name(pod), hash_altered(*container));
    }
  }
  return changed;
}

void FakeRuntime::hang(sim::Duration duration) {
  hung_until_ = std::max(hung_until_, process_.now() + duration);
  if (recorder_.wants<trace::World>()) {
    trace::World world{"runtime_hang"};
    world.for_time = duration;
    recorder_.record({}, std::move(world));
  }
  inventory_.changed_for_all();
  process_.at(hung_until_, [this] {
    if (is_hung()) return;
    if (recorder_.wants<trace::World>()) recorder_.record({}, trace::World{"runtime_unhang"});
    inventory_.changed_for_all();
  });
}

void FakeRuntime::set_status(runtime::RuntimeStatus status) {
  status_ = std::move(status);
  if (recorder_.wants<trace::World>()) {
    trace::World world{"runtime_status"};
    world.why = fmt::format("RuntimeReady={} NetworkReady={}", status_.runtime_is_ready, status_.network_is_ready);
    recorder_.record({}, std::move(world));
  }
  look_for_disturbances();
}

bool FakeRuntime::runs_container_in(std::string_view pods) const {
  return std::ranges::any_of(inventory_.pods(), [pods](const auto& item) {
    return glob_matches_pod(pods, full_name(item.second)) &&
           std::ranges::any_of(item.second.containers, [](const auto& container) { return container->is_running(); });
  });
}

bool FakeRuntime::has_scripted_changes() const {
  if (is_hung() || is_down() || next_usage_change()) return true;
  const sim::Time now = process_.now();
  const auto is_ahead = [now](sim::Time turn) { return turn > now; };
  if (std::ranges::any_of(faults_.turns(), is_ahead)) return true;
  return std::ranges::any_of(inventory_.pods(), [now](const auto& item) {
    const PodEntry& pod = item.second;
    const bool container_ends = std::ranges::any_of(pod.containers, [](const auto& container) {
      return container->is_running() && container->exit_at != Container::never;
    });
    const bool sandbox_dies =
        pod.script != nullptr && pod.script->sandbox.dies_at && pod.created_at + *pod.script->sandbox.dies_at > now;
    return container_ends || sandbox_dies;
  });
}

}  // namespace podreel::runtime_fake
