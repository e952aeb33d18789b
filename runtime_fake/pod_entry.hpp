// A pod, as the runtime keeps it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime_fake/container.hpp"
#include "runtime_fake/name_pool.hpp"
#include "runtime_fake/sandbox.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// One pod. Outlives its last container until the API server has forgotten the pod, so that the n-th start of a
/// container remains the n-th.
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

  // Kept by ChangeLog: the observable version of the last change, and the neighbours in the order of change.
  std::uint64_t changed = 0;
  PodEntry* changed_before = nullptr;
  PodEntry* changed_after = nullptr;
};

/// "namespace/name".
[[nodiscard]] std::string full_name(const PodEntry& pod);
/// Name, namespace and UID.
[[nodiscard]] api::ObjectMeta identity_of(const PodEntry& pod);

}  // namespace podreel::runtime_fake
