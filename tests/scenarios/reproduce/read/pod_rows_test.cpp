// Rows of `kubectl get pods`, of crictl and of docker.
#include "scenarios/reproduce/read/pod_rows.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

}  // namespace

TEST_CASE("a row has a name, readiness, a status, restarts, ages and more columns") {
  const auto read = pod_row("shop  pod/web-0  1/2  CrashLoopBackOff  17 (5m2s ago)  59m  10.0.0.1  node-1");
  REQUIRE(read);
  CHECK(read->name_space == "shop");
  CHECK(read->name == "web-0");
  CHECK(read->row.ready == 1U);
  CHECK(read->row.containers == 2U);
  CHECK(read->row.status == "CrashLoopBackOff");
  CHECK(read->row.restarts == 17U);
  REQUIRE(read->row.restarted);
  CHECK(read->row.restarted->minimum == 302s);
  REQUIRE(read->row.age);
  CHECK(read->row.age->minimum == 59min);
  CHECK(read->row.more == "10.0.0.1  node-1");
}

TEST_CASE("an age of restarts may be without a word") {
  const auto read = pod_row("web-0  1/1  Running  3 (5m2s)  59m");
  REQUIRE(read);
  REQUIRE(read->row.restarted);
  CHECK(read->row.restarted->minimum == 302s);
  REQUIRE(read->row.age);
  CHECK(read->row.age->minimum == 59min);
}

TEST_CASE("an age of restarts that is cut ends with the row") {
  const auto open = pod_row("web-0  1/1  Running  3 (5m2s");
  REQUIRE(open);
  CHECK(open->row.restarts == 3U);
  REQUIRE(open->row.restarted);
  CHECK(open->row.restarted->minimum == 302s);
  CHECK_FALSE(open->row.age);
}

TEST_CASE("other lines are no rows of pods") {
  for (const char* line :
       {"", "web-0", "web-0 1/1", "web-0 1/1 running 0 5m", "a/b 1/1 Running 0 5m", "web-0 1/1 Running",
        "web-0 x/1 Running 0 5m", "pod/ 1/1 Running 0 5m", "deployment.apps/web 1/1 1 1 5m"}) {
    CHECK_FALSE_MESSAGE(pod_row(line), line);
  }
  for (const char* cut : {"web-0 0/1 Init:0/2", "web-0 0/1 CrashLoopBackOff", "web-0 0/1 Terminating"}) {
    CHECK_MESSAGE(pod_row(cut), cut);
  }
}

TEST_CASE("rows of docker are of containers that a kubelet has created") {
  const auto exited = docker_row(
      "0123456789ab  app  \"/app\"  6 minutes ago  Exited (2) 5 minutes ago    k8s_app_web-0_shop_5b1a7f1e-0000_1");
  REQUIRE(exited);
  CHECK(exited->pod == "web-0");
  CHECK(exited->name_space == "shop");
  CHECK(exited->container == "app");
  CHECK(exited->attempt == 1);
  CHECK(exited->exit_code == 2);
  const auto running =
      docker_row("0123456789ab  app  \"/app\"  6 minutes ago  Up 5 minutes    k8s_app_web-0_shop_5b1a7f1e-0000_0");
  REQUIRE(running);
  CHECK_FALSE(running->exit_code);
  CHECK_FALSE(docker_row("0123456789ab  app  \"/app\"  6 minutes ago  Up 5 minutes    other"));
}

}  // namespace podreel::reproduce
