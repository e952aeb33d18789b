#include "engine/upgrade/staged_pod.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

using nlohmann::json;
using release::v;

const json three_lists = json::parse(R"({"metadata": {"name": "p"}, "spec": {
  "initContainers": [{"name": "i", "image": "i"}], "containers": [{"name": "a", "image": "a"}, {"name": "b", "image": "b"}],
  "ephemeralContainers": [{"name": "e", "image": "e"}]}})");

/// A field that API servers drop up to 1.32 shows by which one a container was stored.
const json resized = json::parse(
    R"({"metadata": {"name": "p"}, "spec": {"containers": [
        {"name": "a", "image": "a", "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"}]}]}})");

bool has_policy(const StagedPod& staged, std::size_t stage) {
  return staged.container(stage, 0).contains("resizePolicy");
}

}  // namespace

TEST_CASE("a pod's containers are counted list by list, in the order of their judgement") {
  Path path;
  path.releases = {v(30), v(31)};
  const StagedPod staged{three_lists, path};
  REQUIRE(staged.size() == 4);
  std::string names;
  for (std::size_t place = 0; place < staged.size(); ++place) {
    names += staged.container(0, place).at("name").get<std::string>();
  }
  CHECK(names == "iabe");
  CHECK(staged.kind(0) == api::ContainerKind::init);
  CHECK(staged.kind(2) == api::ContainerKind::regular);
  CHECK(staged.kind(3) == api::ContainerKind::ephemeral);
  CHECK(staged.container(1, 1).contains("terminationMessagePath"));
}

TEST_CASE("a list that an API server does not know yet counts as kept") {
  Path path;
  path.releases = {v(10), v(11)};
  const StagedPod staged{three_lists, path};
  REQUIRE(staged.size() == 4);
  CHECK(staged.container(0, 3).at("name") == "e");
}

TEST_CASE("masters go first: the first kubelet's containers were stored by the next release's API server") {
  Path path;
  path.releases = {v(32), v(33), v(34)};
  const StagedPod staged{resized, path};
  CHECK(has_policy(staged, 0));
  path.releases = {v(31), v(32), v(33)};
  const StagedPod later{resized, path};
  CHECK_FALSE(has_policy(later, 0));
  CHECK_FALSE(has_policy(later, 1));
  CHECK(has_policy(later, 2));
}

TEST_CASE("an API server that is named before or after the path is the one that stores") {
  Path path;
  path.releases = {v(32), v(33), v(34)};
  path.api_server_before = v(32);
  const StagedPod before{resized, path};
  CHECK_FALSE(has_policy(before, 0));
  CHECK_FALSE(has_policy(before, 1));
  path.api_server_after = v(34);
  const StagedPod both{resized, path};
  CHECK_FALSE(has_policy(both, 0));
  CHECK(has_policy(both, 1));
  path.releases = {v(31), v(32)};
  path.api_server_before.reset();
  const StagedPod after{resized, path};
  CHECK(has_policy(after, 0));
}

TEST_CASE("a pod that is stored already is taken as it is, unless an API server is named") {
  json stored = three_lists;
  stored["metadata"]["uid"] = "1";
  Path path;
  path.releases = {v(33), v(34)};
  const StagedPod as_is{stored, path};
  CHECK_FALSE(as_is.container(1, 1).contains("terminationMessagePath"));
  path.api_server_after = v(34);
  const StagedPod again{stored, path};
  CHECK(again.container(1, 1).contains("terminationMessagePath"));
}

TEST_CASE("a gate that is switched on in the API server changes what is stored, also for pods that are stored") {
  json pod = json::parse(R"({"metadata": {"name": "p"}, "spec": {"containers": [
      {"name": "a", "image": "a", "resources": {"requests": {"cpu": "1"}}}, {"name": "b", "image": "b"}]}})");
  Path path;
  path.releases = {v(30), v(30)};
  path.api_server_gates_after = {{"InPlacePodVerticalScaling", true}};
  for (const bool is_stored : {false, true}) {
    CAPTURE(is_stored);
    if (is_stored) pod["metadata"]["uid"] = "1";
    const StagedPod staged{pod, path};
    CHECK_FALSE(staged.container(0, 0).contains("resizePolicy"));
    CHECK(staged.container(1, 0).contains("resizePolicy"));
    CHECK_FALSE(staged.container(1, 1).contains("resizePolicy"));
  }
  path.api_server_gates_before = path.api_server_gates_after;
  CHECK(StagedPod{pod, path}.container(0, 0).contains("resizePolicy"));
}

}  // namespace podreel::upgrade
