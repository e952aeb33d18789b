#include "engine/sync/image_volumes.hpp"

#include <doctest/doctest.h>

#include "tests/support/short_scenario.hpp"

namespace podreel::sync {

namespace {

testing::RunHistory run_of(const std::string& version, const std::string& pull) {
  return testing::history_of("duration: 30s, timing: ideal, node: {kubelet: {version: '" + version +
                             R"('}}, runtime: {images: [{name: 'model:1', present: false, pull: {)" + pull +
                             R"(}}]}, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
        spec: {containers: [{name: app, image: 'app:1', volumeMounts: [{name: m, mountPath: /m}]},
                            {name: bare, image: 'b:1'}],
               volumes: [{name: m, image: {reference: 'model:1', pullPolicy: IfNotPresent}}]}}}])");
}

}  // namespace

TEST_CASE("the image of a volume is pulled before the containers start, where kubelets know such volumes") {
  const testing::RunHistory without = run_of("1.34.9", "takes: 8s");
  CHECK(testing::calls_in(without, "PullImage").empty());
  CHECK(testing::calls_in(without, "StartContainer").front().starts_with("0.3 "));
  for (const char* version : {"1.35.6", "1.36.3"}) {
    const testing::RunHistory history = run_of(version, "takes: 8s");
    CHECK(testing::calls_in(history, "PullImage").size() == 1);
    CHECK(testing::calls_in(history, "StartContainer").front().starts_with("8.3 "));
  }
}

TEST_CASE("a container with a volume whose image is missing does not start; others do") {
  const testing::RunHistory history = run_of("1.36.3", "failFirst: 100, error: manifest unknown");
  CHECK(testing::calls_in(history, "StartContainer").size() == 1);
  CHECK(testing::events_in(history, "Failed").size() >= 2);
}

TEST_CASE("every sync looks up the image again, and says so; in 1.37 only one that starts a container") {
  CHECK(testing::events_in(run_of("1.36.3", "takes: 1s"), "Pulled").size() > 3);
  CHECK(testing::events_in(run_of("1.37.0", "takes: 1s"), "Pulled").size() == 3);
}

}  // namespace podreel::sync
