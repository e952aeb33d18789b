#include "runtime_fake/inventory.hpp"

#include <algorithm>

#include "engine/invariant.hpp"
#include "runtime_fake/glob.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

namespace {

const PodScript* script_of(std::span<const PodScript> scripts, std::string_view pod) {
  const auto found =
      std::ranges::find_if(scripts, [pod](const PodScript& script) { return glob_matches_pod(script.name, pod); });
  return found == scripts.end() ? nullptr : &*found;
}

bool has_sandbox(const PodEntry& pod, const memory::Text& id) {
  return std::ranges::find(pod.sandboxes, id, &Sandbox::id) != pod.sandboxes.end();
}

}  // namespace

std::pair<PodEntry*, bool> Inventory::add(const api::Pod& pod, sim::Time created_at) {
  if (PodEntry* known = find(pod.metadata.uid)) return {known, false};
  const auto place = pods_.try_emplace(pod.metadata.uid).first;
  PodEntry& entry = place->second;
  by_uid_.try_emplace(place->first, &entry);
  entry.uid = place->first;
  entry.name = pod.metadata.name;
  entry.namespace_name = namespaces_.of(pod.metadata.namespace_name);
  entry.created_at = created_at;
  entry.script = script_of(scripts_, full_name(entry));
  PODREEL_INVARIANT(pods_.size() == by_uid_.size(), "every pod is found by its UID");
  return {&entry, true};
}

void Inventory::forget(const memory::Text& uid) {
  PodEntry* entry = find(uid);
  if (entry == nullptr) return;
  entry->forgotten = true;
  erase_if_empty(*entry);
}

const PodEntry* Inventory::find(const memory::Text& uid) const noexcept {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : found->second;
}

PodEntry* Inventory::find(const memory::Text& uid) noexcept {
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : found->second;
}

PodEntry* Inventory::find_named(std::string_view pod) noexcept {
  const bool with_namespace = pod.find('/') != std::string_view::npos;
  PodEntry* youngest = nullptr;
  for (auto& [uid, entry] : pods_) {
    if (with_namespace ? full_name(entry) != pod : entry.name != pod) continue;
    if (youngest == nullptr || entry.created_at > youngest->created_at) youngest = &entry;
  }
  return youngest;
}

Inventory::FoundSandbox Inventory::find_sandbox(const memory::Text& id) const noexcept {
  const auto owner = owners_.find(id);
  if (owner == owners_.end()) return {};
  std::vector<Sandbox>& sandboxes = owner->second->sandboxes;
  const auto found = std::ranges::find(sandboxes, id, &Sandbox::id);
  return found == sandboxes.end() ? FoundSandbox{} : FoundSandbox{owner->second, &*found};
}

Inventory::FoundContainer Inventory::find_container(const memory::Text& id) const noexcept {
  const auto owner = owners_.find(id);
  if (owner == owners_.end()) return {};
  const auto& containers = owner->second->containers;
  const auto found =
      std::ranges::find(containers, id, [](const auto& held) -> const memory::Text& { return held->id; });
  return found == containers.end() ? FoundContainer{} : FoundContainer{owner->second, found->get()};
}

Container* Inventory::newest(PodEntry& pod, std::string_view container) noexcept {
  const auto found = std::find_if(pod.containers.rbegin(), pod.containers.rend(),
                                  [&](const auto& held) { return *held->name == container; });
  return found == pod.containers.rend() ? nullptr : found->get();
}

Sandbox& Inventory::add_sandbox(PodEntry& pod, Sandbox sandbox) {
  sandbox.id = new_id(pod, {}, sandbox.attempt, pod.created_in_it++);
  if (!sandbox.host_network) sandbox.ip = pod_ip(++ips_given_);
  pod.sandboxes.push_back(sandbox);
  changes_.record(pod);
  return pod.sandboxes.back();
}

Container& Inventory::add_container(PodEntry& pod, std::unique_ptr<Container> container) {
  PODREEL_INVARIANT(has_sandbox(pod, container->sandbox_id), "a container is created in a sandbox of its pod");
  container->id = new_id(pod, *container->name, container->attempt, pod.created_in_it++);
  pod.containers.push_back(std::move(container));
  changes_.record(pod);
  return *pod.containers.back();
}

void Inventory::remove_sandbox(PodEntry& pod, memory::Text id) {
  for (const auto& container : pod.containers) {
    if (container->sandbox_id != id) continue;
    PODREEL_INVARIANT(!container->is_running(), "a container ends before its sandbox is removed");
    owners_.erase(container->id);
  }
  std::erase_if(pod.containers, [&id](const auto& container) { return container->sandbox_id == id; });
  std::erase_if(pod.sandboxes, [&id](const Sandbox& sandbox) { return sandbox.id == id; });
  const bool was_known = owners_.erase(id);
  PODREEL_INVARIANT(was_known, "a sandbox that is removed was found by its id");
  changes_.record(pod);
  erase_if_empty(pod);
}

void Inventory::remove_container(PodEntry& pod, memory::Text id) {
  std::erase_if(pod.containers, [&id](const auto& container) {
    if (container->id != id) return false;
    PODREEL_INVARIANT(!container->is_running(), "a container ends before it is removed");
    return true;
  });
  const bool was_known = owners_.erase(id);
  PODREEL_INVARIANT(was_known, "a container that is removed was found by its id");
  changes_.record(pod);
  erase_if_empty(pod);
}

void Inventory::restore(PodEntry& pod, const PodSnapshot& snapshot, sim::Duration later) {
  PODREEL_INVARIANT(pod.sandboxes.empty() && pod.containers.empty(),
                    "a pod is restored before it has anything in this runtime");
  for (const auto& [held, ordinal, ip_number] : snapshot.sandboxes) {
    Sandbox sandbox = held;
    sandbox.created_at = shifted(held.created_at, later);
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
  changes_.record(pod);
}

std::optional<ChangeLog::Changes> Inventory::changes_since(std::uint64_t version) const {
  std::optional<ChangeLog::Changes> changes = changes_.since(version);
  if (changes) std::erase_if(changes->gone, [this](const memory::Text& uid) { return find(uid) != nullptr; });
  return changes;
}

memory::Text Inventory::new_id(PodEntry& pod, std::string_view name, std::uint32_t attempt, std::uint64_t ordinal) {
  constexpr std::uint64_t next_try = std::uint64_t{1} << 32U;
  memory::Text id = make_id(pod.uid, name, attempt, ordinal);
  while (!owners_.try_emplace(id, &pod).second) {
    ordinal += next_try;
    id = make_id(pod.uid, name, attempt, ordinal);
  }
  return id;
}

void Inventory::erase_if_empty(PodEntry& pod) {
  if (!pod.forgotten || !pod.sandboxes.empty() || !pod.containers.empty()) return;
  changes_.remove(pod);
  by_uid_.erase(pod.uid);
  pods_.erase(pods_.find(pod.uid));
  PODREEL_INVARIANT(pods_.size() == by_uid_.size(), "every pod is found by its UID");
}

}  // namespace podreel::runtime_fake
