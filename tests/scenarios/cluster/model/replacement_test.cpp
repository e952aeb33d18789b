#include "scenarios/cluster/model/replacement.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::cluster {

namespace {

using Ordinals = std::vector<std::size_t>;

struct Filled {
  Ordinals replaced;
  bool is_whole = false;
};

/// "a": available, "u": unavailable, "m": missing, "e": ended.
Filled filled(const std::string& replicas, bool is_parallel) {
  const auto state_of = [&](std::size_t ordinal) {
    switch (replicas[ordinal]) {
      case 'a':
        return ReplicaState::available;
      case 'm':
        return ReplicaState::missing;
      case 'e':
        return ReplicaState::ended;
      default:
        return ReplicaState::unavailable;
    }
  };
  Filled filled;
  filled.is_whole = fill_ordinals(replicas.size(), is_parallel, state_of,
                                  [&](std::size_t ordinal, ReplicaState) { filled.replaced.push_back(ordinal); });
  return filled;
}

}  // namespace

TEST_CASE("a StatefulSet replaces one pod after the other") {
  CHECK(filled("amem", false).replaced == Ordinals{1});
  CHECK(filled("aum", false).replaced.empty());
  CHECK_FALSE(filled("amem", false).is_whole);
  CHECK(filled("aaa", false).is_whole);
}

TEST_CASE("a StatefulSet whose pods are managed in parallel replaces all at once") {
  CHECK(filled("umea", true).replaced == Ordinals{1, 2});
  CHECK(filled("umea", true).is_whole);
}

TEST_CASE("a pod that has ended or is being deleted is no active replica") {
  CHECK(is_active(api::PodPhase::pending, false));
  CHECK_FALSE(is_active(api::PodPhase::running, true));
  CHECK_FALSE(is_active(api::PodPhase::failed, false));
}

}  // namespace podreel::cluster
