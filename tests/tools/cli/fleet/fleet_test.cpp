// What `podreel fleet` answers.
#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "scenarios/fleet/format.hpp"
#include "tests/support/command.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::has;

const std::string shop = "scenarios/library/fleets/shop.yaml";

}  // namespace

TEST_CASE("all plans are reported, first side by side") {
  const CommandResult result = testing::run_podreel({"fleet", shop});
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "PLAN "));
  CHECK(has(result.out, "plan swap: 18 of 18 nodes upgraded in "));
  CHECK(has(result.out, "122 of 122 containers restarted: definition changed 122\n"));
  CHECK(has(result.out, "6 of 6 containers restarted; the plan accepts at most 2%"));
  CHECK(has(result.out, "0 of 122 containers restarted\n"));
}

TEST_CASE("a plan that comes to its end is no failure, whatever it restarts") {
  CHECK(testing::run_podreel({"fleet", shop, "--plan", "swap"}).exit_code == 0);
}

TEST_CASE("the number of jobs changes nothing") {
  const CommandResult one = testing::run_podreel({"fleet", shop, "-j", "1", "-o", "json"});
  const CommandResult three = testing::run_podreel({"fleet", shop, "-j", "3", "-o", "json"});
  CHECK(one.out == three.out);
  const json document = json::parse(one.out);
  REQUIRE(document["plans"].size() == 4);
  const json& swap = document["plans"][0];
  CHECK(swap["clusters"][0]["restarts"] == json{{"definition changed", 64}});
  CHECK(swap["worstNodes"].size() == 10);
  std::int64_t restarts = 0;
  for (const json& second : swap["seconds"]) restarts += second["restarts"].get<std::int64_t>();
  CHECK(restarts == 122);
  CHECK(swap["seconds"].back()["notReady"] == 0);
  std::int64_t restarts_in_eu = 0;
  for (const json& bin : swap["clusters"][0]["course"]["bins"]) restarts_in_eu += bin["restarts"].get<std::int64_t>();
  CHECK(restarts_in_eu == 64);
}

TEST_CASE("JSON Lines hold what the document holds, a record a line") {
  const json document = json::parse(testing::run_podreel({"fleet", shop, "-o", "json"}).out);
  std::map<std::string, std::size_t> kinds;
  std::istringstream lines{testing::run_podreel({"fleet", shop, "-o", "jsonl"}).out};
  for (std::string line; std::getline(lines, line);) {
    const json record = json::parse(line);
    ++kinds[record["kind"].get<std::string>()];
    if (record["kind"] == "workload" && record["plan"] == "swap" && record["cluster"] == "us") {
      CHECK(std::ranges::any_of(document["plans"][0]["clusters"][1]["workloads"], [&](const json& workload) {
        return workload["workload"] == record["workload"] && workload["restarts"] == record["restarts"];
      }));
    }
  }
  std::map<std::string, std::size_t> expected;
  for (const json& plan : document["plans"]) {
    ++expected["plan"];
    expected["second"] += plan["seconds"].size();
    expected["node"] += plan["worstNodes"].size();
    for (const json& cluster : plan["clusters"]) {
      ++expected["cluster"];
      expected["workload"] += cluster["workloads"].size();
    }
  }
  CHECK(kinds == expected);
}

TEST_CASE("a node is printed as a scenario that runs") {
  const CommandResult result =
      testing::run_shell("podreel fleet " + shop + " --plan swap --node us/workers-2 | podreel run -");
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "definition changed, will be restarted"));
}

TEST_CASE("a drained plan reports evictions, and its nodes are scenarios, too") {
  const CommandResult result = testing::run_podreel({"fleet", shop, "--plan", "drain"});
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "pods evicted; disruption budgets rejected "));
  CHECK(has(result.out, "18 of 18 containers restarted"));
  const json document = json::parse(testing::run_podreel({"fleet", shop, "--plan", "drain", "-o", "json"}).out);
  CHECK(document["plans"][0]["clusters"][0]["drain"]["evicted"] > 0);
  CHECK(document["plans"][0]["clusters"][0]["drain"]["notDrained"].empty());
  const CommandResult node =
      testing::run_shell("podreel fleet " + shop + " --plan drain --node us/workers-2 | podreel run -");
  CHECK(node.exit_code == 0);
  CHECK(has(node.out, "delete requested"));
  CHECK(has(node.out, "pod created"));
}

TEST_CASE("pods that fit no node when a plan begins are warned of") {
  const CommandResult result =
      testing::run_shell("sed 's/cpu: \"8\"/cpu: 300m/' " + shop + " | podreel fleet - --plan swap");
  CHECK(has(result.err, "pods of Deployment/shop/web fit no node of cluster eu"));
}

TEST_CASE("what is not there is named, with what is") {
  const CommandResult plan = testing::run_podreel({"fleet", shop, "--plan", "swop"});
  CHECK(plan.exit_code == 2);
  CHECK(has(plan.err, "--plan: found swop; did you mean \"swap\"?"));
  const CommandResult node = testing::run_podreel({"fleet", shop, "--plan", "swap", "--node", "eu/workers-99"});
  CHECK(node.exit_code == 2);
  CHECK(has(node.err, "--node: found eu/workers-99; accepted: a node as eu/workers-0"));
  CHECK(testing::run_podreel({"fleet", shop, "--node", "eu/workers-0"}).exit_code == 2);
}

TEST_CASE("a scenario is no fleet, and a fleet no scenario") {
  const CommandResult fleet = testing::run_podreel({"fleet", "scenarios/crash-loop.yaml"});
  CHECK(fleet.exit_code == 2);
  CHECK(has(fleet.err, "scenarios/crash-loop.yaml:1:1: kind: found neither a Fleet nor a FleetPlan"));
  const CommandResult scenario = testing::run_podreel({"run", shop});
  CHECK(scenario.exit_code == 2);
  CHECK(has(scenario.err, "kind: found a Fleet, accepted: a Scenario; use `podreel fleet` for fleets and their plans"));
}

TEST_CASE("a fleet without a plan is refused") {
  const CommandResult result = testing::run_shell("sed '/^---/,$d' " + shop + " | podreel fleet -");
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "no FleetPlan"));
}

TEST_CASE("a full disk is reported") {
  CHECK(testing::run_podreel({"fleet", shop}, {.redirection = "> /dev/full"}).exit_code == 3);
}

TEST_CASE("names of a fleet do not act on the terminal that shows them") {
  const CommandResult result = testing::run_podreel({"fleet", "tests/report/hostile-fleet.yaml"});
  CHECK(has(result.out, "<b>bold</b> \\u202e and a name"));
  CHECK_FALSE(has(result.out, "\xe2\x80\xae"));
}

TEST_CASE("the schema of fleets is printed") {
  const CommandResult result = testing::run_podreel({"schema", "fleet"});
  CHECK(result.exit_code == 0);
  CHECK(json::parse(result.out) == json(fleet::fleet_schema()));
}

}  // namespace podreel
