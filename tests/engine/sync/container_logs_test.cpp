#include "engine/sync/container_logs.hpp"

#include <doctest/doctest.h>

#include "tests/support/sync_stage.hpp"

namespace podreel::sync {

TEST_CASE("logs tell how often a container was started") {
  ContainerLogs logs;
  CHECK(logs.next_attempt("uid", "app") == 0);
  logs.write("uid", "app", 2);
  logs.write("uid", "app", 1);
  CHECK(logs.next_attempt("uid", "app") == 3);
  CHECK(logs.next_attempt("uid", "other") == 0);
}

TEST_CASE("logs go with a container that the kubelet removes, and with their pod") {
  ContainerLogs logs;
  runtime::PodStatus status;
  status.uid = "uid";
  for (const int attempt : {2, 1}) {
    runtime::ContainerStatus container;
    container.id = "app-" + std::to_string(attempt);
    container.name = "app";
    container.restart_count = attempt;
    status.containers.push_back(std::move(container));
  }
  logs.write("uid", "app", 2);
  logs.write("other", "app", 4);
  logs.remove(status, std::vector<memory::Text>{"app-1"});
  CHECK(logs.next_attempt("uid", "app") == 3);
  logs.remove(status, std::vector<memory::Text>{"app-2"});
  CHECK(logs.next_attempt("uid", "app") == 0);
  logs.remove_pods([](const memory::Text& uid) { return uid == "other"; });
  CHECK(logs.next_attempt("other", "app") == 0);
}

TEST_CASE("where the runtime writes no logs, nothing is known of what it has forgotten") {
  ContainerLogs logs{LogText::none};
  logs.write("uid", "app", 2);
  CHECK(logs.next_attempt("uid", "app") == 0);
}

TEST_CASE("a container that the runtime has forgotten goes on counting from its logs") {
  testing::SyncStage stage{"1.30.7"};
  stage.app();
  stage.logs.write("uid", "app", 4);
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.actions() == std::vector<std::string>{"CreateContainer app 5", "StartContainer app"});
  CHECK(stage.logs.next_attempt("uid", "app") == 6);
}

TEST_CASE("the runtime's own count goes before that of the logs") {
  testing::SyncStage stage{"1.30.7"};
  stage.app();
  stage.exited("app").finished_at = stage.process.now();
  stage.logs.write("uid", "app", 4);
  CHECK_FALSE(stage.sync().failed());
  CHECK(stage.actions() == std::vector<std::string>{"CreateContainer app 1", "StartContainer app"});
}

}  // namespace podreel::sync
