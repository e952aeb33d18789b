// The workflow for GitHub that is to be copied, and the action that it uses.
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

namespace {

nlohmann::json document_of(const std::string& name) {
  std::ifstream file{source_path(name)};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  const auto read = api::load_documents(text, name);
  REQUIRE(read.problems.empty());
  return api::to_json(read.documents.front());
}

/// The step of the workflow that uses the action.
nlohmann::json action_step() {
  const nlohmann::json workflow = document_of("tools/ci/github-workflow.yml");
  for (const nlohmann::json& step : workflow.at("jobs").at("scenarios").at("steps")) {
    if (step.value("uses", "").starts_with("podreel/podreel/tools/ci/action@")) return step;
  }
  FAIL("the workflow does not use the action");
  return {};
}

/// A folder of releases with a package whose content does not matter, and the checksum of `content`.
class Releases {
 public:
  explicit Releases(const std::string& content) {
    const CommandResult made = run_shell(
        "cd '" + folder_.path().string() +
        "' && mkdir v0.1.0 && cd v0.1.0 && package=podreel_0.1.0-1+deb$(. /etc/os-release && echo $VERSION_ID)_$(dpkg "
        "--print-architecture).deb && printf '" +
        content +
        "' > $package && sha256sum $package > SHA256SUMS && "
        "printf package > $package");
    REQUIRE(made.exit_code == 0);
  }
  [[nodiscard]] CommandResult install(const std::string& version) const {
    return run_shell("tools/ci/action/install " + version + " '" + folder_.path().string() + "'");
  }

 private:
  ScratchFolder folder_;
};

}  // namespace

TEST_CASE("what the workflow for GitHub runs is a command of podreel's") {
  const ScratchFolder folder;
  std::string command = "podreel " + action_step().at("with").at("arguments").get<std::string>();
  boost::replace_all(command, "scenarios", "scenarios/single-pod.yaml");
  boost::replace_all(command, "podreel.xml", folder / "podreel.xml");
  CAPTURE(command);
  CHECK(run_shell(command).exit_code == 0);
}

TEST_CASE("the workflow gives the action inputs that it has, and all that it requires") {
  const nlohmann::json inputs = document_of("tools/ci/action/action.yml").at("inputs");
  const nlohmann::json given = action_step().at("with");
  for (const auto& input : given.items()) CHECK_MESSAGE(inputs.contains(input.key()), input.key());
  for (const auto& input : inputs.items()) {
    if (input.value().value("required", false)) CHECK_MESSAGE(given.contains(input.key()), input.key());
  }
}

TEST_CASE("the action refuses a package that does not have its checksum, and a version that is none") {
  const CommandResult forged = Releases{"another package"}.install("0.1.0");
  CHECK(forged.exit_code == 2);
  CHECK(has(forged.err, "does not match SHA256SUMS"));
  const CommandResult unknown = Releases{"package"}.install("0.2.0");
  CHECK(unknown.exit_code == 2);
  CHECK(has(unknown.err, "no release 0.2.0 in "));
  const CommandResult malformed = Releases{"package"}.install("latest");
  CHECK(malformed.exit_code == 2);
  CHECK(has(malformed.err, "found \"latest\"; accepted: a release such as 0.1.0"));
}

}  // namespace podreel::testing
