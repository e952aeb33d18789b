#include "engine/apiserver/pod_creation_rules.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

namespace {

using Refusals = std::vector<std::string>;

Refusals refusals(const char* spec, release::Release release) {
  return find_creation_refusals(nlohmann::json::parse(spec), release);
}

constexpr const char* never = R"({"restartPolicy": "Never", "containers": [
  {"name": "aux"},
  {"name": "app", "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "NotRequired"},
                                   {"resourceName": "memory", "restartPolicy": "RestartContainer"}]}]})";

}  // namespace

TEST_CASE("a container that never restarts cannot ask for a restart at a resize, from 1.29 on") {
  CHECK(refusals(never, release::v(28)).empty());
  const std::string before = "spec.containers[1].resizePolicy: Invalid value: \"RestartContainer\": must be ";
  CHECK(refusals(never, release::v(29)) == Refusals{before + "'NotRequired' when `restartPolicy` is 'Never'"});
  CHECK(refusals(never, release::v(36)) == Refusals{before + "'NotRequired' when pod `restartPolicy` is 'Never'"});
}

TEST_CASE("a pod that restarts its containers may restart them at a resize") {
  CHECK(refusals(R"({"restartPolicy": "OnFailure", "containers": [
    {"name": "app", "resizePolicy": [{"resourceName": "memory", "restartPolicy": "RestartContainer"}]}]})",
                 release::v(36))
            .empty());
}

TEST_CASE("from 1.36 on init containers cannot ask for a restart at a resize, but sidecars can") {
  constexpr const char* init = R"({"restartPolicy": "Always", "initContainers": [
    {"name": "init", "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]},
    {"name": "proxy", "restartPolicy": "Always",
     "resizePolicy": [{"resourceName": "cpu", "restartPolicy": "RestartContainer"}]}]})";
  CHECK(refusals(init, release::v(35)).empty());
  CHECK(refusals(init, release::v(36)) ==
        Refusals{"spec.initContainers[0].resizePolicy[0].restartPolicy: Invalid value: \"RestartContainer\": must not "
                 "be set to 'RestartContainer' for non-sidecar initContainers"});
}

TEST_CASE("a stop signal needs the name of the pod's operating system") {
  const Refusals refused =
      refusals(R"({"containers": [{"name": "app", "lifecycle": {"stopSignal": "SIGUSR1"}}]})", release::v(36));
  CHECK(refused == Refusals{"spec.containers[0].lifecycle.stopSignal: Forbidden: may not be set for containers with "
                            "empty `spec.os.name`"});
  CHECK(
      refusals(R"({"os": {"name": "linux"}, "containers": [{"name": "app", "lifecycle": {"stopSignal": "SIGUSR1"}}]})",
               release::v(36))
          .empty());
}

}  // namespace podreel::apiserver
