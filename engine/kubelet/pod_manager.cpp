#include "engine/kubelet/pod_manager.hpp"

#include <algorithm>
#include <utility>

#include "engine/invariant.hpp"

namespace podreel::kubelet {

api::PodPtr PodManager::set(const api::PodPtr& pod) {
  if (pod->is_mirror()) {
    mirrors_.insert_or_assign(api::full_name(*pod), pod);
    if (const api::PodPtr owner = static_pod_of(*pod)) {
      translations_.insert_or_assign(pod->metadata.uid, owner->metadata.uid);
    }
    return nullptr;
  }
  const memory::Text& uid = pod->metadata.uid;
  const auto [known, is_new] = pods_.try_emplace(uid, pod);
  api::PodPtr before = is_new ? nullptr : std::exchange(known->second, pod);
  if (is_new) uids_.insert(std::ranges::lower_bound(uids_, uid), uid);
  PODREEL_INVARIANT(uids_.size() == pods_.size(), "each pod is listed once");
  if (pod->is_static()) {
    static_pods_.insert_or_assign(api::full_name(*pod), pod);
    if (const api::PodPtr mirror = mirror_of(*pod)) translations_.insert_or_assign(mirror->metadata.uid, uid);
  }
  pods_source_.changed(uid);
  return before;
}

void PodManager::remove(const api::Pod& pod) {
  const memory::Text uid = pod.metadata.uid;
  if (!pod.is_mirror() && pods_.erase(uid)) {
    const auto listed = std::ranges::lower_bound(uids_, uid);
    PODREEL_INVARIANT(listed != uids_.end() && *listed == uid, "each pod is listed in the order of its UID");
    uids_.erase(listed);
    pods_source_.changed(uid);
  }
  if (pod.is_mirror()) translations_.erase(uid);
  if (!pod.is_static()) return;
  ByName& named = pod.is_mirror() ? mirrors_ : static_pods_;
  const auto found = named.find(api::full_name(pod));
  // One of that name may have come before this one went.
  if (found != named.end() && found->second->metadata.uid == pod.metadata.uid) named.erase(found);
}

api::PodPtr PodManager::find(const memory::Text& uid) const {
  const auto found = pods_.find(uid);
  return found == pods_.end() ? nullptr : found->second;
}

api::PodPtr PodManager::find_static(const memory::Text& uid) const {
  api::PodPtr pod = has_static_pods() ? find(uid) : nullptr;
  return pod && pod->is_static() ? pod : nullptr;
}

api::PodPtr PodManager::find_in_api(const memory::Text& uid) const {
  api::PodPtr pod = find(uid);
  return pod && pod->is_static() ? mirror_of(*pod) : pod;
}

memory::Text PodManager::uid_in_api(const memory::Text& uid) const {
  if (const api::PodPtr pod = find_static(uid)) {
    const api::PodPtr mirror = mirror_of(*pod);
    return mirror ? mirror->metadata.uid : memory::Text{};
  }
  for (const auto& [mirror, translated] : translations_) {
    if (translated == uid) return mirror;
  }
  return uid;
}

std::string PodManager::mirror_name_of(const memory::Text& static_uid) const {
  if (const api::PodPtr pod = find_static(static_uid)) return api::full_name(*pod);
  for (const auto& [name, mirror] : mirrors_) {
    const auto translated = translations_.find(mirror->metadata.uid);
    if (translated != translations_.end() && translated->second == static_uid) return name;
  }
  return {};
}

memory::Text PodManager::translate_uid(const memory::Text& uid) const {
  const auto found = translations_.find(uid);
  return found == translations_.end() ? uid : found->second;
}

api::PodPtr PodManager::find_in(const ByName& pods, const api::Pod& pod) {
  if (pods.empty()) return nullptr;
  const auto found = pods.find(api::full_name(pod));
  return found == pods.end() ? nullptr : found->second;
}

api::PodPtr PodManager::mirror_of(const api::Pod& static_pod) const {
  return find_in(mirrors_, static_pod);
}

api::PodPtr PodManager::static_pod_of(const api::Pod& mirror) const {
  return find_in(static_pods_, mirror);
}

std::vector<api::PodPtr> PodManager::orphaned_mirrors() const {
  std::vector<api::PodPtr> orphans;
  for (const auto& [name, mirror] : mirrors_) {
    if (!static_pods_.contains(name)) orphans.push_back(mirror);
  }
  return orphans;
}

}  // namespace podreel::kubelet
