// Logs stay below the folder that they are meant for.
#include "tools/cri/runtime/log_files.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <sstream>

#include "tests/support/scratch_folder.hpp"

namespace podreel::cri {

namespace {

std::string content(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream{file}.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("a line of a log has the time, the stream and the tag of CRI") {
  CHECK(log_line(1'704'067'200'000'000'005, "hello") == "2024-01-01T00:00:00.000000005Z stdout F hello\n");
}

TEST_CASE("logs are appended to, and made where there is a folder for them") {
  const testing::ScratchFolder folder;
  std::filesystem::create_directory(folder / "app");
  LogFiles logs;
  CHECK_FALSE(logs.append(folder.path(), "app/0.log", "a\n"));
  CHECK_FALSE(logs.append(folder.path(), "app/0.log", "b\n"));
  CHECK(content(folder / "app/0.log") == "a\nb\n");
  CHECK(logs.append(folder.path(), "missing/0.log", "a\n"));
}

TEST_CASE("logs of a kubelet in a mount namespace are written where its /var/log/pods is here") {
  const testing::ScratchFolder pod_logs;
  const testing::ScratchFolder elsewhere;
  std::filesystem::create_directories(pod_logs / "default_web_1/app");
  LogFiles logs{pod_logs.path()};
  CHECK_FALSE(logs.append("/var/log/pods/default_web_1", "app/0.log", "a\n"));
  CHECK(content(pod_logs / "default_web_1/app/0.log") == "a\n");
  CHECK_FALSE(logs.append(elsewhere.path(), "0.log", "b\n"));
  CHECK(content(elsewhere / "0.log") == "b\n");
}

TEST_CASE("nothing is written elsewhere") {
  const testing::ScratchFolder folder;
  const testing::ScratchFolder elsewhere;
  std::filesystem::create_directory_symlink(elsewhere.path(), folder / "link");
  std::filesystem::create_symlink(elsewhere / "file", folder / "file");
  std::filesystem::create_directory(folder / "folder");
  LogFiles logs;
  for (const char* path : {"", "/etc/x", "../x", "a/../../x", "./x", "link/x", "file", "folder", "folder/", "a//b"}) {
    CAPTURE(path);
    CHECK(logs.append(folder.path(), path, "text"));
  }
  CHECK(logs.append("relative", "x", "text"));
  CHECK(logs.append("/dev", "full", "text"));
  CHECK(std::filesystem::is_empty(elsewhere.path()));
}

}  // namespace podreel::cri
