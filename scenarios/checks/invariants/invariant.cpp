#include "scenarios/checks/invariants/invariant.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <utility>
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
          known_violations_at_rest(),       known_violations_of_ends()};
}

void judge(const History& history, const Parts& parts, std::vector<Breach>& breaches) {
  for (const auto part : parts) {
    for (const Invariant& invariant : part) {
      if (auto finding = invariant.search(history)) breaches.push_back({invariant.name, std::move(*finding)});
    }
  }
}

/// Former names of invariants, each with the one that it has today.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> former_names{{
    {"what-runs-is-told", "running-containers-are-reported"},
    {"time-goes-on", "no-livelock"},
    {"what-is-told-to-run-runs", "reported-containers-run"},
    {"readiness-is-told", "ready-pods-are-reported-ready"},
    {"running-pods-are-told-to-run", "running-pods-are-reported-running"},
    {"what-has-ended-stays-so", "ended-containers-stay-ended"},
    {"what-has-ended-runs-once", "ended-containers-run-once"},
    {"what-has-succeeded-has-run", "succeeded-pods-have-run"},
}};

}  // namespace

std::string_view current_name(std::string_view name) noexcept {
  const auto* const found =
      std::ranges::find(former_names, name, &std::pair<std::string_view, std::string_view>::first);
  return found == former_names.end() ? name : found->second;
}

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
