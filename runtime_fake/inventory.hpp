// Everything that exists in the runtime, by pod.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/memory/text_map.hpp"
#include "runtime_fake/container.hpp"
#include "runtime_fake/pod_snapshot.hpp"
#include "runtime_fake/sandbox.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// One pod. Stays after its last container has gone, until the world has forgotten the pod, so that the n-th start of
/// a container remains the n-th.
struct PodEntry {
  memory::Text uid;
  memory::Text name;
  Name namespace_name = nullptr;
  /// When the pod was created, to the nanosecond.
  sim::Time created_at{};
  /// Null if the scenario says nothing about the pod.
  const PodScript* script = nullptr;
  std::vector<Sandbox> sandboxes;
  /// In the order of their creation.
  std::vector<std::unique_ptr<Container>> containers;
  /// Successful starts by container name.
  std::vector<std::pair<Name, std::uint32_t>> starts;
  sim::EventId sandbox_death;
  std::uint32_t created_in_it = 0;
  bool forgotten = false;

  /// The observable version of its last change, and its neighbours in the order of change.
  std::uint64_t changed = 0;
  PodEntry* changed_before = nullptr;
  PodEntry* changed_after = nullptr;
};

/// "namespace/name".
[[nodiscard]] std::string full_name(const PodEntry& pod);
/// Name, namespace and UID.
[[nodiscard]] api::ObjectMeta identity_of(const PodEntry& pod);

class Inventory {
 public:
  /// `scripts` must outlive the inventory.
  explicit Inventory(const std::vector<PodScript>& scripts) : scripts_{scripts} {}
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
  /// What another runtime has had of the pod, which has nothing here yet: with ids and addresses of its own.
  void restore(PodEntry& pod, const PodSnapshot& snapshot, sim::Duration later);

  /// Removes the containers in it, too. After the last of a forgotten pod was removed, its entry is gone.
  void remove_sandbox(PodEntry& pod, memory::Text id);
  void remove_container(PodEntry& pod, memory::Text id);

  /// Addresses that were given to sandboxes.
  [[nodiscard]] std::uint32_t ips_given() const noexcept { return ips_given_; }

  /// Something of the pod that a relist can observe has changed.
  void changed(PodEntry& pod);
  /// A relist would behave differently, whatever it finds.
  void changed_for_all();
  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  void on_change(std::function<void(const memory::Text& pod_uid)> listener) {
    listeners_.push_back(std::move(listener));
  }

  /// Entries changed after `version`, and UIDs of those that have gone since; both in the order of UIDs.
  struct Changes {
    std::vector<const PodEntry*> pods;
    std::vector<memory::Text> gone;
  };
  /// No value if `version` is so old that it is not known any more what has gone.
  [[nodiscard]] std::optional<Changes> changes_since(std::uint64_t version) const;

 private:
  /// `ordinal`: how many things were created in the pod before.
  [[nodiscard]] memory::Text new_id(PodEntry& pod, std::string_view name, std::uint32_t attempt, std::uint64_t ordinal);
  void unlink(PodEntry& pod) noexcept;
  void tell_listeners(const memory::Text& pod_uid);
  void erase_if_nothing_is_left(PodEntry& pod);

  const std::vector<PodScript>& scripts_;
  NamePool namespaces_;
  Pods pods_;
  /// The same, for looking one up.
  memory::TextMap<PodEntry*> by_uid_;
  /// By the ids of sandboxes and containers.
  memory::TextMap<PodEntry*> owners_;
  PodEntry* last_changed_ = nullptr;
  /// The last ones that went: version of their last change, and UID.
  std::deque<std::pair<std::uint64_t, memory::Text>> gone_;
  std::uint64_t gone_known_since_ = 0;
  std::uint64_t version_ = 0;
  std::uint32_t ips_given_ = 0;
  std::vector<std::function<void(const memory::Text& pod_uid)>> listeners_;
};

}  // namespace podreel::runtime_fake
