// Reported bugs of admission, statuses, the API and probes break a promise, in the releases that had them and in no
// other.
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "scenarios/explorer/watched_run.hpp"
#include "scenarios/language/load.hpp"

namespace podreel::invariants {

namespace {

using namespace std::chrono_literals;
struct StatusBug {
  std::string scenario;
  /// Or the invariant.
  std::string promise;
  std::vector<std::string> affected;
  std::vector<std::string> spared;
};

const std::vector<StatusBug> bugs_of_statuses{
    {"108594-failed-and-ready",
     "finished-pods-are-not-ready",
     {"1.22.0", "1.22.8", "1.23.0", "1.23.4"},
     {"1.21", "1.22.11", "1.23.8", "1.24.2", "1.25.0", "1.36"}},
    {"110309-readiness-of-a-pod-that-stops",
     "readiness-is-probed-to-the-end",
     {"1.22.0", "1.22.10", "1.23.7", "1.24.1"},
     {"1.21", "1.22.11", "1.23.8", "1.24.2", "1.25.0", "1.36"}},
    {"106884-failed-while-it-runs",
     "finished-pods-run-nothing",
     {"1.22.0", "1.22.8", "1.23.0", "1.23.4"},
     {"1.22.9", "1.23.6", "1.24.0", "1.36"}},
    {"126341-succeeded-and-then-rejected",
     "finished-pods-stay-finished",
     {"1.22.0", "1.28.13", "1.29.8", "1.30.4", "1.31.0"},
     {"1.21", "1.28.14", "1.29.9", "1.30.5", "1.31.1", "1.32.0", "1.36"}},
    {"92196-ready-before-it-has-started",
     "ready-containers-have-started",
     {"1.18.0", "1.18.5"},
     {"1.18.6", "1.19.0", "1.36"}},
    {"65493-deadline-without-containers", "container-statuses-stay", {"1.10", "1.12"}, {"1.13", "1.21", "1.36"}},
    {"102821-pending-after-it-ran", "pods-that-ran-do-not-pend", {"1.19", "1.21"}, {"1.22", "1.27", "1.36"}},
    {"108537-static-pod-stays-initializing",
     "running-pods-are-told-to-run",
     {"1.21", "1.27", "1.30", "1.34", "1.35"},
     {"1.19", "1.36"}},
    {"84931-not-ready-after-the-node-was",
     "readiness-is-told",
     {"1.15.7", "1.16.4", "1.17.0"},
     {"1.14", "1.15.8", "1.16.5", "1.17.1", "1.18.0", "1.36"}},
    {"129907-post-start-hook-that-sleeps",
     "deleted-pods-go",
     {"1.32.0", "1.32.2"},
     {"1.31", "1.32.3", "1.33.0", "1.36"}},
    {"141155-started-before-the-startup-probe", "startup-probes-decide", {"1.35", "1.36"}, {"1.28", "1.34"}},
    {"125205-resizes-back-off", "resizes-do-not-back-off", {"1.33"}, {"1.34", "1.36"}},
    {"104560-finished-pods-take-room",
     "finished-pods-take-no-room",
     {"1.22.0", "1.22.1"},
     {"1.21", "1.22.2", "1.23.0", "1.36"}},
    {"105527-finished-pods-take-room-after-a-restart",
     "finished-pods-take-no-room",
     {"1.22.0", "1.22.2"},
     {"1.21", "1.22.3", "1.23.0", "1.36"}},
    {"119187-resized-after-the-gate-was-switched", "unchanged-containers-run-on", {"1.27", "1.30"}, {"1.31"}},
    {"132826-sidecar-is-not-probed-again",
     "startup-is-probed-to-its-end",
     {"1.29", "1.33.5", "1.34.1"},
     {"1.33.6", "1.34.2", "1.36"}},
    {"52817-liveness-of-a-pod-that-stops",
     "liveness-ends-with-deletion",
     {"1.18", "1.20.5", "1.21"},
     {"1.22.0", "1.24", "1.36"}},
    {"60053-post-start-hook-never-run", "post-start-hooks-run", {"1.14", "1.23", "1.36"}, {}},
};

std::set<std::string> promises_broken_by(const StatusBug& bug, const std::string& kubelet) {
  const std::filesystem::path file =
      std::filesystem::path{PODREEL_SOURCE_DIR} / "scenarios" / "issues" / (bug.scenario + ".yaml");
  language::LoadOptions options;
  options.kubelet = release::parse_release(kubelet).value();
  const language::Loaded loaded = language::load_scenario_file(file.string(), options);
  REQUIRE(loaded.problems.empty());
  const explorer::WatchedRun run =
      explorer::watched_run(loaded.scenarios.front(), {.rest = 20min, .excuse_known_faults = false});
  std::set<std::string> names;
  for (const Breach& breach : breaches_of(run.history)) names.emplace(breach.invariant);
  return names;
}

}  // namespace

TEST_CASE("a reported bug breaks its promise where it was, and not where it was not") {
  for (const StatusBug& bug : bugs_of_statuses) {
    CAPTURE(bug.scenario);
    for (const std::string& kubelet : bug.affected) {
      CAPTURE(kubelet);
      CHECK(promises_broken_by(bug, kubelet).contains(bug.promise));
    }
    for (const std::string& kubelet : bug.spared) {
      CAPTURE(kubelet);
      CHECK_FALSE(promises_broken_by(bug, kubelet).contains(bug.promise));
    }
  }
}

}  // namespace podreel::invariants
