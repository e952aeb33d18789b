// What kubelets are known to get wrong breaks a promise in the releases that do, and in no other.
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/explorer/watched_run.hpp"
#include "scenarios/invariants/invariant.hpp"
#include "scenarios/language/load.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;

struct KnownBug {
  /// A file of scenarios/issues.
  std::string scenario;
  /// What does not hold in the affected releases, joined by commas.
  std::string promises;
  std::vector<std::string> affected;
  /// Empty: not fixed as of the newest release.
  std::vector<std::string> sound;
};

const std::vector<KnownBug>& known_bugs() {
  static const std::vector<KnownBug> bugs{
      {"126543-init-container-stays-created",
       "pending-pods-are-tried",
       {"1.28.1", "1.29.8", "1.30.4", "1.31.0"},
       {"1.27", "1.28.2", "1.29.9", "1.30.5", "1.31.1"}},
      {"127793-running-while-the-sidecar-starts", "pods-pend-while-initializing", {"1.29", "1.32"}, {"1.33"}},
      {"126650-running-while-initializing-again",
       "pods-pend-while-initializing",
       {"1.28.15", "1.31"},
       {"1.27", "1.32"}},
      {"137710-leftover-init-container-counts", "leftovers-do-not-count", {"1.19", "1.31", "1.36"}, {}},
      {"140309-created-application-counts", "init-containers-come-first", {"1.31.0", "1.33", "1.36"}, {"1.27", "1.32"}},
      {"118321-created-container-counts-as-run", "pending-pods-are-tried", {"1.24", "1.36"}, {}},
      {"118321-created-container-counts-as-run", "what-has-succeeded-has-run", {"1.12", "1.13", "1.23"}, {}},
      {"68980-finished-pod-gets-a-sandbox", "finished-pods-get-no-sandbox", {"1.12"}, {"1.13"}},
      {"79398-pod-without-containers-is-given-up",
       "pending-pods-are-tried",
       {"1.13.7", "1.14.3", "1.15.0"},
       {"1.12", "1.13.8", "1.14.4", "1.15.1"}},
      {"92614-succeeded-pod-gets-a-sandbox",
       "finished-pods-get-no-sandbox",
       {"1.17.14", "1.18.12", "1.19.3"},
       {"1.17.15", "1.18.13", "1.19.4"}},
      {"123839-created-counts-as-succeeded", "pending-pods-are-tried", {"1.24", "1.31"}, {"1.32"}},
      {"113065-force-deleted-pod-runs-on", "removed-pods-end", {"1.22.0", "1.26"}, {"1.21", "1.27.0"}},
      {"97722-edited-static-pod-overlaps",
       "static-pods-take-turns",
       {"1.18.15", "1.19.7", "1.20.2", "1.22.4"},
       {"1.18.16", "1.19.8", "1.20.3", "1.21", "1.22.5"}},
      {"97980-pods-wait-for-their-sandboxes", "deleted-pods-go-soon", {"1.20.0", "1.20.2"}, {"1.19", "1.20.3"}},
      {"99697-startup-probe-restarts-without-back-off", "restarts-wait", {"1.20", "1.28", "1.36"}, {}},
      {"103257-liveness-kills-without-back-off", "restarts-wait", {"1.28.0", "1.32"}, {}},
      {"53167-disk-pressure-takes-init-containers",
       "last-instances-are-kept",
       {"1.7.8", "1.8.2"},
       {"1.7.9", "1.8.3", "1.36"}},
      {"51142-removed-record-runs-again", "what-has-ended-runs-once", {"1.8", "1.19", "1.36"}, {}},
      {"116690-static-pod-restarts-late",
       "static-pods-come-back-soon",
       {"1.27.0", "1.27.1"},
       {"1.26", "1.27.2", "1.36"}},
      {"104648-static-pod-comes-back-and-stays-down", "static-pods-start", {"1.22.2"}, {"1.21", "1.22.3"}},
      {"116880-static-pod-waits-for-the-forgotten-one",
       "removed-pods-end,static-pods-start",
       {"1.23", "1.26.2"},
       {"1.27.0"}},
      {"107900-edited-twice-and-never-started",
       "static-pods-start",
       {"1.22.5", "1.22.7", "1.23.0", "1.23.4"},
       {"1.22.4", "1.22.8", "1.23.5", "1.36"}},
      {"117019-deleted-pod-stays-after-a-restart", "deleted-pods-go", {"1.27.0", "1.27.1"}, {"1.26", "1.27.2", "1.36"}},
      {"126021-removed-static-pod-runs-on", "static-pods-start", {"1.22.5", "1.26"}, {"1.21", "1.27.0", "1.36"}},
      {"136969-crashed-behind-a-started-sidecar",
       "crashed-containers-restart",
       {"1.35.0", "1.35.3"},
       {"1.30", "1.34", "1.35.4", "1.36"}},
      {"105543-static-api-server-is-wedged", "static-pods-start", {"1.23", "1.28", "1.36"}, {"1.18.15"}},
  };
  return bugs;
}

/// Those of the bug's promises that do not hold, joined by commas.
std::string broken(const KnownBug& bug, const std::string& kubelet) {
  language::LoadOptions options;
  options.kubelet = release::parse_release(kubelet);
  const std::string file = fmt::format("{}/scenarios/issues/{}.yaml", PODREEL_SOURCE_DIR, bug.scenario);
  const language::Loaded loaded = language::load_scenario_file(file, options);
  REQUIRE(loaded.scenarios.size() == 1);
  const explorer::WatchedRun run =
      explorer::watched_run(loaded.scenarios.front(), {.rest = 20min, .excuse_known_faults = false});
  std::vector<std::string_view> names;
  for (const Breach& breach : breaches_of(run.history)) {
    if (("," + bug.promises + ",").find(fmt::format(",{},", breach.invariant)) != std::string::npos) {
      names.push_back(breach.invariant);
    }
  }
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace

TEST_CASE("a known bug breaks its promise in the releases that have it, and in no other") {
  for (const KnownBug& bug : known_bugs()) {
    CAPTURE(bug.scenario);
    for (const std::string& kubelet : bug.affected) {
      CAPTURE(kubelet);
      CHECK(broken(bug, kubelet) == bug.promises);
    }
    for (const std::string& kubelet : bug.sound) {
      CAPTURE(kubelet);
      CHECK(broken(bug, kubelet) == "");
    }
  }
}

}  // namespace podreel::invariants
