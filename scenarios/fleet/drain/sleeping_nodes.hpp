// Limits the memory of a drained cluster's nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace podreel::fleet {

/// Chooses which of the nodes that sleep hibernate: those that sleep for the longest time, if more than a number of
/// nodes are in memory. Raises this number if nodes are simulated again so often that it takes longer than everything
/// else.
class SleepingNodes {
 public:
  explicit SleepingNodes(std::size_t max_live) : max_live_{max_live} {}

  /// Takes a node that has run: whether it sleeps now, the number of orders that it has followed, and the number of
  /// those that it has followed once more.
  void note_run(std::uint32_t node, bool is_asleep, std::size_t num_orders, std::size_t num_repeated);
  /// Calls `hibernate` with nodes until few enough are in memory, or none sleeps there.
  void limit(const std::function<void(std::uint32_t)>& hibernate);

 private:
  std::size_t max_live_;
  std::set<std::uint32_t> live_;
  /// By the order in which they fell asleep.
  std::set<std::pair<std::uint64_t, std::uint32_t>> asleep_;
  std::map<std::uint32_t, std::uint64_t> since_;
  std::uint64_t next_ = 0;
  std::size_t num_orders_ = 0;
  std::size_t num_repeated_ = 0;
};

}  // namespace podreel::fleet
