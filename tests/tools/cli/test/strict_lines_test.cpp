// Cases that are mistyped, and lines of several runs.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;
using testing::has;

CommandResult ask_case(const std::string& verb, const std::string& more) {
  const std::string line =
      R"({"id":1,"pod":{"metadata":{"name":"a"},"spec":{"containers":[{"name":"c","image":"i"}]}})" + more + "}\n";
  return testing::run_podreel({verb, "-f", "-"}, {.standard_input = line});
}

}  // namespace

TEST_CASE("a field that cases do not have is refused, with the nearest that they have") {
  for (const char* verb : {"decide", "sync", "status"}) {
    CAPTURE(verb);
    CHECK(ask_case(verb, R"(,"status":{"sandboxes":[],"containers":[]})").exit_code == 0);
    const CommandResult slip = ask_case(verb, R"(,"startupp":{})");
    CHECK(slip.exit_code == 2);
    CHECK(has(slip.err, "-:1:1: startupp: unknown field \"startupp\"; did you mean \"startup\"? (case 1)"));
    CHECK(has(ask_case(verb, R"(,"status":{"sandboxs":[]})").err, "status.sandboxs: unknown field"));
    CHECK(has(ask_case(verb, R"(,"status":{"containers":[{"id":"1","name":"c","state":"running","exit":1}]})").err,
              "status.containers[0].exit: unknown field"));
  }
  CHECK(ask_case("decide", R"(,"readiness":{})").exit_code == 0);
  CHECK(ask_case("sync", R"(,"inject":[{"op":"StopContainer","error":"x","time":1}])").exit_code == 2);
  CHECK(ask_case("status", R"(,"reasonCache":[{"container":"c","error":"x","reason":"y"}])").exit_code == 2);
}

TEST_CASE("help shows a case for each of them, which they take") {
  for (const char* verb : {"decide", "sync", "status"}) {
    CAPTURE(verb);
    const std::string help = testing::run_podreel({verb, "--help"}).out;
    const std::size_t begin = help.find("echo '{");
    REQUIRE(begin != std::string::npos);
    const std::string line = help.substr(begin, help.find('\n', begin) - begin);
    CHECK(testing::run_shell(line).exit_code == 0);
  }
}

TEST_CASE("JSON Lines of several runs say of which run they are, those of one do not") {
  const CommandResult two = testing::run_podreel(
      {"run", "scenarios/crash-loop.yaml", "scenarios/sidecar.yaml", "--until", "3s", "-o", "jsonl"});
  CHECK(two.exit_code == 0);
  std::set<std::string> runs;
  std::istringstream lines{two.out};
  for (std::string line; std::getline(lines, line);) runs.insert(nlohmann::json::parse(line).at("run"));
  CHECK(runs == std::set<std::string>{"crash-loop", "sidecar"});
  const CommandResult one = testing::run_podreel({"run", "scenarios/crash-loop.yaml", "--until", "3s", "-o", "jsonl"});
  CHECK_FALSE(has(one.out, "\"run\""));
}

}  // namespace podreel
