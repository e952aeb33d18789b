// Made-up scenarios, held against what no kubelet ever does.
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/explore/watched_run.hpp"
#include "tests/support/generated_scenario.hpp"
#include "tests/support/replayed_lines.hpp"
#include "tests/support/sample.hpp"

namespace podreel::simulation {

namespace {

using explore::WatchedRun;
using testing::GeneratedScenario;

/// How long a node has to come to rest: longer than the longest back-off, and than a deleted pod may take to go.
constexpr sim::Duration until_rest = std::chrono::minutes{20};
/// More than any of them needs, also where 1.36 relists a pod after each sync that stops its dead sandbox, and a new
/// liveness worker asks for another sync at once.
constexpr std::uint64_t max_events = 20'000'000;

/// What is wrong with the run; empty: nothing.
std::string trouble_of(const format::Scenario& scenario) {
  try {
    const WatchedRun run = explore::watch_run(scenario, {.rest = until_rest});
    std::string trouble = run.breaches();
    if (run.events > max_events) trouble += "the run does not come to an end\n";
    const std::string unreported = testing::difference_of_unreported_probes(scenario, {});
    if (!unreported.empty()) trouble += "two unheard runs differ\n" + unreported;
    // All work is executed here that is accounted for there.
    if (explore::watch_run(scenario, {.rest = until_rest, .skip_idle_work = false}).digest != run.digest) {
      simulation::ReplayOptions options;
      options.until = run.history.ended_at() - run.started_at;
      trouble += "two runs differ\n" + testing::difference_of_idle_work(scenario, options);
    }
    return trouble;
  } catch (const std::exception& error) {
    return error.what();
  }
}

struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t last = 500 / testing::one_in({.sanitized = 12, .release = 2});
};

/// PODREEL_SEEDS="FIRST LAST" (tools/random-scenarios) takes others.
Seeds seeds_to_try() {
  Seeds seeds;
  const char* wanted = std::getenv("PODREEL_SEEDS");  // NOLINT(concurrency-mt-unsafe)
  if (wanted == nullptr) return seeds;
  char* rest = nullptr;
  seeds.first = std::strtoull(wanted, &rest, 10);
  seeds.last = std::strtoull(rest, nullptr, 10);
  return seeds;
}

}  // namespace

TEST_CASE("whatever happens on a node, its kubelet does nothing that none does") {
  const Seeds seeds = seeds_to_try();
  for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
    const std::string drawn = testing::bytes_of_seed(seed);
    fuzz::Bytes bytes{drawn};
    const GeneratedScenario made = testing::generated_scenario(bytes);
    std::string problems;
    const std::optional<format::Scenario> scenario = testing::loaded(made, &problems);
    REQUIRE_MESSAGE(scenario, seed, ": ", problems, made.text());
    const std::string trouble = trouble_of(*scenario);
    if (trouble.empty()) continue;
    const std::string first_line = trouble.substr(0, trouble.find(' '));
    const GeneratedScenario small = testing::smallest(made, [&](const format::Scenario& smaller) {
      return trouble_of(smaller).find(first_line) != std::string::npos;
    });
    CHECK_MESSAGE(trouble == "", "seed ", seed, ", smallest: ", trouble_of(testing::loaded(small).value()), "\n",
                  small.text());
  }
}

}  // namespace podreel::simulation
