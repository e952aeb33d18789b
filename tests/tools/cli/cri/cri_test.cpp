// podreel cri before it serves anything.
#include <doctest/doctest.h>
#include <filesystem>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::cli {

using testing::has;
using testing::run_podreel;

namespace {

const std::string scenario = "scenarios/crash-loop.yaml";

/// What it says when it does not serve.
std::string refused(const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"cri"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const testing::CommandResult result = run_podreel(words);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  return result.err;
}

}  // namespace

TEST_CASE("podreel cri refuses what it cannot serve") {
  CHECK(has(refused({scenario}), "--listen is required"));
  CHECK(has(refused({scenario, "--listen", "tcp://127.0.0.1:1"}), "accepted: unix://"));
  CHECK(has(refused({"nowhere.yaml", "--listen", "unix:///tmp/a"}), "nowhere.yaml"));
  CHECK(has(refused({scenario, "--listen", "unix:///tmp/a", "--until", "1m"}), "until a signal ends it"));
  CHECK(has(refused({scenario, "--listen", "unix:///tmp/a", "--policy", "upstream"}),
            "the client brings its own kubelet"));
  CHECK(has(refused({scenario, "--listen", "unix:///tmp/a", "--feature-gates", "A=true"}),
            "--feature-gates has no effect: the client brings its own kubelet"));
  CHECK(has(refused({scenario, "--listen", "unix:///tmp/a", "--speed", "0"}), "a factor above 0"));
  CHECK(has(refused({"scenarios", "--listen", "unix:///tmp/a"}), "podreel cri takes one run"));
}

TEST_CASE("podreel cri says what to install where there is no server") {
  const testing::ScratchFolder folder;
  std::filesystem::copy_file(testing::built_command(), folder / "podreel");
  const testing::CommandResult result =
      testing::run_shell(folder / "podreel" + " cri scenarios/crash-loop.yaml --listen unix:///tmp/a");
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "tools/setup cri"));
}

}  // namespace podreel::cli
