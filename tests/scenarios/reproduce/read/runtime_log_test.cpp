// Failed calls in the logs of containerd and CRI-O.
#include "scenarios/reproduce/read/runtime_log.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

std::string entry(const std::string& level, const std::string& message, const std::string& error) {
  return "Jul 07 12:00:01 node-1 containerd[7]: time=\"2024-07-07T12:00:01.25Z\" level=" + level + " msg=\"" + message +
         "\"" + (error.empty() ? "" : " error=\"" + error + "\"");
}

const std::string sandbox =
    R"(RunPodSandbox for &PodSandboxMetadata{Name:web-0,Uid:7,Namespace:shop,Attempt:0,} failed, error)";

}  // namespace

TEST_CASE("a failed call has its time, its pod, its container and its error") {
  const auto logged = failed_runtime_call(entry("error", sandbox, R"(failed to reserve \"x\")"), 9);
  REQUIRE(logged);
  CHECK(logged->pod.name == "web-0");
  REQUIRE(logged->errors.size() == 1);
  CHECK(logged->errors[0].line == 9);
  CHECK(logged->errors[0].at == 12h + 1s + 250ms);
  CHECK(logged->errors[0].action == "RunPodSandbox");
  CHECK(logged->errors[0].message == R"(failed to reserve "x")");
  CHECK(logged->errors[0].container.empty());
  CHECK(logged->text.line == 9);
  CHECK(logged->text.is_problem);
  CHECK(logged->text.text.ends_with(R"(failed, error: failed to reserve "x")"));

  const auto created = failed_runtime_call(
      entry("fatal", R"(CreateContainer within sandbox \"a\" for &ContainerMetadata{Name:app,Attempt:0,} failed)",
            "no"),
      1);
  REQUIRE(created);
  CHECK(created->errors[0].container == "app");
  CHECK(created->errors[0].action == "CreateContainer");
}

TEST_CASE("other lines are no failed calls") {
  CHECK_FALSE(failed_runtime_call(entry("info", sandbox, "no"), 1));
  CHECK_FALSE(failed_runtime_call(entry("error", sandbox, ""), 1));
  CHECK_FALSE(failed_runtime_call(entry("error", "RunPodSandbox returns", "no"), 1));
  CHECK_FALSE(failed_runtime_call(entry("error", "RemoveContainer failed", "no"), 1));
  CHECK_FALSE(failed_runtime_call("", 1));
}

}  // namespace podreel::reproduce
