// Test files that could not check anything say so.
#include <doctest/doctest.h>
#include <filesystem>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

CommandResult test_file(const std::string& name, const std::string& recordings) {
  const std::string tests = std::filesystem::read_symlink("/proc/self/exe").string();
  return run_shell("PODREEL_CONFORMANCE=" + recordings + " " + tests + " --no-intro --source-file='*/" + name + "'");
}

}  // namespace

TEST_CASE("without recordings a test file of nothing but recordings is skipped, and says why") {
  const CommandResult result = test_file("conformance/syncpod_test.cpp", "/nowhere");
  CHECK(result.exit_code == 77);
  CHECK(has(result.out, "[recordings] none found: what needs them was not checked\n"));
}

TEST_CASE("a test file that checks something is not skipped") {
  CHECK(test_file("engine/sim/scheduler_test.cpp", "/nowhere").exit_code == 0);
}

TEST_CASE("the recordings of a clone are whole: every kind is there") {
  for (const std::string kind : {"apistatus", "decide", "hash", "staticpod", "syncpod", "timeline"}) {
    CHECK(std::filesystem::is_directory(unpacked_recordings() / kind));
  }
}

}  // namespace podreel::testing
