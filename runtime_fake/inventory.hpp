// Everything that exists in the runtime, by pod.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/memory/text_map.hpp"
#include "runtime_fake/change_log.hpp"
#include "runtime_fake/pod_entry.hpp"
#include "runtime_fake/pod_snapshot.hpp"

namespace podreel::runtime_fake {

/// Pods with their sandboxes and containers, which are found by UID, by name and by the ids of what they have.
class Inventory {
 public:
  /// `scripts` must outlive the inventory.
  explicit Inventory(std::span<const PodScript> scripts) : scripts_{scripts} {}
  ~Inventory() = default;
  Inventory(const Inventory&) = delete;
  Inventory& operator=(const Inventory&) = delete;

  using Pods = std::map<memory::Text, PodEntry, std::less<>>;
  /// By UID.
  [[nodiscard]] const Pods& pods() const noexcept { return pods_; }
  [[nodiscard]] Pods& pods() noexcept { return pods_; }

  /// The entry of `pod`, and whether it is new: then with `created_at` as its age's zero.
  std::pair<PodEntry*, bool> add(const api::Pod& pod, sim::Time created_at);
  /// The world has no such pod any more; its entry goes as soon as nothing is left of it.
  void forget(const memory::Text& uid);

  [[nodiscard]] const PodEntry* find(const memory::Text& uid) const noexcept;
  [[nodiscard]] PodEntry* find(const memory::Text& uid) noexcept;
  /// The youngest pod of that "namespace/name", or of that name in any namespace; null if there is none.
  [[nodiscard]] PodEntry* find_named(std::string_view pod) noexcept;

  struct FoundSandbox {
    PodEntry* pod = nullptr;
    Sandbox* sandbox = nullptr;
  };
  [[nodiscard]] FoundSandbox find_sandbox(const memory::Text& id) const noexcept;
  struct FoundContainer {
    PodEntry* pod = nullptr;
    Container* container = nullptr;
  };
  [[nodiscard]] FoundContainer find_container(const memory::Text& id) const noexcept;
  /// The newest instance of a container; null if there is none.
  [[nodiscard]] static Container* newest(PodEntry& pod, std::string_view container) noexcept;

  /// References stay valid until the next sandbox is added to or removed from the pod.
  Sandbox& add_sandbox(PodEntry& pod, Sandbox sandbox);
  /// References stay valid until the container is removed.
  Container& add_container(PodEntry& pod, std::unique_ptr<Container> container);
  /// Adds a pod's state from another runtime; the pod has nothing here yet and keeps its IDs and addresses.
  void restore(PodEntry& pod, const PodSnapshot& snapshot, sim::Duration later);

  /// Removes the containers in it, too. After the last of a forgotten pod was removed, its entry is gone.
  void remove_sandbox(PodEntry& pod, memory::Text id);
  void remove_container(PodEntry& pod, memory::Text id);

  /// Addresses that were given to sandboxes.
  [[nodiscard]] std::uint32_t ips_given() const noexcept { return ips_given_; }

  [[nodiscard]] ChangeLog& changes() noexcept { return changes_; }
  [[nodiscard]] const ChangeLog& changes() const noexcept { return changes_; }
  /// Returns entries changed after `version`, and UIDs of pods that have gone since; both in the order of UIDs. No
  /// value if `version` is so old that it is no longer known which pods have gone.
  [[nodiscard]] std::optional<ChangeLog::Changes> changes_since(std::uint64_t version) const;

 private:
  /// `ordinal`: how many things were created in the pod before.
  [[nodiscard]] memory::Text new_id(PodEntry& pod, std::string_view name, std::uint32_t attempt, std::uint64_t ordinal);
  void erase_if_empty(PodEntry& pod);

  std::span<const PodScript> scripts_;
  NamePool namespaces_;
  Pods pods_;
  /// Lookup table of the same entries.
  memory::TextMap<PodEntry*> by_uid_;
  /// By the ids of sandboxes and containers.
  memory::TextMap<PodEntry*> owners_;
  ChangeLog changes_;
  std::uint32_t ips_given_ = 0;
};

}  // namespace podreel::runtime_fake
