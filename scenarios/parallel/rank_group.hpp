// Processes that share work.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace podreel::parallel {

/// All processes do the same with the same input: they make the same calls in the same order.
class RankGroup {
 public:
  virtual ~RankGroup() = default;

  /// Number of this process, counted from 0, and number of processes.
  [[nodiscard]] virtual std::size_t number() const noexcept = 0;
  [[nodiscard]] virtual std::size_t count() const noexcept = 0;

  /// Returns the next of 0, 1, 2 … that no process has taken since the last exchange. The numbers of calls may differ
  /// between processes.
  virtual std::size_t next() = 0;
  /// Exchanges a message of each process; returns all messages by number, the same for all.
  virtual std::vector<std::string> exchange(const std::string& mine) = 0;
};

/// Throws std::runtime_error unless all processes agree on `what`; otherwise they would wait for each other forever.
void check_agreement(RankGroup& rank_group, const std::string& what, const std::string& mine);

}  // namespace podreel::parallel
