#include "tools/cli/arguments/progress.hpp"

#include <doctest/doctest.h>
#include <sstream>

namespace podreel::cli {

using namespace std::chrono_literals;

namespace {

/// The clock of these tests, which only they set.
Progress::Clock::time_point today{};

Progress::Clock::time_point format_instant() {
  return today;
}

}  // namespace

TEST_CASE("progress shows on a terminal once the work takes long, and leaves nothing behind") {
  std::ostringstream shown;
  {
    Progress progress{
        shown,         {.is_terminal = true, .colour = true, .width = 48}, "replaying", 200, Progress::Of::bytes,
        format_instant};
    progress.at(1);
    CHECK(shown.str() == "");
    today += 2s;
    progress.at(100);
    CHECK(shown.str() == "\r\x1b[Kreplaying [###########...........]  50% 2s left");
    progress.at(101);
  }
  CHECK(shown.str().ends_with("50% 2s left\r\x1b[K"));
}

TEST_CASE("things have a rate per second") {
  std::ostringstream shown;
  Progress progress{
      shown, {.is_terminal = true, .colour = true, .width = 50}, "nodes", 6'000, Progress::Of::things, format_instant};
  today += 2s;
  progress.at(200);
  CHECK(shown.str() == "\r\x1b[Knodes [....................]   3% 100/s, 58s left");
}

TEST_CASE("a narrow terminal shows how much is done, and no more") {
  std::ostringstream shown;
  Progress progress{
      shown, {.is_terminal = true, .colour = true, .width = 15}, "nodes", 200, Progress::Of::things, format_instant};
  today += 2s;
  progress.at(50);
  CHECK(shown.str() == "\r\x1b[Knodes  25%");
}

TEST_CASE("progress is silent where nobody watches") {
  std::ostringstream shown;
  {
    Progress progress{shown, {}, "replaying", 200, Progress::Of::bytes, format_instant};
    today += 520ms;
    progress.at(100);
  }
  CHECK(shown.str() == "");
}

}  // namespace podreel::cli
