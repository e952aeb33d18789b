#include "engine/upgrade/observed_node.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/scratch_folder.hpp"

namespace podreel::upgrade {

namespace {

using nlohmann::json;

struct Observing {
  ObservedNode read(const std::string& text) {
    const std::string path = (folder.path() / "node").string();
    std::ofstream{path} << text;
    ObservedNode node{{path}, problems};
    return node;
  }
  /// "app=abc@1": the hashes found for the pod, with line numbers.
  static std::string found(const ObservedNode& node, const char* pod) {
    std::string text;
    for (const auto& [name, container] : node.of(json::parse(pod))) {
      text += fmt::format("{}{}={:x}@{}", text.empty() ? "" : " ", name, container->hash, container->mark.line);
    }
    return text;
  }
  [[nodiscard]] std::string reported() const {
    std::string text;
    for (const api::Problem& problem : problems) {
      text += fmt::format("{}:{}: {} {}\n", problem.mark.line, problem.mark.column, problem.path,
                          std::string_view{problem.message}.substr(0, problem.message.find(';')));
    }
    return text;
  }

  testing::ScratchFolder folder;
  std::vector<api::Problem> problems;
};

constexpr const char* web = R"({"metadata": {"name": "web", "namespace": "shop", "uid": "1"}, "spec": {},
  "status": {"initContainerStatuses": [{"name": "init", "containerID": "docker://12ab000000"}],
             "containerStatuses": [{"name": "app", "containerID": "containerd://4c8f2ab09d3e1ffff"}]}})";

std::string labelled(const std::string& name, const std::string& uid, const std::string& hash, int count) {
  return fmt::format(
      R"({{"labels": {{"io.kubernetes.container.name": "{}", "io.kubernetes.pod.namespace": "shop",
           "io.kubernetes.pod.name": "web", "io.kubernetes.pod.uid": "{}"}},
          "annotations": {{"io.kubernetes.container.hash": "{}", "io.kubernetes.container.restartCount": "{}"}}}})",
      name, uid, hash, count);
}

}  // namespace

TEST_CASE_FIXTURE(Observing, "lines have an id, which may be cut short, and a hash, between blanks of any kind") {
  const ObservedNode node = read("# id hash\n\n4c8f2ab09d3e1\t311670a\r\n  containerd://12ab   ff \n");
  CHECK(problems.empty());
  CHECK(node.size() == 2);
  CHECK(found(node, web) == "app=311670a@3 init=ff@4");
  CHECK(found(node, R"({"metadata": {"name": "db"}, "spec": {}})").empty());
}

TEST_CASE_FIXTURE(Observing, "an id that is longer than the container's, or another, is not its") {
  CHECK(found(read("4c8f2ab09d3e1ffff0 1\n4c8e 2\n4c8f3 3\n"), web).empty());
  CHECK(found(read("4c8f2ab09d3e1ffff 1\n"), web) == "app=1@1");
}

TEST_CASE_FIXTURE(Observing, "a line without a hash is told with its number, and others are read") {
  const ObservedNode node = read("4c8f2ab09d3e1 311670a\nnonsense\n12ab zz\n");
  CHECK(node.size() == 1);
  CHECK(reported() == "2:1:  found \"nonsense\"\n3:1:  found \"12ab zz\"\n");
}

TEST_CASE_FIXTURE(Observing, "crictl's JSON is one container or a list, by the labels; of instances the last counts") {
  const std::string list = "{\"containers\": [\n" + labelled("app", "1", "aa", 0) + ",\n" +
                           labelled("app", "1", "bb", 2) + ",\n" + labelled("app", "1", "cc", 1) + ",\n" +
                           labelled("aux", "2", "dd", 0) + "]}";
  const ObservedNode node = read(list);
  CHECK(problems.empty());
  CHECK(node.size() == 2);
  CHECK(found(node, web).starts_with("app=bb@"));
  CHECK(found(node, web).find("aux") == std::string::npos);
  CHECK(found(node, R"({"metadata": {"name": "web", "namespace": "shop"}, "spec": {}})").find("aux=dd") !=
        std::string::npos);
  CHECK(found(read("{\"status\": " + labelled("app", "", "ee", 0) + "}"), web) == "app=ee@1");
}

TEST_CASE_FIXTURE(Observing, "docker's JSON has annotations among the labels, and its sandboxes are passed over") {
  const ObservedNode node = read(R"([{"Config": {"Labels": {"io.kubernetes.container.name": "app",
    "annotation.io.kubernetes.container.hash": "77", "io.kubernetes.pod.namespace": "shop",
    "io.kubernetes.pod.name": "web", "io.kubernetes.pod.uid": "1"}}},
    {"Config": {"Labels": {"io.kubernetes.container.name": "POD"}}},
    {"Config": {"Labels": {"io.kubernetes.container.name": "x", "io.kubernetes.docker.type": "podsandbox"}}}])");
  CHECK(reported().empty());
  CHECK(found(node, web) == "app=77@1");
}

TEST_CASE_FIXTURE(Observing, "a container without a name, or without a hash, is told with its place") {
  static_cast<void>(read(R"({"containers": [{"labels": {"io.kubernetes.container.name": "app"}},
    {"annotations": {"io.kubernetes.container.hash": "1"}}]})"));
  const std::string found_none =
      " found no container with the label io.kubernetes.container.name and the annotation "
      "io.kubernetes.container.hash\n";
  CHECK(reported() == "1:17: containers[0]" + found_none + "2:5: containers[1]" + found_none);
}

TEST_CASE_FIXTURE(Observing, "a static pod's containers carry the hash of its manifest as their pod's UID") {
  const ObservedNode node = read(labelled("app", "abc", "5", 0));
  CHECK(found(node, R"({"metadata": {"name": "web", "namespace": "shop", "uid": "other",
    "annotations": {"kubernetes.io/config.hash": "abc", "kubernetes.io/config.mirror": "x"}}, "spec": {}})") ==
        "app=5@1");
  CHECK(found(node, R"({"metadata": {"name": "web", "namespace": "shop", "uid": "other",
    "annotations": {"kubernetes.io/config.mirror": "abc"}}, "spec": {}})") == "app=5@1");
  CHECK(found(node, R"({"metadata": {"name": "web", "namespace": "shop", "uid": "other"}, "spec": {}})").empty());
}

TEST_CASE_FIXTURE(Observing, "a file that is not there, or is no text, is told, and nothing is read") {
  const ObservedNode missing{{"/does/not/exist"}, problems};
  CHECK(missing.size() == 0);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().message == "cannot be opened: No such file or directory");
  CHECK(read(std::string{"4c8f 1\n\0", 8}).size() == 0);
  CHECK(problems.size() == 2);
}

TEST_CASE("a hash that no release computes says so, and one that some compute names them") {
  const json container = json::parse(R"({"name": "app", "image": "nginx:1.25"})");
  CHECK(releases_that_compute(1, container).starts_with("no release computes that hash from this spec"));
}

}  // namespace podreel::upgrade
