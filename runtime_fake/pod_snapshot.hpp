// A runtime's state of one pod, to be copied to other runtimes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime_fake/container.hpp"
#include "runtime_fake/image_store.hpp"
#include "runtime_fake/name_pool.hpp"
#include "runtime_fake/sandbox.hpp"

namespace podreel::runtime_fake {

struct PodEntry;

/// A run of a container's script.
struct RunPlace {
  /// That of a process that has met with a conflict.
  bool is_conflict = false;
  std::size_t index = 0;
};

/// A pod's sandboxes and containers at an instant. Does not change: several threads may read it.
struct PodSnapshot {
  struct OfSandbox {
    Sandbox sandbox;
    /// Number of objects that were created in the pod before.
    std::uint64_t ordinal = 0;
    /// Its address is the n-th of the runtime; 0 without one.
    std::uint32_t ip_number = 0;
  };
  struct OfContainer {
    /// Without its run and events; its names are in `words`.
    std::unique_ptr<const Container> container;
    std::uint64_t ordinal = 0;
    std::optional<RunPlace> run;
  };

  memory::Text uid;
  sim::Time taken_at{};
  sim::Time created_at{};
  std::vector<OfSandbox> sandboxes;
  std::vector<OfContainer> containers;
  std::vector<std::pair<Name, std::uint32_t>> starts;
  std::uint32_t created_in_it = 0;
  /// Addresses that were given to the pod's sandboxes.
  std::uint32_t ips_given = 0;
  /// On a node that has no other pod.
  std::vector<ImageStore::Pulled> images;
  NamePool words;
};

/// Returns a runtime's current state of the pod. `ips_given` and `images` are the runtime's, which has no other pod.
[[nodiscard]] std::shared_ptr<const PodSnapshot> take_snapshot(const PodEntry& pod, sim::Time now,
                                                               std::uint32_t ips_given,
                                                               std::vector<ImageStore::Pulled> images);

/// The ordinal that makes the id of something of that name and attempt; no value if it is none of the pod's.
[[nodiscard]] std::optional<std::uint64_t> ordinal_of(const memory::Text& id, const PodSnapshot& pod,
                                                      std::string_view name, std::uint32_t attempt);

}  // namespace podreel::runtime_fake
