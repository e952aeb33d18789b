#include "engine/sync/hooks.hpp"

#include <doctest/doctest.h>

#include "tests/support/sync_stage.hpp"

namespace podreel::testing {

namespace {

/// What the start of a container says whose PostStart hook is `hook`; nothing if it went well.
std::optional<std::string> start_with(SyncStage& stage, api::Handler hook) {
  api::Container& app = stage.app();
  app.ports = {{"admin", 9000}};
  app.lifecycle.post_start = std::move(hook);
  stage.pod.status.pod_ip = "10.0.0.1";
  const std::optional<sync::SyncFailure> failure = stage.sync().results.back().failure;
  if (!failure) return std::nullopt;
  CHECK(failure->error == "PostStartHookError");
  return failure->message;
}

api::HttpGetAction get(std::string port, std::string path = "/warm") {
  api::HttpGetAction action;
  action.port = std::move(port);
  action.path = std::move(path);
  return action;
}

const std::string http_failure =
    "HTTP lifecycle hook (/warm) for Container \"app\" in Pod \"web_default(uid)\" failed - error: ";

std::string reported(const SyncStage& stage) {
  return stage.events().back();
}

}  // namespace

TEST_CASE("an HTTP hook asks the port that the container names, or the number") {
  for (const auto& [port, number] : {std::pair{"admin", 9000}, std::pair{"8080", 8080}, std::pair{"65535", 65535}}) {
    SyncStage stage{"1.30.7"};
    CHECK_FALSE(start_with(stage, get(port)));
    CHECK(stage.asked.port == number);
    CHECK(stage.asked.http.path == "/warm");
  }
}

TEST_CASE("an HTTP hook is done whatever the answer's status") {
  SyncStage stage{"1.30.7"};
  stage.endpoint.status = 500;
  CHECK_FALSE(start_with(stage, get("80")));
}

TEST_CASE("an HTTP hook fails whose port the container does not have") {
  for (const char* port : {"metrics", "", "123456", "80a"}) {
    SyncStage stage{"1.30.7"};
    CHECK(start_with(stage, get(port)) == http_failure + "couldn't find port: " + port);
  }
}

TEST_CASE("an HTTP hook that nobody takes says where it asked") {
  SyncStage stage{"1.30.7"};
  stage.endpoint.refused = true;
  CHECK(start_with(stage, get("admin")) ==
        http_failure + "Get \"http://10.0.0.1:9000/warm\": dial tcp 10.0.0.1:9000: connect: connection refused");

  SyncStage elsewhere{"1.30.7"};
  elsewhere.endpoint.timed_out = true;
  api::HttpGetAction action = get("443");
  action.host = "example.org";
  action.scheme = "HTTPS";
  CHECK(start_with(elsewhere, action) ==
        http_failure + "Get \"https://example.org:443/warm\": dial tcp example.org:443: connect: connection timed out");

  SyncStage scripted{"1.30.7"};
  scripted.endpoint.refused = true;
  scripted.endpoint.output = "no route to host";
  CHECK(start_with(scripted, get("80")) == http_failure + "no route to host");
}

TEST_CASE("a failed PostStart hook is told before the container is killed") {
  SyncStage stage{"1.30.7"};
  stage.endpoint.refused = true;
  stage.endpoint.output = "refused";
  static_cast<void>(start_with(stage, get("80")));
  CHECK(stage.actions().back() == "StopContainer app 30");
  CHECK(reported(stage) == "Killing spec.containers{app}: FailedPostStartHook");
  const std::vector<std::string>& events = stage.events();
  CHECK(events[events.size() - 2] == "FailedPostStartHook spec.containers{app}: PostStartHook failed");
}

TEST_CASE("a command that the runtime cannot run fails the hook") {
  SyncStage stage{"1.30.7"};
  stage.fail("ExecSync", "rpc error: code = Unknown desc = no such file");
  CHECK(start_with(stage, api::ExecAction{{"/warm", "up"}}) ==
        "Exec lifecycle hook ([/warm up]) for Container \"app\" in Pod \"web_default(uid)\" failed - error: rpc error: "
        "code = "
        "Unknown desc = no such file, message: \"\"");
}

TEST_CASE("sleeping is a hook since 1.29; before, and with a TCP check, there is nothing to run") {
  const std::string invalid = "Cannot run handler: invalid handler";
  SyncStage before{"1.28.0"};
  CHECK(start_with(before, api::SleepAction{3}) == invalid);
  SyncStage since{"1.30.7"};
  CHECK_FALSE(start_with(since, api::SleepAction{3}));
  CHECK(since.calls().back() == "0s StartContainer app");
  SyncStage tcp{"1.30.7"};
  CHECK(start_with(tcp, api::TcpSocketAction{}) == invalid);
}

}  // namespace podreel::testing
