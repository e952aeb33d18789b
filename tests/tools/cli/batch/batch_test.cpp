// What decide, status and sync have in common.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;
using testing::has;

constexpr const char* good_line =
    R"({"id":"web","pod":{"metadata":{"name":"web","namespace":"shop"},"spec":{"containers":[{"name":"app","image":"a"}]}},)"
    R"("status":{"sandboxes":[{"id":"sb","state":"READY","ip":"10.0.0.1"}],"containers":[]}})"
    "\n";

CommandResult ask(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.end(), {"-f", "-", "-o", "jsonl"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

}  // namespace

TEST_CASE("every batch verb answers valid cases, and reports errors with their position and case") {
  for (const char* verb : {"decide", "status", "sync"}) {
    CAPTURE(verb);
    const CommandResult result =
        ask({verb}, std::string{good_line} + R"({"id":7,"pod":{"spec":{"containers":3}}})" + "\n");
    CHECK(result.exit_code == 2);
    CHECK(nlohmann::json::parse(result.out).at("id") == "web");
    CHECK(result.err == "-:2:1: pod.spec.containers: found 3; accepted: a list (case 7)\n");
  }
}

TEST_CASE("every batch verb refuses probe results of unknown containers with --strict") {
  std::string line = good_line;
  line.insert(line.size() - 2, R"(,"startup":{"c":"success"})");
  const std::string problem = "-:1:1: startup: the status has no container with the id \"c\"\n";
  for (const char* verb : {"decide", "status", "sync"}) {
    CAPTURE(verb);
    const CommandResult warned = ask({verb}, line);
    CHECK(warned.exit_code == 0);
    CHECK(warned.err == "warning: " + problem);
    const CommandResult refused = ask({verb, "--strict"}, line + good_line);
    CHECK(refused.exit_code == 2);
    CHECK(refused.err == problem);
    CHECK(nlohmann::json::parse(refused.out).at("id") == "web");
  }
}

TEST_CASE("every batch verb warns once of a field that no release has, and refuses it with --strict") {
  std::string line = good_line;
  const std::string name = R"("name":"app")";
  REQUIRE(line.find(name) != std::string::npos);
  line.insert(line.find(name), R"("imgae":"i",)");
  const std::string field = "-:1:1: pod.spec.containers[0].imgae: unknown field, ignored; did you mean \"image\"?";
  for (const char* verb : {"decide", "status", "sync"}) {
    CAPTURE(verb);
    const CommandResult warned = ask({verb}, line + line);
    CHECK(warned.exit_code == 0);
    CHECK(warned.err == "warning: " + field + " (2 times; first occurrence shown)\n");
    const CommandResult refused = ask({verb, "--strict"}, line + good_line);
    CHECK(refused.exit_code == 2);
    CHECK(refused.err == field + "\n");
    CHECK(nlohmann::json::parse(refused.out).at("id") == "web");
  }
}

TEST_CASE("back-offs and start failures are those of containers of the pod") {
  const auto problem = [](const std::string& verb, const std::string& field, const std::string& value) {
    std::string line = good_line;
    line.insert(line.size() - 2, fmt::format(R"(,"{}":[{}])", field, value));
    const CommandResult refused = ask({verb}, line);
    CHECK(refused.exit_code == 2);
    return refused.err;
  };
  const std::string message =
      "[0].container: is \"apps\": expected a container of the pod's spec; did you mean \"app\"? (case \"web\")\n";
  CHECK(problem("sync", "backOffs", R"({"container":"apps","seconds":10})") == "-:1:1: backOffs" + message);
  CHECK(problem("status", "reasonCache", R"({"container":"apps","error":"CrashLoopBackOff"})") ==
        "-:1:1: reasonCache" + message);
}

TEST_CASE("every batch verb takes pods as kubectl prints them") {
  const std::string pod =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{"containers":[{"name":"app","image":"a"}]}})";
  for (const char* verb : {"decide", "status", "sync"}) {
    CAPTURE(verb);
    const CommandResult result = ask({verb, "--explain"}, pod);
    CHECK(result.exit_code == 0);
    const nlohmann::json answer = nlohmann::json::parse(result.out);
    CHECK(answer.at("id") == "default/web");
    CHECK(answer.contains("reasons"));
  }
}

TEST_CASE("every batch verb refuses feature gates that the kubelet does not have") {
  for (const char* verb : {"decide", "status", "sync"}) {
    CAPTURE(verb);
    const CommandResult result = ask({verb, "--feature-gates", "SidecarContainer=true"}, good_line);
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, "did you mean \"SidecarContainers\"?"));
  }
}

TEST_CASE("sync says which injected fault never occurred, and suggests the call that was meant") {
  std::string line = good_line;
  line.insert(line.size() - 2, R"(,"inject":[{"op":"StopContainer","error":"no"}])");
  const CommandResult unmet = ask({"sync"}, line);
  CHECK(unmet.exit_code == 0);
  CHECK(unmet.err == "-:1: the fault injected into StopContainer (match \"\") never occurred\n");
  line.replace(line.find("StopContainer"), 13, "StopContaner");
  CHECK(has(ask({"sync"}, line).err,
            "-:1:1: inject[0].op: is \"StopContaner\": expected a runtime call such as "
            "StopContainer; did you mean \"StopContainer\"? (case \"web\")"));
}

}  // namespace podreel
