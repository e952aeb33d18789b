#include "engine/sync/termination_message.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::sync {

namespace {

using namespace std::chrono_literals;

const std::string missing_log{
    R"(Error on reading termination message from logs: failed to try resolving symlinks in path )"
    R"("/var/log/pods/default_web_uid-1/app/2.log": lstat /var/log/pods/default_web_uid-1/app/2.log: )"
    "no such file or directory"};

api::Pod web() {
  api::Pod pod;
  pod.metadata.namespace_name = "default";
  pod.metadata.name = "web";
  pod.metadata.uid = "uid-1";
  return pod;
}

/// The third instance of a container, which has failed.
runtime::ContainerStatus failed() {
  runtime::ContainerStatus status;
  status.name = "app";
  status.state = runtime::ContainerState::exited;
  status.falls_back_to_logs = true;
  status.started_at = sim::Time{10s};
  status.exit_code = 3;
  status.restart_count = 2;
  return status;
}

std::string message_of(const runtime::ContainerStatus& status, LogText text = LogText::scripted) {
  return std::string{termination_message(web(), status, ContainerLogs{text})};
}

}  // namespace

TEST_CASE("the message of a container that failed is its log, if its policy falls back to logs") {
  CHECK(message_of(failed()) == "app starts, attempt 2\napp exits with 3\n");
  runtime::ContainerStatus with_file = failed();
  with_file.falls_back_to_logs = false;
  CHECK(message_of(with_file).empty());
  runtime::ContainerStatus completed = failed();
  completed.exit_code = 0;
  CHECK(message_of(completed).empty());
}

TEST_CASE("the log comes after what the runtime reports") {
  runtime::ContainerStatus status = failed();
  status.message = "disk full";
  CHECK(message_of(status) == "disk full: app starts, attempt 2\ndisk full\napp exits with 3\n");
}

TEST_CASE("of a long log the last 80 lines and 2048 bytes are read") {
  runtime::ContainerStatus status = failed();
  std::string lines;
  for (int line = 0; line < 100; ++line) lines += std::to_string(line) + "\n";
  status.message = lines;
  const std::string read = message_of(status).substr(lines.size());
  CHECK(read.starts_with(": 21\n"));
  CHECK(read.ends_with("99\napp exits with 3\n"));
  status.message = std::string(5'000, 'x');
  CHECK(message_of(status).size() == 5'000 + 2 + 2'048);
}

TEST_CASE("a log that is not there is the message, since a container did not start or the runtime writes none") {
  runtime::ContainerStatus never_started = failed();
  never_started.started_at = {};
  never_started.message = "no such command";
  CHECK(message_of(never_started) == "no such command: " + missing_log);
  CHECK(message_of(failed(), LogText::none) == missing_log);
  never_started.reason = "ContainerCannotRun";
  CHECK(message_of(never_started) == "no such command");
}

TEST_CASE("of a runtime that is not podreel's the log's text is unknown") {
  CHECK(message_of(failed(), LogText::unknown).empty());
}

}  // namespace podreel::sync
