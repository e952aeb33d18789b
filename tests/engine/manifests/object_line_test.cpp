#include "engine/manifests/object_line.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace podreel::manifests {

TEST_CASE("what a line is follows from the keys of its object, not from its values") {
  CHECK(kind_of_line(R"({"kind": "Pod", "spec": {}})") == LineKind::object);
  CHECK(kind_of_line(R"( {"metadata" : {"name": "web"}, "spec": {}})") == LineKind::object);
  CHECK(kind_of_line(R"({"items": []})") == LineKind::object);
  CHECK(kind_of_line(R"({"id": 1, "pod": {"kind": "Pod", "metadata": {}}})") == LineKind::recorded_case);
  CHECK(kind_of_line(R"({"kind": "Deployment", "container": {}})") == LineKind::recorded_case);
  CHECK(kind_of_line(R"({"id": {"kind": 1}, "x": ["metadata"], "y": "{\"kind\": 1"})") == LineKind::other);
  CHECK(kind_of_line(R"({"a\"kind": 1})") == LineKind::other);
  CHECK(kind_of_line(R"(["kind", 1])") == LineKind::other);
  CHECK(kind_of_line(R"({"kind)") == LineKind::other);
  CHECK(kind_of_line("") == LineKind::other);
}

TEST_CASE("a line is a pod, a node, a list or wrong, and problems are where the line is") {
  std::string names;
  std::string kinds;
  PodStreamHandlers handlers;
  handlers.pod = [&names](const ManifestPod& pod) {
    names += pod.pod.at("metadata").value("name", "") + ":" + std::to_string(pod.mark.line) + " ";
  };
  handlers.observer.object = [&kinds](const SeenObject& seen) { kinds += std::string{seen.kind} + " "; };
  std::vector<api::Problem> problems;
  const std::string pod = R"({"metadata": {"name": "web"}, "spec": {"containers": [{"name": "c", "image": "i"}]}})";
  read_object_line(pod, 3, "f", handlers, problems);
  read_object_line(R"({"kind": "Node", "metadata": {"name": "a"}})", 4, "f", handlers, problems);
  read_object_line(R"({"kind": "PodList", "items": [)" + pod + "]}", 5, "f", handlers, problems);
  CHECK(problems.empty());
  CHECK(names == "web:3 web:5 ");
  CHECK(kinds == "Pod Node Pod ");
  read_object_line(R"({"kind": "Pod", "metadata": {"name": "b"}, "spec": {"containers": []}})", 6, "f", handlers,
                   problems);
  read_object_line(R"({"kind": "Pod")", 7, "f", handlers, problems);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].mark.line == 6);
  CHECK(problems[0].path == "spec.containers");
  CHECK(problems[1].mark.line == 7);
}

}  // namespace podreel::manifests
