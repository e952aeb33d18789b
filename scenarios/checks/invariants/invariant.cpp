#include "scenarios/checks/invariants/invariant.hpp"

#include <chrono>
#include <fmt/format.h>
#include <vector>

namespace podreel::invariants {

namespace {

using Parts = std::vector<std::span<const Invariant>>;

/// Every release keeps these, except for known faults.
Parts invariants() {
  return {invariants_of_pods(), invariants_of_containers(), invariants_at_rest()};
}

Parts promises() {
  return {known_violations_of_statuses(),   known_violations_of_probes(), known_violations_of_definitions(),
          known_violations_of_containers(), known_violations_of_pods(),   known_violations_of_static_pods(),
          known_violations_at_rest()};
}

void judge(const History& history, const Parts& parts, std::vector<Breach>& breaches) {
  for (const auto part : parts) {
    for (const Invariant& invariant : part) {
      if (auto finding = invariant.search(history)) breaches.push_back({invariant.name, std::move(*finding)});
    }
  }
}

}  // namespace

const std::vector<const Invariant*>& library() {
  static const std::vector<const Invariant*> all = [] {
    std::vector<const Invariant*> found;
    for (const Parts& parts : {invariants(), promises()}) {
      for (const auto part : parts) {
        for (const Invariant& invariant : part) found.push_back(&invariant);
      }
    }
    return found;
  }();
  return all;
}

std::vector<Breach> breaches_of(const History& history) {
  std::vector<Breach> breaches;
  judge(history, invariants(), breaches);
  if (!history.circumstances().excuse_known_faults) judge(history, promises(), breaches);
  return breaches;
}

std::string to_string(const Breach& breach, sim::Time start) {
  const auto at = std::chrono::round<std::chrono::milliseconds>(breach.finding.at - start).count();
  return fmt::format("{}: {} at {}.{:03}s", breach.invariant, breach.finding.what, at / 1000, at % 1000);
}

}  // namespace podreel::invariants
