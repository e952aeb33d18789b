#include "runtime_fake/pod_snapshot.hpp"

#include <algorithm>

#include "runtime_fake/fake_runtime.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

namespace {

sim::Time moved(sim::Time time, sim::Duration later) {
  return time == sim::Time{} || time == Container::never ? time : time + later;
}

StoredConfig copy_of(const StoredConfig& stored) {
  StoredConfig copy;
  copy.spec = stored.spec;
  if (stored.pre_stop) copy.pre_stop = std::make_unique<const api::Handler>(*stored.pre_stop);
  copy.hash = stored.hash;
  copy.hash_without_resources = stored.hash_without_resources;
  copy.container_spec = stored.container_spec;
  copy.pod_termination_grace_period_seconds = stored.pod_termination_grace_period_seconds;
  copy.pod_deletion_grace_period_seconds = stored.pod_deletion_grace_period_seconds;
  copy.oom_kills_group = stored.oom_kills_group;
  return copy;
}

/// Without its run and events.
std::unique_ptr<Container> copy_of(const Container& container, sim::Duration later) {
  auto copy = std::make_unique<Container>();
  copy->name = container.name;
  copy->image = container.image;
  copy->image_id = container.image_id;
  copy->reason = container.reason;
  copy->message = container.message;
  copy->created_at = moved(container.created_at, later);
  copy->started_at = moved(container.started_at, later);
  copy->finished_at = moved(container.finished_at, later);
  copy->stored = copy_of(container.stored);
  copy->exit_at = moved(container.exit_at, later);
  copy->exits_by_signal = container.exits_by_signal;
  if (container.resources) copy->resources = std::make_unique<const api::LinuxResources>(*container.resources);
  copy->id = container.id;
  copy->sandbox_id = container.sandbox_id;
  copy->attempt = container.attempt;
  copy->exit_code = container.exit_code;
  copy->state = container.state;
  copy->kind = container.kind;
  return copy;
}

std::uint32_t number_of(const memory::Text& ip, std::uint32_t given) {
  for (std::uint32_t number = 1; number <= given; ++number) {
    if (pod_ip(number) == ip.view()) return number;
  }
  return 0;
}

trace::World settled(const Container& container) {
  trace::World world{"container_settled"};
  world.container = *container.name;
  world.attempt = container.attempt;
  world.sandbox = container.sandbox_id;
  world.id = container.id;
  if (container.state == runtime::ContainerState::exited) world.exit_code = container.exit_code;
  return world;
}

}  // namespace

std::optional<std::uint64_t> ordinal_of(const memory::Text& id, const PodSnapshot& pod, std::string_view name,
                                        std::uint32_t attempt) {
  for (std::uint64_t ordinal = 0; ordinal < pod.created_in_it; ++ordinal) {
    if (make_id(pod.uid, name, attempt, ordinal) == id) return ordinal;
  }
  return std::nullopt;
}

std::shared_ptr<const PodSnapshot> FakeRuntime::snapshot(const memory::Text& uid) const {
  const PodEntry& pod = *inventory_.find(uid);
  auto taken = std::make_shared<PodSnapshot>();
  taken->uid = uid;
  taken->taken_at = process_.now();
  taken->created_at = pod.created_at;
  taken->created_in_it = pod.created_in_it;
  taken->ips_given = inventory_.ips_given();
  taken->images = images_.pulled();
  const auto keep = [&taken](Name name) { return name == nullptr ? nullptr : taken->words.of(*name); };
  for (const auto& [name, count] : pod.starts) taken->starts.emplace_back(keep(name), count);
  for (const Sandbox& sandbox : pod.sandboxes) {
    taken->sandboxes.push_back({sandbox, ordinal_of(sandbox.id, *taken, {}, sandbox.attempt).value_or(0),
                                number_of(sandbox.ip, taken->ips_given)});
  }
  for (const auto& held : pod.containers) {
    std::unique_ptr<Container> container = copy_of(*held, {});
    for (Name Container::*name :
         {&Container::name, &Container::image, &Container::image_id, &Container::reason, &Container::message}) {
      (*container).*name = keep((*container).*name);
    }
    const std::uint64_t ordinal = ordinal_of(held->id, *taken, *held->name, held->attempt).value_or(0);
    taken->containers.push_back({std::move(container), ordinal, ContainerLife::place_of_run(pod, *held)});
  }
  return taken;
}

void Inventory::restore(PodEntry& pod, const PodSnapshot& snapshot, sim::Duration later) {
  for (const auto& [held, ordinal, ip_number] : snapshot.sandboxes) {
    Sandbox sandbox = held;
    sandbox.created_at = moved(held.created_at, later);
    sandbox.id = new_id(pod, {}, held.attempt, ordinal);
    if (ip_number > 0) sandbox.ip = pod_ip(ips_given_ + ip_number);
    pod.sandboxes.push_back(std::move(sandbox));
  }
  ips_given_ += snapshot.ips_given;
  for (const PodSnapshot::OfContainer& held : snapshot.containers) {
    std::unique_ptr<Container> container = copy_of(*held.container, later);
    container->id = new_id(pod, *container->name, container->attempt, held.ordinal);
    for (std::size_t index = 0; index < snapshot.sandboxes.size(); ++index) {
      const bool is_in_it = snapshot.sandboxes[index].sandbox.id == held.container->sandbox_id;
      if (is_in_it) container->sandbox_id = pod.sandboxes[index].id;
    }
    pod.containers.push_back(std::move(container));
  }
  pod.starts = snapshot.starts;
  pod.created_in_it = snapshot.created_in_it;
  changed(pod);
}

const PodEntry& FakeRuntime::restore(const api::Pod& pod, std::shared_ptr<const PodSnapshot> snapshot,
                                     sim::Duration later) {
  PodEntry& entry = *inventory_.add(pod, snapshot->created_at + later).first;
  inventory_.restore(entry, *snapshot, later);
  for (std::size_t index = 0; index < entry.containers.size(); ++index) {
    life_.resume(entry, *entry.containers[index], snapshot->containers[index].run);
    watch_memory(*entry.containers[index]);
    if (recorder_.wants<trace::World>()) recorder_.record(full_name(entry), settled(*entry.containers[index]));
  }
  if (entry.script != nullptr && entry.script->sandbox.dies_at) {
    const sim::Time death = snapshot->created_at + *entry.script->sandbox.dies_at;
    if (death > snapshot->taken_at) let_sandbox_die(entry, std::max(death + later, process_.now()));
  }
  for (Images::Pulled pulled : snapshot->images) {
    pulled.busy_until += later;
    if (pulled.arrives_at) *pulled.arrives_at += later;
    images_.add(pulled);
  }
  restored_.push_back(std::move(snapshot));
  return entry;
}

}  // namespace podreel::runtime_fake
