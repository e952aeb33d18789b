// What `podreel run` says when a run is over.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::has;

constexpr const char* upgraded =
    "apiVersion: podreel.dev/v1alpha1\n"
    "kind: Scenario\n"
    "metadata: {name: upgraded}\n"
    "spec:\n"
    "  duration: 1m\n"
    "  node: {kubelet: {version: \"1.27.16\"}}\n"
    "  timeline:\n"
    "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: a}, spec: {containers: "
    "[{name: app, image: "
    "\"a:1\"}]}}}\n"
    "    - {at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: b}, spec: {containers: "
    "[{name: app, image: "
    "\"a:1\"}]}}}\n"
    "    - {at: 20s, stopKubelet: {}}\n"
    "    - {at: 21s, startKubelet: {}}\n"
    "    - {at: 30s, stopKubelet: {}}\n"
    "    - {at: 31s, startKubelet: {version: \"1.28.15\"}}\n";

std::string run_upgraded(const std::vector<std::string>& options) {
  std::vector<std::string> arguments{"run", "-"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return testing::run_podreel(arguments, {.standard_input = upgraded}).out;
}

}  // namespace

TEST_CASE("the kubelet that runs at the end is named, and those before it") {
  CHECK(has(run_upgraded({}), "\nafter 1m (kubelet 1.28.15, before that 1.27.16):\n"));
  CHECK(has(run_upgraded({"--until", "25s"}), "\nafter 25s (kubelet 1.27.16):\n"));
  CHECK(has(run_upgraded({"-o", "yaml"}), "\nkubelet: \"1.28.15\"\n"));
}

TEST_CASE("pods of several namespaces are distinguished") {
  CHECK(has(run_upgraded({}),
            "NAMESPACE   NAME   READY   STATUS    RESTARTS   AGE\n"
            "a           web    1/1     Running   0          60s\n"
            "b           web    1/1     Running   0          60s\n"));
}

}  // namespace podreel
