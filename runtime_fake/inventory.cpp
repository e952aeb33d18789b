#include "runtime_fake/inventory.hpp"

#include <algorithm>

#include "runtime_fake/glob.hpp"
#include "runtime_fake/identifiers.hpp"

namespace podreel::runtime_fake {

namespace {

const PodScript* script_of(const std::vector<PodScript>& scripts, std::string_view pod) {
  const auto found =
      std::ranges::find_if(scripts, [pod](const PodScript& script) { return glob_matches_pod(script.name, pod); });
  return found == scripts.end() ? nullptr : &*found;
}

}  // namespace

std::string full_name(const PodEntry& pod) {
  return *pod.namespace_name + "/" + pod.name;
}

api::ObjectMeta identity_of(const PodEntry& pod) {
  api::ObjectMeta identity;
  identity.name = pod.name;
  identity.namespace_name = *pod.namespace_name;
  identity.uid = pod.uid;
  return identity;
}

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
  return {&entry, true};
}

void Inventory::forget(const memory::Text& uid) {
  PodEntry* entry = find(uid);
  if (entry == nullptr) return;
  entry->forgotten = true;
  erase_if_nothing_is_left(*entry);
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
  changed(pod);
  return pod.sandboxes.back();
}

Container& Inventory::add_container(PodEntry& pod, std::unique_ptr<Container> container) {
  container->id = new_id(pod, *container->name, container->attempt, pod.created_in_it++);
  pod.containers.push_back(std::move(container));
  changed(pod);
  return *pod.containers.back();
}

void Inventory::remove_sandbox(PodEntry& pod, memory::Text id) {
  for (const auto& container : pod.containers) {
    if (container->sandbox_id == id) owners_.erase(container->id);
  }
  std::erase_if(pod.containers, [&id](const auto& container) { return container->sandbox_id == id; });
  std::erase_if(pod.sandboxes, [&id](const Sandbox& sandbox) { return sandbox.id == id; });
  owners_.erase(id);
  changed(pod);
  erase_if_nothing_is_left(pod);
}

void Inventory::remove_container(PodEntry& pod, memory::Text id) {
  std::erase_if(pod.containers, [&id](const auto& container) { return container->id == id; });
  owners_.erase(id);
  changed(pod);
  erase_if_nothing_is_left(pod);
}

void Inventory::changed(PodEntry& pod) {
  unlink(pod);
  pod.changed = ++version_;
  pod.changed_before = last_changed_;
  if (last_changed_ != nullptr) last_changed_->changed_after = &pod;
  last_changed_ = &pod;
  tell_listeners(pod.uid);
}

void Inventory::changed_for_all() {
  ++version_;
  tell_listeners({});
}

std::optional<Inventory::Changes> Inventory::changes_since(std::uint64_t version) const {
  if (version < gone_known_since_) return std::nullopt;
  Changes changes;
  for (const PodEntry* pod = last_changed_; pod != nullptr && pod->changed > version; pod = pod->changed_before) {
    changes.pods.push_back(pod);
  }
  std::ranges::sort(changes.pods, {}, &PodEntry::uid);
  for (const auto& [last_change, uid] : gone_) {
    if (last_change > version && find(uid) == nullptr) changes.gone.push_back(uid);
  }
  std::ranges::sort(changes.gone);
  changes.gone.erase(std::unique(changes.gone.begin(), changes.gone.end()), changes.gone.end());
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

void Inventory::unlink(PodEntry& pod) noexcept {
  if (pod.changed_before != nullptr) pod.changed_before->changed_after = pod.changed_after;
  if (pod.changed_after != nullptr) pod.changed_after->changed_before = pod.changed_before;
  if (last_changed_ == &pod) last_changed_ = pod.changed_before;
  pod.changed_before = nullptr;
  pod.changed_after = nullptr;
}

void Inventory::tell_listeners(const memory::Text& pod_uid) {
  // By index: a listener may add another.
  for (std::size_t index = 0; index < listeners_.size(); ++index) listeners_[index](pod_uid);
}

void Inventory::erase_if_nothing_is_left(PodEntry& pod) {
  if (!pod.forgotten || !pod.sandboxes.empty() || !pod.containers.empty()) return;
  unlink(pod);
  constexpr std::size_t most_remembered = 1024;
  if (pod.changed > 0) gone_.emplace_back(pod.changed, pod.uid);
  if (gone_.size() > most_remembered) {
    gone_known_since_ = std::max(gone_known_since_, gone_.front().first);
    gone_.pop_front();
  }
  by_uid_.erase(pod.uid);
  pods_.erase(pods_.find(pod.uid));
}

}  // namespace podreel::runtime_fake
