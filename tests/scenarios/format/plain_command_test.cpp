#include "scenarios/format/plain_command.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::format {

using namespace std::chrono_literals;

namespace {

CommandOutcome shell(const std::string& script, KnownFiles files = {}) {
  return outcome_of({"/bin/sh", "-c", script}, std::move(files));
}

}  // namespace

TEST_CASE("a command that sleeps, exits or fails says so in its words") {
  CHECK(outcome_of({"sleep", "30"}).runs_for == 30s);
  CHECK(outcome_of({"/usr/bin/sleep", "2m"}).runs_for == 2min);
  CHECK_FALSE(outcome_of({"sleep", "infinity"}).runs_for);
  CHECK(outcome_of({"false"}).exit_code == 1);
  CHECK(outcome_of({"true"}).exit_code == 0);
  CHECK(outcome_of({"nginx", "-g", "daemon off;"}).unknown == "nginx -g daemon off;");
}

TEST_CASE("the parts of a shell script run one after another") {
  const CommandOutcome both = shell("echo begin; sleep 5; exit 42");
  CHECK(both.unknown == "");
  CHECK(both.runs_for == 5s);
  CHECK(both.exit_code == 42);
  CHECK(shell("sleep 5 && false && sleep 10").runs_for == 5s);
  CHECK(shell("false || sleep 10").runs_for == 10s);
  CHECK(shell("false; sleep 10").exit_code == 0);
  CHECK(shell("set -e\nfalse\nsleep 10").runs_for == 0s);
  CHECK(shell("exec sleep 3").runs_for == 3s);
  CHECK(shell("sh -c 'sleep 3'; sleep 4").runs_for == 7s);
}

TEST_CASE("a loop without an end keeps running") {
  CHECK_FALSE(shell("while true; do echo \"$(date) logging\" >> /opt/logs.txt; sleep 1; done").runs_for);
  CHECK_FALSE(outcome_of({"tail", "-F", "/opt/logs.txt"}).runs_for);
  CHECK_FALSE(shell("sleep 5; tail -f /dev/null").runs_for);
}

TEST_CASE("files appear and disappear at their times") {
  const CommandOutcome outcome = shell("touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600");
  CHECK(outcome.runs_for == 630s);
  REQUIRE(outcome.changes.size() == 2);
  CHECK(outcome.changes[0].exists);
  CHECK(outcome.changes[0].at == 0s);
  CHECK(outcome.changes[1].path == "/tmp/healthy");
  CHECK_FALSE(outcome.changes[1].exists);
  CHECK(outcome.changes[1].at == 30s);
  CHECK(shell("echo ready > /tmp/ready").changes.front().path == "/tmp/ready");
}

TEST_CASE("a file that is known not to exist cannot be read or removed") {
  const CommandOutcome read = outcome_of({"cat", "/tmp/healthy"}, {{"/tmp/healthy", false}});
  CHECK(read.exit_code == 1);
  CHECK(read.output == "cat: can't open '/tmp/healthy': No such file or directory");
  CHECK(outcome_of({"cat", "/tmp/healthy"}, {{"/tmp/healthy", true}}).exit_code == 0);
  CHECK(outcome_of({"cat", "/etc/hosts"}).exit_code == 0);
  CHECK(shell("rm /tmp/healthy", {{"/tmp/healthy", false}}).exit_code == 1);
  CHECK(shell("[ -f /tmp/healthy ]", {{"/tmp/healthy", false}}).exit_code == 1);
}

TEST_CASE("what depends on other programs, variables or the network is not plain") {
  CHECK(shell("sleep 5; migrate --all; exit 1").unknown == "migrate --all");
  CHECK(shell("sleep $DELAY").unknown == "sleep $DELAY");
  CHECK(shell("until nslookup db; do sleep 2; done").unknown == "until nslookup db");
  CHECK(shell("cat /etc/hosts | grep web").unknown != "");
  CHECK(shell("if [ -f /x ]; then exit 1; fi").unknown != "");
  CHECK(shell("sleep 5 &").unknown != "");
  CHECK(outcome_of({"sleep"}).unknown == "sleep");
}

}  // namespace podreel::format
