// Hashes read from a node: podreel first proves that it computes them.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::has;

/// A pod as kubectl prints it.
const json container{{"name", "app"},
                     {"image", "app:1"},
                     {"resources", json::object()},
                     {"terminationMessagePath", "/dev/termination-log"},
                     {"terminationMessagePolicy", "File"},
                     {"imagePullPolicy", "IfNotPresent"}};
const json listed_pod{
    {"apiVersion", "v1"},
    {"kind", "Pod"},
    {"metadata", {{"name", "web"}, {"namespace", "shop"}, {"uid", "u-1"}}},
    {"spec", {{"containers", json::array({container})}}},
    {"status", {{"containerStatuses", json::array({{{"name", "app"}, {"containerID", "containerd://4c8f2a"}}})}}}};

std::string stored_by(int minor) {
  return identity::hash_text(identity::container_hash(container, {minor, 0}));
}

std::string crictl(const std::string& hash, const std::string& uid = "u-1", int attempt = 0) {
  return json{
      {"status",
       {{"id", "4c8f2a"},
        {"labels",
         {{"io.kubernetes.container.name", "app"},
          {"io.kubernetes.pod.name", "web"},
          {"io.kubernetes.pod.namespace", "shop"},
          {"io.kubernetes.pod.uid", uid}}},
        {"annotations",
         {{"io.kubernetes.container.hash", hash}, {"io.kubernetes.container.restartCount", std::to_string(attempt)}}}}}}
      .dump(2);
}

std::string docker(const std::string& hash) {
  const json labels{{"io.kubernetes.container.name", "app"},
                    {"io.kubernetes.pod.name", "web"},
                    {"io.kubernetes.pod.namespace", "shop"},
                    {"io.kubernetes.pod.uid", "u-1"},
                    {"annotation.io.kubernetes.container.hash", hash}};
  const json sandbox{{"io.kubernetes.container.name", "POD"}, {"io.kubernetes.docker.type", "podsandbox"}};
  return json::array(
             {{{"Id", "00"}, {"Config", {{"Labels", sandbox}}}}, {{"Id", "4c8f2a"}, {"Config", {{"Labels", labels}}}}})
      .dump();
}

CommandResult upgrade_observed(const std::string& observed, std::vector<std::string> arguments = {}) {
  const testing::ScratchFolder folder;
  const std::string file = folder / "observed.txt";
  std::ofstream{file} << observed;
  arguments.insert(arguments.begin(), {"upgrade", "-f", "-", "--from", "1.29", "--to", "1.31", "--observed", file});
  return testing::run_podreel(arguments, {.standard_input = listed_pod.dump()});
}

}  // namespace

TEST_CASE("crictl inspect, docker inspect, a list of containers and a table all prove the hash") {
  const std::string hash = stored_by(29);
  const std::string listed = "{\"containers\": [" + json::parse(crictl(hash)).at("status").dump() + "]}";
  for (const std::string& observed : {crictl(hash), crictl(hash) + "\n" + crictl(hash, "other"), docker(hash), listed,
                                      "4c8f2a " + hash + "\n", "# id hash\ncontainerd://4c8f   " + hash + "\n"}) {
    CAPTURE(observed);
    const CommandResult result = upgrade_observed(observed);
    CHECK(result.exit_code == 1);
    CHECK(result.err == "");
    CHECK(has(result.out, "podreel computes 1 of 1 hash that the node stored, with 1.29"));
    CHECK(has(result.out, "1.29 to 1.31: 1 of 1 container restarts\n"));
  }
}

TEST_CASE("the newest instance of a container is the one that runs") {
  const std::string both =
      "[" + crictl("1", "u-1", 0) + "," + crictl(stored_by(29), "u-1", 3) + "," + crictl("2", "u-1", 1) + "]";
  CHECK(upgrade_observed(both).exit_code == 1);
}

TEST_CASE("a hash that the release does not compute stops the forecast, and says whose it is") {
  const CommandResult result = upgrade_observed(crictl(stored_by(31)));
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(has(result.err, fmt::format(":1:1: container \"app\": found the hash {}, but 1.29 computes {}; "
                                    "kubelets of 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, 1.37 compute that hash",
                                    stored_by(31), stored_by(29))));
  CHECK(has(upgrade_observed(crictl("1")).err, "no release computes that hash from this spec"));
  const CommandResult patient = upgrade_observed(crictl("1"), {"--keep-going"});
  CHECK(patient.exit_code == 2);
  CHECK(has(patient.out, "podreel computes 0 of 1 hash that the node stored, with 1.29"));
}

TEST_CASE("observed containers of other pods do not count, and none at all is an error") {
  const CommandResult result = upgrade_observed(crictl(stored_by(29), "another-uid"));
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "--observed: none of the 1 observed containers is in the given pods"));
}

TEST_CASE("what is no inspection is reported with its place") {
  CHECK(
      has(upgrade_observed("4c8f2a\n").err, ":1:1: found \"4c8f2a\"; accepted: a container's id and its hash in hex"));
  CHECK(has(upgrade_observed("4c8f2a xyz\n").err, ":1:1: found \"4c8f2a xyz\""));
  CHECK(has(upgrade_observed("[\n {\"Id\": \"x\"}]").err, ":2:2: [0]: found no container with the label"));
  CHECK(upgrade_observed("{").exit_code == 2);
}

TEST_CASE("JSON says which hashes were observed") {
  const json document = json::parse(upgrade_observed(crictl(stored_by(29)), {"-o", "json"}).out);
  CHECK(document.at("observed") == json{{"containers", 1}, {"reproduced", 1}, {"unmatched", 0}});
  CHECK(document.at("upgrades").at(0).at("containers").at(0).at("observed") == true);
}

}  // namespace podreel
