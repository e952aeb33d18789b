// What decide, status and sync have in common.
#include <doctest/doctest.h>
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
