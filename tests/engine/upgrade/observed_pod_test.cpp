#include "engine/upgrade/observed_pod.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/kubelet_label.hpp"

namespace podreel::upgrade {

namespace {

using nlohmann::json;

/// What becomes of each container: "-", "started", "killed" or "restarted".
std::string effects(const char* spec, const char* status, const std::vector<bool>& changed,
                    const char* release = "1.30.0") {
  ObservedPod pod{json{{"metadata", {{"name", "web"}}}, {"spec", json::parse(spec)}, {"status", json::parse(status)}}};
  std::string text;
  for (const TakeoverEffect effect : pod.take_over(testing::behaviour_of_label(release), changed)) {
    constexpr std::array names{"-", "started", "killed", "restarted"};
    text += (text.empty() ? "" : " ") + std::string{names[static_cast<std::size_t>(effect)]};
  }
  return text;
}

constexpr const char* init_and_two =
    R"({"initContainers": [{"name": "i", "image": "i"}],
        "containers": [{"name": "a", "image": "a"}, {"name": "b", "image": "b"}]})";
constexpr const char* nothing_said = "null";

}  // namespace

TEST_CASE("a pod of which nothing is said came up well, and only what has changed restarts") {
  CHECK(effects(init_and_two, nothing_said, {false, false, false}) == "- - -");
  CHECK(effects(init_and_two, nothing_said, {true, false, true}) == "- - restarted");
}

TEST_CASE("a pod that is Pending without statuses has not begun, and comes up container by container") {
  CHECK(effects(init_and_two, R"({"phase": "Pending"})", {false, false, false}) == "started started started");
}

TEST_CASE("what ended by itself is started once more, and one that waits for that, too") {
  CHECK(effects(init_and_two, R"({"phase": "Running", "containerStatuses": [
          {"name": "a", "state": {"terminated": {"exitCode": 1}}},
          {"name": "b", "state": {"waiting": {}}, "lastState": {"terminated": {"exitCode": 0}}}]})",
                {false, false, false}) == "- started started");
}

TEST_CASE("an ephemeral container of which the status does not speak has not been started") {
  constexpr const char* debugged =
      R"({"containers": [{"name": "a", "image": "a"}], "ephemeralContainers": [{"name": "e", "image": "e"}]})";
  CHECK(effects(debugged, R"({"phase": "Running"})", {false, false}) == "- started");
  CHECK(effects(debugged, R"({"phase": "Running", "ephemeralContainerStatuses": [
          {"name": "e", "state": {"running": {}}}]})",
                {false, false}) == "- -");
  CHECK(effects(debugged, nothing_said, {false, true}) == "- -");
}

TEST_CASE("a sidecar that has changed restarts since it can, and is an init container before") {
  constexpr const char* with_sidecar =
      R"({"initContainers": [{"name": "s", "image": "s", "restartPolicy": "Always"}],
          "containers": [{"name": "a", "image": "a"}]})";
  CHECK(effects(with_sidecar, nothing_said, {true, false}, "1.32.0") == "restarted -");
  CHECK(effects(with_sidecar, nothing_said, {true, false}, "1.31.0") == "- -");
}

TEST_CASE("what ended is started again as the pod's policy has it, and what waits for its first start anyway") {
  const auto of_policy = [](const std::string& policy, const char* status) {
    const std::string spec = R"({"restartPolicy": ")" + policy + R"(", "containers": [{"name": "a", "image": "a"},
                                                                               {"name": "b", "image": "b"}]})";
    return effects(spec.c_str(), status, {false, false});
  };
  constexpr const char* ended = R"({"phase": "Running", "containerStatuses": [
      {"name": "a", "state": {"terminated": {"exitCode": 1}}}, {"name": "b", "state": {"terminated": {"exitCode": 0}}}]})";
  CHECK(of_policy("Always", ended) == "started started");
  CHECK(of_policy("OnFailure", ended) == "started -");
  CHECK(of_policy("Never", ended) == "- -");
  constexpr const char* waiting = R"({"phase": "Running", "containerStatuses": [
      {"name": "a", "state": {"waiting": {}}},
      {"name": "b", "state": {"waiting": {}}, "lastState": {"terminated": {"exitCode": 0}}}]})";
  CHECK(of_policy("OnFailure", waiting) == "started -");
  CHECK(of_policy("Never", waiting) == "started -");
}

}  // namespace podreel::upgrade
