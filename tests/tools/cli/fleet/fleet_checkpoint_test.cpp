// `podreel fleet --checkpoint`: a run that was ended goes on where it was.
#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/command.hpp"
#include "tests/support/sample.hpp"
#include "tests/support/sample_fleet.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

namespace fs = std::filesystem;

/// Another kubelet everywhere.
const std::string plan =
    "---\napiVersion: podreel.dev/v1alpha1\nkind: FleetPlan\nmetadata: {name: p}\nspec:\n"
    "  node: [{at: 5s, startKubelet: {version: \"1.31\"}}]\n";

CommandResult run_fleet(const std::string& fleet, const std::string& folder) {
  return run_podreel({"fleet", fleet, "--checkpoint", folder});
}

std::vector<fs::path> files_in(const std::string& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator{folder}) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

}  // namespace

TEST_CASE("a checkpoint changes nothing, and is of each cluster under each plan") {
  const CommandResult without = run_podreel({"fleet", shop_file});
  const ScratchFolder scratch;
  const std::string folder = scratch / "kept";
  for (int time = 0; time < 2; ++time) {
    const CommandResult result = run_fleet(shop_file, folder);
    CHECK(result.out == without.out);
    CHECK(result.exit_code == without.exit_code);
    // Plan careful does not come to the second cluster.
    CHECK(files_in(folder).size() == 5);
  }
}

TEST_CASE("a run goes on from what is there, and simulates only the rest") {
  const CommandResult without = run_podreel({"fleet", shop_file});
  const ScratchFolder scratch;
  const std::string folder = scratch / "kept";
  CHECK(run_fleet(shop_file, folder).exit_code == 1);
  std::vector<fs::path> files = files_in(folder);
  const fs::path removed = files.front();
  fs::remove(removed);
  files.erase(files.begin());
  const auto long_ago = fs::file_time_type{};
  for (const fs::path& file : files) fs::last_write_time(file, long_ago);
  CHECK(run_fleet(shop_file, folder).out == without.out);
  CHECK(fs::exists(removed));
  for (const fs::path& file : files) CHECK(fs::last_write_time(file) == long_ago);
}

TEST_CASE("a run that is killed goes on") {
  const ScratchFolder scratch;
  const std::string fleet = scratch / "fleet.yaml";
  const int nodes = 20'000 / static_cast<int>(one_in({.sanitized = 5}));
  std::ofstream{fleet} << small_fleet(nodes, deployment("web", nodes, "{containers: [{name: a, image: i}]}")) << plan;
  const std::string folder = scratch / "kept";
  const CommandResult killed =
      run_shell("podreel fleet " + fleet + " --checkpoint " + folder + " > /dev/null & until ls " + folder +
                "/*.accounts 2> /dev/null; do sleep 0.01; done; kill -9 $!; wait $!");
  if (killed.exit_code != 128 + 9) MESSAGE("it was done before it was killed");
  CHECK(run_fleet(fleet, folder).out == run_podreel({"fleet", fleet}).out);
}

TEST_CASE("a run that could not write any more goes on where it could") {
  const ScratchFolder scratch;
  const std::string fleet = scratch / "fleet.yaml";
  std::string clusters = small_fleet(3, deployment("web", 3, "{containers: [{name: a, image: i}]}"));
  const std::string first = clusters.substr(clusters.find("  - name"));
  clusters +=
      std::string{first}.replace(first.find("name: c"), 7, "name: d").replace(first.find("count: 3"), 8, "count: 500");
  std::ofstream{fleet} << clusters << plan;
  const std::string folder = scratch / "kept";
  const CommandResult full = run_shell("ulimit -f 8; podreel fleet " + fleet + " --checkpoint " + folder);
  CHECK(full.exit_code == 3);
  CHECK(has(full.err, "File too large"));
  CHECK(files_in(folder).size() == 1);
  const CommandResult going_on = run_fleet(fleet, folder);
  CHECK(going_on.out == run_podreel({"fleet", fleet}).out);
  CHECK(files_in(folder).size() == 2);
}

TEST_CASE("a checkpoint of another fleet or plan is refused with the reason") {
  const ScratchFolder scratch;
  const std::string folder = scratch / "kept";
  CHECK(run_fleet(shop_file, folder).exit_code == 1);
  const std::string other = scratch / "other.yaml";
  std::ofstream{other} << generated_fleet(2);
  const CommandResult foreign = run_fleet(other, folder);
  CHECK(foreign.exit_code == 2);
  CHECK(has(foreign.err, ": the file belongs to the fleet shop; accepted: generated-2"));
  std::ofstream{files_in(folder).front(), std::ios::app} << "more";
  const CommandResult changed = run_fleet(shop_file, folder);
  CHECK(changed.exit_code == 2);
  CHECK(has(changed.err, files_in(folder).front().string() + ": byte "));
}

TEST_CASE("a shard has a checkpoint as well") {
  const ScratchFolder scratch;
  const std::string folder = scratch / "kept";
  const std::string file = scratch / "1.accounts";
  for (int time = 0; time < 2; ++time) {
    CHECK(run_podreel(
              {"fleet", shop_file, "--plan", "swap", "--shard", "1/1", "--accounts-out", file, "--checkpoint", folder})
              .exit_code == 0);
    CHECK(run_podreel({"fleet", "merge", "-f", shop_file, "--plan", "swap", file}).out ==
          run_podreel({"fleet", shop_file, "--plan", "swap"}).out);
  }
}

TEST_CASE("a checkpoint that cannot be written is reported before anything is simulated") {
  const ScratchFolder scratch;
  const std::string file = scratch / "file";
  std::ofstream{file} << "here\n";
  for (const std::string& folder : {file, file + "/below", std::string{"/proc"}}) {
    const CommandResult result = run_fleet(shop_file, folder);
    CAPTURE(folder);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK(has(result.err, folder));
  }
}

}  // namespace podreel::testing
