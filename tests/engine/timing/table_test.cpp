#include "engine/timing/table.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>
#include <variant>

#include "scenarios/language/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::timing {

namespace {

/// The choices of a scenario of the catalogue.
std::vector<sim::Choice> choices_of(const std::string& scenario) {
  const language::Loaded loaded = language::load_scenario_file(PODREEL_SOURCE_DIR "/scenarios/" + scenario);
  REQUIRE_MESSAGE(loaded.problems.empty(), scenario);
  simulation::ReplayOptions options;
  options.record_choices = true;
  return simulation::replay(loaded.scenarios.front(), options).choices;
}

}  // namespace

TEST_CASE("every row has a name of its own and says what it is") {
  std::set<std::string_view> names;
  for (const AnyRow& any : rows()) {
    const Row& row = std::visit([](const auto* known) -> const Row& { return *known; }, any);
    CAPTURE(row.name);
    CHECK(names.insert(row.name).second);
    CHECK_FALSE(row.what.empty());
  }
}

TEST_CASE("every site has a name of its own, and rows") {
  std::set<std::string_view> names;
  for (const SiteName& site : sites()) {
    CAPTURE(site.name);
    CHECK(names.insert(site.name).second);
    CHECK(&name_of(site.site) == &site);
    CHECK(find_site(site.name) == site.site);
    CHECK_FALSE(possible_options(site.site).empty());
  }
  CHECK_FALSE(find_site("no-site"));
}

TEST_CASE("every site is met, and with as many possibilities as its rows say") {
  std::set<std::string> met;
  for (const char* scenario :
       {"crash-loop.yaml", "sidecar.yaml", "kubelet-restart.yaml", "liveness-kill.yaml", "stubborn-deletion.yaml",
        "issues/121003-evented-pleg-starts-duplicates.yaml", "issues/113646-not-ready-after-a-kubelet-restart.yaml",
        "issues/41570-good-runs-reset-the-back-off.yaml", "faults/api-server-outage.yaml",
        "faults/deleted-by-force.yaml", "faults/image-never-arrives.yaml", "lessons/07-readiness-and-startup.yaml"}) {
    for (const sim::Choice& choice : choices_of(scenario)) {
      CAPTURE(scenario);
      CAPTURE(choice.site);
      CAPTURE(choice.options);
      const std::optional<Site> site = find_site(choice.site);
      REQUIRE(site);
      REQUIRE(is_possible(*site, choice.options));
      met.insert(choice.site);
    }
  }
  for (const SiteName& site : sites()) CHECK_MESSAGE(met.contains(std::string{site.name}), site.name);
}

TEST_CASE("what a site's rows allow is told") {
  CHECK(possible_options(Site::worker_wake) == "32");
  CHECK(possible_options(Site::kill_order) == "2 or more");
  CHECK(possible_options(Site::start_latency) == "1000000");
  CHECK(possible_options(Site::select) == "2 to 5 or 36 or 21000000");
  CHECK(is_possible(Site::select, 36));
  CHECK_FALSE(is_possible(Site::select, 6));
  CHECK_FALSE(is_possible(Site::worker_wake, 0));
}

}  // namespace podreel::timing
