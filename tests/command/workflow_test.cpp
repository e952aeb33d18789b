// The workflow for GitHub that is to be copied.
#include <boost/algorithm/string/replace.hpp>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/api/document.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

TEST_CASE("what the workflow for GitHub runs is a command of podreel's") {
  std::ifstream file{source_path("tools/ci/github-workflow.yml")};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  const auto workflow = api::load_documents(text, "github-workflow.yml");
  REQUIRE(workflow.problems.empty());
  const nlohmann::json steps = api::to_json(workflow.documents.front()).at("jobs").at("scenarios").at("steps");
  const ScratchFolder folder;
  int commands = 0;
  for (const nlohmann::json& step : steps) {
    if (!step.contains("run")) continue;
    ++commands;
    std::string command = step.at("run").get<std::string>();
    boost::replace_all(command, ".podreel/tools/podreel", "podreel");
    boost::replace_all(command, "scenarios", "scenarios/single-pod.yaml");
    boost::replace_all(command, "podreel.xml", folder / "podreel.xml");
    CAPTURE(command);
    CHECK(run_shell(command).exit_code == 0);
  }
  CHECK(commands == 1);
}

}  // namespace podreel::testing
