// The page of `podreel fleet -o html`.
#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tools/cli/command/command_line.hpp"
#include "tools/cli/fleet/fleet_report.hpp"
#include "tools/pages/run/page.hpp"

namespace podreel::testing {

namespace {

using nlohmann::json;

constexpr std::string_view opening = R"(<script type="application/json" id="podreel-data">)";

json data_of(const std::string& page) {
  const std::size_t begin = page.find(opening);
  REQUIRE(begin != std::string::npos);
  return json::parse(page.substr(begin + opening.size(), page.find("</script>", begin) - begin - opening.size()));
}

std::string page_of(const std::vector<std::string>& more) {
  std::vector<std::string> words{"fleet", shop_file, "-o", "html"};
  words.insert(words.end(), more.begin(), more.end());
  const CommandResult result = run_podreel(words);
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  return result.out;
}

std::string blank_page() {
  std::string blank;
  for (const std::string_view piece : cli::page_template(cli::Page::fleet)) blank += piece;
  return blank;
}

std::int64_t sum_of(const json& values) {
  std::int64_t sum = 0;
  for (const json& value : values) sum += value.get<std::int64_t>();
  return sum;
}

/// A fleet of so many clusters of a node with so many workloads, and what became of it.
struct MadeUp {
  fleet::Fleet fleet;
  fleet::Plan plan;

  [[nodiscard]] std::string page(fleet::Outcome outcome) const {
    std::vector<cli::PlanOutcome> plans;
    plans.push_back({plan, std::move(outcome)});
    std::ostringstream out;
    cli::print_fleet_page(out, fleet, plans, "podreel fleet fleet.yaml");
    return out.str();
  }
};

MadeUp made_up(std::uint32_t clusters, std::uint32_t workloads, const std::string& prefix = "") {
  MadeUp made;
  made.fleet.name = prefix + "fleet";
  made.plan.name = prefix + "plan";
  for (std::uint32_t index = 0; index < clusters; ++index) {
    fleet::Cluster& cluster = made.fleet.clusters.emplace_back();
    cluster.name = prefix + "cluster-" + std::to_string(index);
    cluster.pools.emplace_back().name = "workers";
    for (std::uint32_t number = 0; number < workloads; ++number) {
      fleet::Workload& workload = cluster.workloads.emplace_back();
      workload.namespace_name = "shop";
      workload.name = prefix + "web-" + std::to_string(number);
    }
  }
  return made;
}

fleet::Outcome outcome_of(const fleet::Fleet& fleet, sim::Duration length) {
  fleet::Outcome outcome;
  outcome.ends_at = length;
  for (const fleet::Cluster& cluster : fleet.clusters) {
    fleet::ClusterOutcome& reported = outcome.clusters.emplace_back();
    reported.nodes = reported.nodes_done = 1;
    reported.ends_at = length;
    reported.workloads.assign(cluster.workloads.size(), {.replicas = 1, .restarts = 1, .interruptions = 1});
    for (sim::Duration at{}; at < length; at += std::chrono::seconds{1}) reported.time_series.at(at).api_writes += 1;
  }
  return outcome;
}

}  // namespace

TEST_CASE("the page holds the plans' figures, as the document has them") {
  const CommandResult result = run_podreel({"fleet", shop_file, "-o", "html"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.starts_with("<!doctype html>\n"));
  const json data = data_of(result.out);
  const json document = json::parse(run_podreel({"fleet", shop_file, "-o", "json"}).out);
  REQUIRE(data["plans"].size() == document["plans"].size());
  for (std::size_t index = 0; index < data["plans"].size(); ++index) {
    const json& plan = data["plans"][index];
    const json& reported = document["plans"][index];
    CHECK(plan["name"] == reported["plan"]);
    CHECK(plan["outages"]["count"] == reported["outages"]["count"]);
    REQUIRE(plan["clusters"].size() == reported["clusters"].size());
    std::int64_t restarts = 0;
    for (std::size_t cluster = 0; cluster < reported["clusters"].size(); ++cluster) {
      CHECK(plan["clusters"][cluster]["done"] == reported["clusters"][cluster]["nodesDone"]);
      CHECK(sum_of(plan["clusters"][cluster]["course"]["nodes"]) == reported["clusters"][cluster]["nodesDone"]);
      restarts += sum_of(plan["clusters"][cluster]["course"]["restarts"]);
    }
    CHECK(sum_of(plan["curve"]["restarts"]) == restarts);
    CHECK(sum_of(plan["restarts"]) == restarts);
  }
  CHECK(data["plans"][1]["stoppedIn"] == 0);
  CHECK(data["plans"][3]["drain"]["evicted"] == document["plans"][3]["clusters"][0]["drain"]["evicted"].get<int>() +
                                                    document["plans"][3]["clusters"][1]["drain"]["evicted"].get<int>());
}

TEST_CASE("the most pods that were not ready at once are in the curve and in the clusters' courses") {
  const json data = data_of(page_of({"--plan", "swap"}));
  const json& plan = data["plans"][0];
  const json& curve = plan["curve"]["maxNotReady"];
  const json& eu = plan["clusters"][0]["course"];
  CHECK(*std::ranges::max_element(curve) == *std::ranges::max_element(eu["maxNotReady"]));
  for (std::size_t bin = 0; bin < eu["maxNotReady"].size(); ++bin) {
    CHECK(eu["maxNotReady"][bin].get<double>() >= eu["notReady"][bin].get<double>());
  }
}

TEST_CASE("the same fleet gives the same page for any number of jobs, and of shards") {
  const std::string page = page_of({"--plan", "swap", "--plan", "rewrite", "-j", "1"});
  CHECK(page == page_of({"--plan", "swap", "--plan", "rewrite", "-j", "3"}));
  const CommandResult merged = run_shell(
      "folder=$(mktemp -d); plans='--plan swap --plan rewrite'; for shard in 1 2; do podreel fleet " + shop_file +
      " $plans --shard $shard/2 --accounts-out $folder/$shard.accounts; done; podreel fleet merge -f " + shop_file +
      " $plans $folder/*.accounts -o html; rm -r $folder");
  CHECK(merged.exit_code == 0);
  CHECK(merged.out == page);
}

TEST_CASE("the commands of the page replay its worst nodes") {
  const json data = data_of(page_of({"--plan", "swap"}));
  const json& worst = data["plans"][0]["worst"];
  REQUIRE(worst.size() == 10);
  const std::string command = worst[0]["command"];
  CHECK(has(command, "podreel fleet " + shop_file + " --plan swap --node " + worst[0]["node"].get<std::string>()));
  CHECK(run_shell(command).exit_code == 0);
}

TEST_CASE("a page is not printed to a terminal, of a node, or to a full disk") {
  CHECK(run_podreel({"fleet", shop_file, "-o", "html"}, {.redirection = "> /dev/full"}).exit_code == 3);
  const CommandResult node =
      run_podreel({"fleet", shop_file, "--plan", "swap", "--node", "eu/workers-0", "-o", "html"});
  CHECK(node.exit_code == 2);
  CHECK(has(node.err, "--node prints a scenario: use it without -o html"));
  std::ostringstream out;
  std::ostringstream err;
  cli::Context terminal{
      .out = out, .diagnostics = err, .out_terminal = {.is_terminal = true}, .diagnostics_terminal = {}};
  CHECK(cli::run_command_line({"fleet", shop_file, "-o", "html"}, terminal) == cli::ExitCode::bad_input);
  CHECK(has(err.str(), "standard output is a terminal: redirect it"));
  CHECK(out.str() == "");
}

TEST_CASE("what a page holds is bounded, whatever the fleet") {
  using namespace std::chrono_literals;
  const MadeUp many = made_up(3'000, 4);
  const std::string page = many.page(outcome_of(many.fleet, 6min));
  const json data = data_of(page);
  const json& plan = data["plans"][0];
  CHECK(plan["workloads"].size() == 5'000);
  CHECK(plan["touchedWorkloads"] == 12'000);
  CHECK(data["workloads"].size() <= 5);
  CHECK(plan["clusters"][0]["course"]["apiWrites"].size() <= 16);
  CHECK(sum_of(plan["clusters"][0]["course"]["apiWrites"]) == 360);
  CHECK(page.size() < 3'000'000);
  const MadeUp few = made_up(1, 1);
  fleet::Outcome outcome = outcome_of(few.fleet, 60s);
  outcome.ends_at = 24h * 365;
  CHECK(data_of(few.page(outcome))["plans"][0]["curve"]["notReady"].size() <= 1'500);
}

TEST_CASE("no name of a fleet can end the page's script, begin another one, or turn text around") {
  const std::string hostile =
      "</script><script>window.injected = 1</script><!--<img src=x>\xe2\x80\xae\xe2\x80\xa8\x1b[31m'";
  const MadeUp made = made_up(1, 1, hostile);
  fleet::Outcome outcome = outcome_of(made.fleet, std::chrono::seconds{5});
  outcome.clusters[0].stopped_because = hostile;
  outcome.stopped_in = 0;
  outcome.worst.emplace_back();
  const std::string page = made.page(outcome);
  const std::string blank = blank_page();
  const auto count = [](const std::string& text, std::string_view word) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  for (const char* word : {"<script", "</script", "<!--", "<img"}) CHECK(count(page, word) == count(blank, word));
  for (const char* part : {"\xe2\x80\xae", "\xe2\x80\xa8", "\x1b"}) CHECK(count(page, part) == 0);
  const json data = data_of(page);
  CHECK(data["plans"][0]["name"].get<std::string>().starts_with("</script><script>window.injected = 1</script>"));
  CHECK(has(data["plans"][0]["name"], "\\u202e"));
}

TEST_CASE("the page asks nobody for anything") {
  const std::string blank = blank_page();
  CHECK(has(blank, "default-src 'none'"));
  CHECK_FALSE(has(blank, "<script src"));
  CHECK_FALSE(has(blank, "<link rel=\"stylesheet"));
}

}  // namespace podreel::testing
