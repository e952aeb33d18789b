// `podreel upgrade --cluster`: what is asked of kubectl, and what becomes of its answers.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/kubectl_dump.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

using testing::CommandResult;
using testing::has;
using testing::ScratchFolder;

/// A folder with a kubectl that prints a cluster, and notes what it was asked.
class Machine {
 public:
  Machine() {
    const std::string cluster = testing::printed_list(
        {testing::dumped_node("a", "v1.30.4"), testing::dumped_pod("web-5d4-x", "a", "ReplicaSet", "web-5d4")});
    std::ofstream{folder_ / "cluster.json"} << cluster;
    kubectl("cat cluster.json");
  }

  void kubectl(const std::string& what_it_does) const {
    std::ofstream{folder_ / "kubectl"} << "#!/bin/sh\ncd '" << folder_.path().string() << "'\necho \"$@\" > asked\n"
                                       << what_it_does << '\n';
    std::filesystem::permissions(folder_ / "kubectl", std::filesystem::perms::owner_all);
  }

  [[nodiscard]] CommandResult run(const std::string& line) const {
    return testing::run_shell("PATH=" + folder_.path().string() + ":$PATH; " + line);
  }
  [[nodiscard]] std::string asked() const {
    std::string line;
    std::getline(std::ifstream{folder_ / "asked"}, line);
    return line;
  }
  [[nodiscard]] const ScratchFolder& folder() const { return folder_; }

 private:
  ScratchFolder folder_;
};

}  // namespace

TEST_CASE("--cluster asks kubectl's current context, --context another one") {
  const Machine machine;
  const CommandResult current = machine.run("podreel upgrade --to 1.31 --cluster");
  CHECK(current.exit_code == 1);
  CHECK(has(current.out, "Deployment/shop/web"));
  CHECK(machine.asked() == "get nodes,pods,poddisruptionbudgets --all-namespaces -o json");
  CHECK(machine.run("podreel upgrade --to 1.31 --context 'it'\"'\"'s $HOME'").out == current.out);
  CHECK(machine.asked() == "get nodes,pods,poddisruptionbudgets --all-namespaces -o json --context it's $HOME");
}

TEST_CASE("as kubectl's plugin on a terminal podreel asks kubectl by itself") {
  const Machine machine;
  std::filesystem::create_symlink(testing::built_command(), machine.folder() / "kubectl-podreel");
  const CommandResult asked = machine.run("script -qec 'kubectl-podreel upgrade --to 1.31' /dev/null");
  CHECK(has(asked.out, "Deployment/shop/web"));
  CHECK(machine.asked().starts_with("get nodes,pods"));
  CHECK(has(machine.run("kubectl-podreel upgrade --to 1.31 < " + machine.folder() / "cluster.json").out, "web"));
}

TEST_CASE("a kubectl that fails, or is not there, is reported, and nothing is answered") {
  const Machine machine;
  machine.kubectl("echo 'no such host' >&2; head -c 100 cluster.json; exit 1");
  const CommandResult failed = machine.run("podreel upgrade --to 1.31 --cluster");
  CHECK(failed.exit_code == 2);
  CHECK(failed.out == "");
  CHECK(has(failed.err, "no such host\n"));
  CHECK(has(failed.err, "--all-namespaces -o json: exited with 1"));
  std::filesystem::remove(machine.folder() / "kubectl");
  const CommandResult missing =
      testing::run_shell("podreel=$(command -v podreel); PATH=/nowhere $podreel upgrade --to 1.31 --cluster");
  CHECK(missing.exit_code == 2);
  CHECK(has(missing.err, "kubectl not found"));
}

TEST_CASE("errors in the output of kubectl name its command") {
  const Machine machine;
  machine.kubectl("head -c 100 cluster.json");
  const CommandResult cut = machine.run("podreel upgrade --to 1.31 --cluster");
  CHECK(cut.exit_code == 2);
  CHECK(has(cut.err, "kubectl get nodes,pods,poddisruptionbudgets --all-namespaces -o json:"));
}

TEST_CASE("--cluster and files contradict each other") {
  const CommandResult result = testing::run_podreel({"upgrade", "--to", "1.31", "--cluster", "-f", "pods.json"});
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "--cluster reads from kubectl: leave out FILE and --static"));
}

}  // namespace podreel
