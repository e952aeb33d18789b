#include "tools/cli/progress.hpp"

#include <doctest/doctest.h>
#include <sstream>

namespace podreel::cli {

using namespace std::chrono_literals;

namespace {

/// The clock of these tests, which only they set.
Progress::Clock::time_point today{};

Progress::Clock::time_point told_time() {
  return today;
}

}  // namespace

TEST_CASE("progress shows on a terminal once the work takes long, and leaves nothing behind") {
  std::ostringstream shown;
  {
    Progress progress{shown, {.is_terminal = true, .colour = true, .width = 40}, "replaying", 200, told_time};
    progress.at(1);
    CHECK(shown.str() == "");
    today += 520ms;
    progress.at(100);
    CHECK(shown.str() == "\r\x1b[Kreplaying [###########...........]  50%");
    progress.at(101);
  }
  CHECK(shown.str().ends_with("50%\r\x1b[K"));
}

TEST_CASE("progress is silent where nobody watches") {
  std::ostringstream shown;
  {
    Progress progress{shown, {}, "replaying", 200, told_time};
    today += 520ms;
    progress.at(100);
  }
  CHECK(shown.str() == "");
}

}  // namespace podreel::cli
