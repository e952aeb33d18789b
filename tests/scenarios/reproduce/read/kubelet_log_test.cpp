// Lines of a kubelet's log.
#include "scenarios/reproduce/read/kubelet_log.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

const std::string klog = "E0707 12:00:01.250000    4620 kubelet.go:803] ";

}  // namespace

TEST_CASE("a line of a log has klog's header, behind whatever journald writes") {
  CHECK(is_log_line(klog + "x"));
  CHECK(is_log_line("Jul 07 12:00:01 node-1 kubelet[4620]: " + klog + "x"));
  CHECK(is_log_line("E0707 12:00:01"));
  CHECK(is_log_line("  remote_runtime.go:213] x"));
  for (const char* line :
       {"", "E0707 12:00:0", "xE0707 12:00:01.250000 4620 kubelet.go:803] x",
        "X0707 12:00:01.250000 4620 kubelet.go:803] x", "E07070 12:00:01 kubelet.go:803] x",
        "Message: E0707 12:00:01.250000 4620 kubelet.go:803] x", "E0707 12:00:01.250000       1 main.go:30] x"}) {
    CHECK_FALSE_MESSAGE(is_log_line(line), line);
  }
  CHECK(is_log_line("E0707 12:00:01.250000       1 pod_workers.go:30] x"));
}

TEST_CASE("every failure of a line has its action, container, reason and message") {
  const LoggedLine line = logged_line(
      klog + R"~("Error syncing pod, skipping" err="[failed to \"StartContainer\" for \"app\" with CrashLoopBackOff: )~"
             R"~(\"back-off 10s\", failed to \"StartContainer\" for \"log\" with ErrImagePull: \"no such image\"]" )~"
             R"~(pod="shop/web-0" podUID="0a1b")~",
      7);
  CHECK(line.pod.name == "web-0");
  CHECK(line.pod.name_space == "shop");
  REQUIRE(line.errors.size() == 2);
  CHECK(line.errors[0].line == 7);
  CHECK(line.errors[0].at == 12h + 1s + 250ms);
  CHECK(line.errors[0].action == "StartContainer");
  CHECK(line.errors[0].container == "app");
  CHECK(line.errors[0].reason == "CrashLoopBackOff");
  CHECK(line.errors[0].message == "back-off 10s");
  CHECK(line.errors[1].container == "log");
  CHECK(line.errors[1].message == "no such image");
  CHECK(line.text.is_problem);
}

TEST_CASE("a failed start names the container, its image and the error") {
  const LoggedLine line = logged_line(
      klog +
          "\"Unhandled Error\" err=\"init container &Container{Name:fetch,Image:fetch:1,Command:[]} start failed in "
          "pod web-0_shop(0a1b): ErrImagePull: no such image\" logger=\"UnhandledError\"",
      7);
  REQUIRE(line.errors.size() == 1);
  CHECK(line.errors[0].action == "StartContainer");
  CHECK(line.errors[0].container == "fetch");
  CHECK(line.errors[0].reason == "ErrImagePull");
  CHECK(line.errors[0].message == "no such image");
  CHECK(line.image == "fetch:1");
  CHECK(line.is_init);
}

TEST_CASE("a failed call has its error up to the next key") {
  const LoggedLine line = logged_line(
      klog +
          R"("StopPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = no cni" podSandboxID="aa")",
      7);
  REQUIRE(line.errors.size() == 1);
  CHECK(line.errors[0].action == "StopPodSandbox");
  CHECK(line.errors[0].message == "rpc error: code = Unknown desc = no cni");
  const LoggedLine old = logged_line(
      klog + "StopPodSandbox \"aa\" from runtime service failed: rpc error: code = Unknown desc = no cni", 7);
  REQUIRE(old.errors.size() == 1);
  CHECK(old.errors[0].message == "rpc error: code = Unknown desc = no cni");
}

TEST_CASE("warnings of the API server are no problem, and events are read") {
  CHECK_FALSE(logged_line("W0707 12:00:01.250000 7 warnings.go:70] unknown field", 1).text.is_problem);
  CHECK_FALSE(logged_line("I0707 12:00:01.250000 7 kubelet.go:70] failed", 1).text.is_problem);
  const LoggedLine line = logged_line(
      "I0707 12:00:01.250000 7 event.go:1] \"Event occurred\" object=\"shop/web-0\" fieldPath=\"spec.containers{app}\" "
      "kind=\"Pod\" apiVersion=\"v1\" type=\"Warning\" reason=\"BackOff\" message=\"Back-off\"",
      1);
  REQUIRE(line.event);
  CHECK(line.event->reason == "BackOff");
  CHECK(line.event->type == "Warning");
  CHECK(line.event->message == "Back-off");
  CHECK(line.event->container == "app");
}

}  // namespace podreel::reproduce
