#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;

CommandResult diff(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "diff");
  return testing::run_podreel(arguments);
}

}  // namespace

TEST_CASE("two releases that do the same are the same, whatever hashes they compute") {
  const CommandResult result = diff({"scenarios/crash-loop.yaml", "--kubelet-version", "1.30", "--against", "1.31"});
  CHECK(result.exit_code == 0);
  CHECK(result.out.find("\nno difference in ") != std::string::npos);
}

TEST_CASE("at the first difference of two releases, the lines of one are marked, and both give reasons") {
  const CommandResult result = diff({"scenarios/sidecar.yaml", "--kubelet-version", "1.28", "--against", "1.29.13"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find("- sidecar: kubelet 1.28.") == 0);
  const boost::regex added{R"(\n {12,}\d+\.\d{3}s  default/job  kubelet  Killing, only \+  \[1\]\n)"};
  CHECK(boost::regex_search(result.out, added));
  CHECK(testing::has(result.out, "[1] only + has sidecars: init containers with restartPolicy Always are sidecars"));
  CHECK(result.out.find("\nFirst difference at ") != std::string::npos);
  CHECK(result.out.find("\nkubelet 1.29.13, seed 1:\n") != std::string::npos);
}

TEST_CASE("diff -o json is a document with the first difference and all differences") {
  const CommandResult result =
      diff({"scenarios/crash-loop.yaml", "--until", "60s", "--against-seed", "3", "-o", "json"});
  CHECK(result.exit_code == 1);
  const auto document = nlohmann::json::parse(result.out);
  CHECK(document["scenario"] == "crash-loop");
  CHECK(document["same"] == false);
  CHECK(document["divergence"]["right"].is_null());
  CHECK(document["divergence"]["left"]["what"] == "RunPodSandbox");
  CHECK(document["differences"].size() > 1);
}

TEST_CASE("what two releases do otherwise fits on a screen, without other wording, and with what decides it") {
  const CommandResult result = diff({"scenarios/crash-loop.yaml", "--kubelet-version", "1.30", "--against", "1.36"});
  CHECK(std::ranges::count(result.out, '\n') <= 40);
  const boost::regex wording{R"(\n +7 x kubelet  Started: "Started container app" → "Container started"  \(\w+\)\n)"};
  CHECK(boost::regex_search(result.out, wording));
  const boost::regex retries{R"(\n +40\.\d+s +56\.\d+s  default/web  kubelet  BackOff, 44 → 12 times  \[(\d)\]\n)"};
  boost::smatch found;
  REQUIRE(boost::regex_search(result.out, found, retries));
  CHECK(testing::has(result.out, "[" + found[1].str() + "] only + has back_off_ends_retry: "));
  CHECK(testing::has(result.out, "kubernetes/kubernetes#133066"));
  CHECK(testing::has(result.out, "\nFirst difference at 0.005s: only kubelet 1.36."));
}

TEST_CASE("the JSON document of diff has the groups of differences and the behaviours that decide them") {
  const CommandResult result =
      diff({"scenarios/crash-loop.yaml", "--kubelet-version", "1.30", "--against", "1.36", "-o", "json"});
  const auto document = nlohmann::json::parse(result.out);
  CHECK(document["texts"][0]["what"] == "Pulled");
  CHECK(document["fields"][0]["field"] == "observedGeneration");
  CHECK(document["seeds"] == 8);
  const auto& groups = document["groups"];
  const auto retries = std::ranges::find_if(groups, [](const auto& group) { return group["what"] == "BackOff"; });
  REQUIRE(retries != groups.end());
  CHECK((*retries)["leftCount"] == 44);
  CHECK((*retries)["decidedBy"] == nlohmann::json{"back_off_ends_retry"});
  CHECK(document["behaviours"][0]["name"] == "pulled_event_speaks_of_access");
  CHECK(document["behaviours"][0].contains("source"));
}

TEST_CASE("in full, diff also shows the lines that differ") {
  const std::vector<std::string> releases{
      "scenarios/crash-loop.yaml", "--kubelet-version", "1.30", "--against", "1.36", "--full"};
  const CommandResult result = diff(releases);
  const boost::regex replaced{
      R"(\n-  +0\.018s +default/web  kubelet  Started  Started container app\n\+ +0\.018s  default/web  kubelet  Started  Con)"};
  CHECK(boost::regex_search(result.out, replaced));
}

TEST_CASE("runs of other seeds that do the same in another order say so") {
  const CommandResult result = diff({"scenarios/liveness-kill.yaml", "--against-seed", "2"});
  CHECK(result.exit_code == 1);
  CHECK(
      testing::has(result.out, "\nFirst difference at 0.002s, in another order: default/web  runtime  RunPodSandbox"));
}

TEST_CASE("another identity policy keeps the containers that an upgrade restarts") {
  const CommandResult result =
      diff({"scenarios/library/upgrades/1.30-to-1.31-restarts-everything.yaml", "--against-policy", "serialized-spec"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.find(", serialized-spec") != std::string::npos);
  CHECK(result.out.find("definition changed") != std::string::npos);
}

TEST_CASE("wording need not count") {
  const std::vector<std::string> releases{"scenarios/crash-loop.yaml", "--kubelet-version", "1.34", "--against",
                                          "1.36"};
  std::vector<std::string> without = releases;
  without.insert(without.end(), {"--ignore", "texts"});
  CHECK(diff(without).out.size() < diff(releases).out.size());
  CHECK(diff({"scenarios/crash-loop.yaml", "--against-seed", "2", "--ignore", "txts"}).exit_code == 2);
}

TEST_CASE("diff wants one run and policies that exist") {
  CHECK(diff({"scenarios"}).exit_code == 2);
  const CommandResult result = diff({"scenarios/crash-loop.yaml", "--policy", "uptream"});
  CHECK(result.exit_code == 2);
  CHECK(result.err.find(R"(--policy: found "uptream"; did you mean "upstream"? Accepted: upstream)") !=
        std::string::npos);
}

}  // namespace podreel
