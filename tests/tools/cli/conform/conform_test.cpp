// podreel conform and podreel confirm before they record anything.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/cli/conform/conform_scenarios.hpp"
#include "tools/cli/conform/made_recordings.hpp"

namespace podreel::cli {

namespace {

using namespace std::chrono_literals;
using testing::has;
using testing::run_podreel;
namespace fs = std::filesystem;

std::string refusal_by_command(const std::vector<std::string>& arguments) {
  const testing::CommandResult result = run_podreel(arguments);
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  return result.err;
}

ConformSetup setup_in(const testing::ScratchFolder& folder) {
  ConformSetup setup;
  setup.kubelets.push_back({release::parse_release("1.36").value(), "kubelet"});
  setup.max_length = 150s;
  setup.folder = folder / "out";
  return setup;
}

}  // namespace

TEST_CASE("podreel conform refuses what it cannot compare") {
  CHECK(has(refusal_by_command({"conform"}), "--kubelet is required"));
  CHECK(has(refusal_by_command({"conform", "--kubelet", "/bin/true", "--scenarios", "nowhere"}), "nowhere"));
  CHECK(has(refusal_by_command({"conform", "--kubelet", "/bin/true", "--scenarios", "scenarios/crash-loop.yaml"}),
            "must print"));
  CHECK(has(refusal_by_command({"conform", "--kubelet", "/bin/true", "--until", "soon"}), "--until"));
  CHECK(has(refusal_by_command({"conform", "--kubelet", "/bin/true", "--budget", "none"}), "--budget"));
}

TEST_CASE("podreel confirm refuses what is no counterexample") {
  CHECK(has(refusal_by_command({"confirm", "scenarios/crash-loop.yaml"}), "--kubelet is required"));
  CHECK(has(refusal_by_command({"confirm", "nowhere.yaml", "--kubelet", "/bin/true"}), "nowhere.yaml"));
  CHECK(has(refusal_by_command({"confirm", "scenarios/crash-loop.yaml", "--kubelet", "/bin/true"}), "must print"));
  CHECK(has(refusal_by_command({"confirm", "scenarios/crash-loop.yaml", "--kubelet", "/bin/true", "--attempts", "0"}),
            "accepted: 1 or more"));
}

TEST_CASE("the standard set can be loaded, and most of it can be recorded") {
  const testing::ScratchFolder folder;
  const ConformSetup setup = setup_in(folder);
  const std::vector<ConformFile> files = standard_set(setup.folder / "scenarios");
  CHECK(files.size() > 100);
  std::size_t recorded = 0;
  for (const ConformFile& file : files) {
    const ConformScenario scenario = conform_scenario(file, setup);
    recorded += scenario.refused.empty() ? 1U : 0U;
    if (scenario.refused.empty()) CHECK(scenario.recorded.length <= setup.max_length);
  }
  CHECK(recorded * 2 > files.size());
}

TEST_CASE("a scenario that cannot be recorded has its reasons") {
  const testing::ScratchFolder folder;
  const ConformSetup setup = setup_in(folder);
  std::ofstream{folder / "shutdown.yaml"}
      << "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: shutdown}\n"
         "spec: {timeline: [{at: 30s, shutdownNode: {}}]}\n";
  const ConformScenario shutdown = conform_scenario({"shutdown", folder / "shutdown.yaml"}, setup);
  REQUIRE(shutdown.refused.size() == 1);
  CHECK(shutdown.refused.front() == "shutdownNode: podreel does not shut down this machine");
  const ConformScenario other =
      conform_scenario({"other", "scenarios/library/upgrades/1.29-to-1.30-restarts-nothing.yaml"}, setup);
  CHECK_FALSE(other.refused.empty());
  CHECK_FALSE(conform_scenario({"no", "nowhere.yaml"}, setup).refused.empty());
}

TEST_CASE("a scenario that changes the kubelet begins with its own release, provided that all were named") {
  const testing::ScratchFolder folder;
  ConformSetup setup = setup_in(folder);
  const ConformFile downgrade{"downgrade", folder / "downgrade.yaml"};
  std::ofstream{downgrade.file}
      << "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: downgrade}\n"
         "spec:\n  duration: 60s\n  node: {kubelet: {version: \"1.36\"}}\n  timeline:\n"
         "    - {at: 30s, stopKubelet: {}}\n    - {at: 35s, startKubelet: {version: \"1.35\"}}\n";
  const auto first_kubelet = [&] {
    const ConformScenario scenario = conform_scenario(downgrade, setup);
    CHECK(scenario.refused.empty());
    CHECK(scenario.load.kubelet == scenario.recorded.scenario.node.kubelet.version);
    return release::to_string(scenario.recorded.scenario.node.kubelet.version);
  };
  setup.kubelets = {{release::parse_release("1.35.6").value(), "old"},
                    {release::parse_release("1.36.2").value(), "new"}};
  CHECK(first_kubelet() == "1.36.2");
  setup.kubelets = {{release::parse_release("1.36.2").value(), "new"},
                    {release::parse_release("1.35.6").value(), "old"}};
  CHECK(first_kubelet() == "1.36.2");
  const ConformScenario plain = conform_scenario({"crash-loop", "scenarios/crash-loop.yaml"}, setup);
  CHECK(plain.load.kubelet == release::parse_release("1.36.2"));
  setup.kubelets = {{release::parse_release("1.35.6").value(), "old"}};
  CHECK(first_kubelet() == "1.35.6");
}

TEST_CASE("files of folders are named by their paths, and no two have one name") {
  const std::vector<ConformFile> files = files_to_conform({"scenarios/library/lessons", "scenarios/sidecar.yaml"});
  CHECK(files.front().name == "01-a-pod-starts");
  CHECK(files.back().name == "sidecar");
  CHECK_THROWS(static_cast<void>(files_to_conform({"scenarios/sidecar.yaml", "scenarios/sidecar.yaml"})));
}

TEST_CASE("a recording is made again if its scenario, length, speed or kubelet has changed") {
  const testing::ScratchFolder folder;
  const ConformSetup setup = setup_in(folder);
  const std::string file = folder / "web.yaml";
  fs::copy_file(testing::source_path("scenarios/crash-loop.yaml"), file);
  RecordedScenario recorded = conform_scenario({"web", file}, setup).recorded;
  const MadeRecordings made{"kubelets", 1};
  CHECK_FALSE(made.is_made(recorded));
  std::ofstream{recorded.output} << "{}\n";
  CHECK_FALSE(made.is_made(recorded));
  made.remember(recorded);
  CHECK(made.is_made(recorded));
  CHECK_FALSE(MadeRecordings{"others", 1}.is_made(recorded));
  CHECK_FALSE(MadeRecordings{"kubelets", 2}.is_made(recorded));
  recorded.length = 10s;
  CHECK_FALSE(made.is_made(recorded));
  recorded.length = setup.max_length;
  CHECK(made.is_made(recorded));
  std::ofstream{file, std::ios::app} << "# changed\n";
  CHECK_FALSE(made.is_made(recorded));
  made.forget(recorded);
  CHECK_FALSE(made.is_made(recorded));
}

TEST_CASE("the digest of kubelets covers their commands, releases and programs") {
  const testing::ScratchFolder folder;
  const std::string program = folder / "kubelet";
  std::ofstream{program} << "one";
  const cri::KubeletCommand kubelet{release::parse_release("1.36.2").value(), program + " --flag"};
  const std::string before = digest_of({kubelet});
  CHECK(digest_of({kubelet}) == before);
  CHECK(digest_of({{kubelet.release, program}}) != before);
  CHECK(digest_of({{release::parse_release("1.36.3").value(), kubelet.command}}) != before);
  std::ofstream{program} << "two";
  CHECK(digest_of({kubelet}) != before);
}

}  // namespace podreel::cli
