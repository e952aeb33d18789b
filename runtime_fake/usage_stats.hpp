// Usage of the node, its pods and their containers.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/runtime.hpp"
#include "engine/sim/process.hpp"
#include "runtime_fake/image_store.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/script.hpp"

namespace podreel::runtime_fake {

/// Follows the usage curves of the script; keeps nothing itself.
class UsageStats final : public runtime::StatsProvider {
 public:
  /// All must outlive it. The scenario begins now.
  UsageStats(const sim::Process& process, const Inventory& inventory, const ImageStore& images,
             const RuntimeScript& script)
      : process_{process}, inventory_{inventory}, images_{images}, script_{script}, began_at_{process.now()} {}

  /// Bytes that a running container has in use.
  [[nodiscard]] std::int64_t memory_of(const Container& container) const;

  [[nodiscard]] runtime::MemoryUsage memory_usage(const memory::Text& pod_uid) const override;
  [[nodiscard]] std::optional<runtime::NodeUsage> node_usage() const override;
  [[nodiscard]] std::vector<runtime::ContainerUsage> container_usage(const memory::Text& pod_uid) const override;
  [[nodiscard]] std::optional<sim::Time> next_usage_change() const override;

 private:
  [[nodiscard]] runtime::ContainerUsage usage_of(const Container& container) const;

  const sim::Process& process_;
  const Inventory& inventory_;
  const ImageStore& images_;
  const RuntimeScript& script_;
  sim::Time began_at_;
};

}  // namespace podreel::runtime_fake
