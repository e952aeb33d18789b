// The output of `podreel fleet` for plans in which the masters come first.
#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

/// A file with two clusters. In the first the masters restart every container.
class MastersFleet {
 public:
  explicit MastersFleet(const std::string& more = "") {
    std::string text = masters_fleet(4, deployment("web", 9, resizable_container_spec));
    text +=
        "  - name: d\n    apiServer: \"1.26\"\n    nodePools: [{name: nodes, count: 3, kubelet: {version: \"1.30\"}}]\n"
        "    workloads: [" +
        deployment("web", 6, one_container_spec) + "]\n";
    std::ofstream{file} << text << masters_plan(", watchedFor: 2m", more);
  }

  [[nodiscard]] CommandResult run(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"fleet", file};
    words.insert(words.end(), more.begin(), more.end());
    return run_podreel(words);
  }
  [[nodiscard]] json document(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"-o", "json"};
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(run(words).out);
  }

  ScratchFolder folder;
  std::string file = folder / "fleet.yaml";
};

}  // namespace

TEST_CASE("what the masters restart is distinguished from what nodes' turns do") {
  const MastersFleet fleet;
  const CommandResult result = fleet.run();
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "plan masters: 7 of 7 nodes upgraded in 4m"));
  CHECK(has(result.out,
            "by the masters' upgrade: 9 of 15 containers restarted: definition changed 9\n"
            "15 of 15 containers restarted: definition changed 15\n"));
  CHECK(has(result.out, "RESTARTED   BY MASTERS   NOT RECOVERED"));
  CHECK(has(result.out, "c         4/4          9            9           9/9          0 "));
  CHECK(has(result.out, "d         3/3          6            6           0/6          0 "));
  CHECK(has(result.out, "c/nodes-0, masters "));
  const json plan = fleet.document()["plans"][0];
  const json expected{{"containers", 9}, {"restarted", 9},    {"restarts", {{"definition changed", 9}}},
                      {"failedPods", 0}, {"notRecovered", 0}, {"interruptions", 9}};
  CHECK(plan["clusters"][0]["masters"] == expected);
  CHECK(plan["clusters"][0]["restarts"] == json{{"definition changed", 9}});
  CHECK(plan["outages"]["count"] == 9 + 15);
  std::int64_t restarts = 0;
  for (const json& second : plan["seconds"]) restarts += second["restarts"].get<std::int64_t>();
  CHECK(restarts == 9 + 15);
  std::int64_t in_course = 0;
  for (const json& bin : plan["clusters"][0]["course"]["bins"]) in_course += bin["restarts"].get<std::int64_t>();
  CHECK(in_course == 9 + 9);
}

TEST_CASE("lines and the page report masters as the document does") {
  const MastersFleet fleet;
  const json plan = fleet.document()["plans"][0];
  std::istringstream lines{fleet.run({"-o", "jsonl"}).out};
  std::size_t clusters = 0;
  for (std::string line; std::getline(lines, line);) {
    const json record = json::parse(line);
    if (record["kind"] == "cluster") CHECK(record["masters"] == plan["clusters"][clusters++]["masters"]);
  }
  CHECK(clusters == 2);
  const std::string page = fleet.run({"-o", "html"}).out;
  CHECK(has(page, R"("masters":{"containers":15,"restarted":9,"interruptions":9})"));
  CHECK(has(page, R"(masters first, watched for 2m)"));
}

TEST_CASE("plans without masters are reported as before, and beside others with a dash") {
  // Behind an API server of 1.26, kubelets of 1.31 start no container.
  const MastersFleet fleet;
  const std::string plan =
      "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: swap}\nspec:\n"
      "  node: [{at: 5s, startKubelet: {version: \"1.31\"}}]\n";
  std::ofstream{fleet.file, std::ios::app} << plan;
  const CommandResult both = fleet.run();
  CHECK(has(both.out, "PLAN      NODES DONE   CONTAINERS   RESTARTED   BY MASTERS   P50 NOT READY"));
  CHECK(has(both.out, "swap      7/7          15           0           -            "));
  const CommandResult swap = fleet.run({"--plan", "swap"});
  CHECK_FALSE(has(swap.out, "MASTERS"));
  CHECK_FALSE(has(swap.out, "masters"));
  CHECK_FALSE(fleet.document({"--plan", "swap"})["plans"][0]["clusters"][0].contains("masters"));
}

TEST_CASE("the number of jobs, shards and what was kept change nothing") {
  const MastersFleet fleet;
  const CommandResult whole = fleet.run({"-o", "json", "-j", "1"});
  CHECK(fleet.run({"-o", "json", "-j", "3"}).out == whole.out);
  std::vector<std::string> merge{"fleet", "merge", "-f", fleet.file, "-o", "json"};
  for (const std::string number : {"1", "2", "3"}) {
    merge.push_back(fleet.folder / (number + ".accounts"));
    CHECK(fleet.run({"--shard", number + "/3", "--accounts-out", merge.back()}).exit_code == 0);
  }
  CHECK(run_podreel(merge).out == whole.out);
  const std::string kept = fleet.folder / "kept";
  CHECK(fleet.run({"-o", "json", "--checkpoint", kept}).out == whole.out);
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator{kept}) files.push_back(entry.path());
  CHECK(files.size() == 4);
  for (const std::filesystem::path& file : files) {
    std::filesystem::remove(file);
    CHECK(fleet.run({"-o", "json", "--checkpoint", kept}).out == whole.out);
    CHECK(std::filesystem::exists(file));
  }
}

TEST_CASE("a plan that is stopped by the masters shows the worst nodes, which can be replayed so far") {
  const MastersFleet fleet{"  stop: {restartedPercent: 2}\n"};
  const CommandResult result = fleet.run();
  CHECK(result.exit_code == 1);
  CHECK(has(result.out, "plan masters: 0 of 7 nodes upgraded in "));
  CHECK(has(result.out, "9 of 9 containers restarted; the plan accepts at most 2%"));
  CHECK(has(result.out, "d         0/3          0            0           -            0 "));
  CHECK(has(result.out, "--plan masters --node c/nodes-0 | podreel run - --until 3m"));
  const CommandResult replayed =
      run_shell("podreel fleet " + fleet.file + " --plan masters --node c/nodes-0 | podreel run - --until 3m");
  CHECK(replayed.exit_code == 0);
  CHECK(has(replayed.out, "definition changed, will be restarted"));
  const CommandResult node = fleet.run({"--plan", "masters", "--node", "c/nodes-0"});
  const std::string timeline =
      "  timeline:\n"
      "  - at: 0s\n    startKubelet: {}\n"
      "  - at: 1m1s\n    upgradeApiServer:\n      version: \"1.31\"\n"
      "  - at: 3m\n    stopKubelet: {}\n"
      "  - at: 3m5s\n    startKubelet:\n      version: \"1.31\"\n";
  CHECK_MESSAGE(has(node.out, timeline), node.out);
}

TEST_CASE("a node that is drained after the masters is a scenario as well, in which these come first") {
  const MastersFleet fleet{"  drain: {}\n"};
  const CommandResult result = fleet.run();
  CHECK(result.exit_code == 0);
  CHECK(has(result.out, "by the masters' upgrade: 9 of 15 containers restarted: definition changed 9\n"));
  CHECK(fleet.run({"-j", "3"}).out == result.out);
  const CommandResult node = fleet.run({"--node", "c/nodes-0"});
  CHECK(has(node.out, "    upgradeApiServer:\n      version: \"1.31\"\n"));
  CHECK(node.out.find("upgradeApiServer") < node.out.find("deletePod"));
  CHECK(node.out.find("deletePod") < node.out.find("startKubelet:\n      version: \"1.31\""));
  const CommandResult replayed = run_shell("podreel fleet " + fleet.file + " --node c/nodes-0 | podreel run -");
  CHECK(replayed.exit_code == 0);
  CHECK(has(replayed.out, "definition changed, will be restarted"));
}

}  // namespace podreel::testing
