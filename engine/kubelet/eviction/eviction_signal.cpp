#include "engine/kubelet/eviction/eviction_signal.hpp"

#include <algorithm>

#include "engine/release/behaviour/evicting.hpp"

namespace podreel::kubelet {

std::string_view to_string(EvictionSignal signal) noexcept {
  switch (signal) {
    case EvictionSignal::memory_available:
      return "memory.available";
    case EvictionSignal::nodefs_available:
      return "nodefs.available";
    case EvictionSignal::nodefs_inodes_free:
      return "nodefs.inodesFree";
    case EvictionSignal::imagefs_available:
      return "imagefs.available";
    case EvictionSignal::pid_available:
      break;
  }
  return "pid.available";
}

std::optional<EvictionSignal> signal_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(eviction_signals, name, [](EvictionSignal signal) { return to_string(signal); });
  if (found == eviction_signals.end()) return std::nullopt;
  return *found;
}

std::string_view resource_of(EvictionSignal signal, const release::Behaviour& behaviour) noexcept {
  const bool has_new_names = behaviour.has(release::eviction_names_containers);
  switch (signal) {
    case EvictionSignal::memory_available:
      return "memory";
    case EvictionSignal::nodefs_available:
      return has_new_names ? "ephemeral-storage" : "nodefs";
    case EvictionSignal::nodefs_inodes_free:
      return has_new_names ? "inodes" : "nodefsInodes";
    case EvictionSignal::imagefs_available:
      return has_new_names ? "ephemeral-storage" : "imagefs";
    case EvictionSignal::pid_available:
      break;
  }
  return "pids";
}

const std::optional<runtime::ResourceUsage>& observed(const runtime::NodeUsage& usage, EvictionSignal signal) noexcept {
  switch (signal) {
    case EvictionSignal::memory_available:
      return usage.memory;
    case EvictionSignal::nodefs_available:
      return usage.nodefs;
    case EvictionSignal::nodefs_inodes_free:
      return usage.nodefs_inodes;
    case EvictionSignal::imagefs_available:
      return usage.imagefs;
    case EvictionSignal::pid_available:
      break;
  }
  return usage.pids;
}

}  // namespace podreel::kubelet
