// What of a kubelet's behaviour runs have shown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>

#include "scenarios/checks/invariants/history.hpp"

namespace podreel::explorer {

/// Pairs of what happened to a pod and what came next, each told without names, numbers and times: a call and its
/// outcome, a status, an event, the kubelet's own steps.
class Coverage {
 public:
  /// How much of what the run shows is new.
  std::size_t add(const invariants::History& history);

  [[nodiscard]] std::size_t size() const noexcept { return seen_.size(); }

 private:
  std::set<std::uint64_t> seen_;
};

}  // namespace podreel::explorer
