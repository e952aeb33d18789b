// Results that were simulated together with earlier ones, until they are requested.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "scenarios/fleet/node_result.hpp"

namespace podreel::fleet {

/// Parts of a plan that have results of their own, in the order in which a node goes through them.
enum class NodePart : std::uint8_t { masters, turn, roll_back };

/// Keeps encoded results within a limit of memory. For several threads.
class PrefetchedResults {
 public:
  struct Key {
    std::uint32_t cluster = 0;
    std::uint32_t node = 0;
    NodePart part = NodePart::turn;

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  explicit PrefetchedResults(std::size_t max_bytes) : max_bytes_{max_bytes} {}

  /// Returns whether there is room for further results.
  [[nodiscard]] bool has_room() const;
  void put(const Key& key, const NodeResult& result);
  /// Removes and returns the result, of a cluster with this number of workloads; no value if it is not kept.
  [[nodiscard]] std::optional<NodeResult> take(const Key& key, std::uint32_t workloads);

 private:
  std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::size_t bytes_ = 0;
  std::map<Key, std::string> results_;
};

}  // namespace podreel::fleet
