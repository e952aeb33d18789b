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
  const boost::regex added{R"(\n\+ +\d+\.\d{3}s  default/job  kubelet  Killing  Stopping container proxy\n)"};
  CHECK(boost::regex_search(result.out, added));
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
  CHECK(document["divergence"]["left"]["what"] == "Pulled");
  CHECK(document["differences"].size() > 1);
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
