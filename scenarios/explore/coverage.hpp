// Coverage of a kubelet's behaviour by runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "scenarios/checks/invariants/history.hpp"

namespace podreel::explore {

/// Pairs of consecutive events of a pod, each without names, numbers and times: a call and its result, a status, an
/// event, a step of the kubelet.
class Coverage {
 public:
  /// Returns the number of new pairs in the run.
  std::size_t add(const invariants::History& history);

  [[nodiscard]] std::size_t size() const noexcept { return seen_.size(); }

 private:
  std::set<std::uint64_t> seen_;
};

}  // namespace podreel::explore
