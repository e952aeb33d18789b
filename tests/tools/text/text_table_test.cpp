#include "tools/text/text_table.hpp"

#include <doctest/doctest.h>

namespace podreel::cli {

TEST_CASE("columns are as wide as their widest cell, whatever its colour and its letters") {
  TextTable table{{"NAME", "STATUS", "AGE"}};
  table.add({"web", "\x1b[32mRunning\x1b[0m", "5s"});
  table.add({"größer", "Err", "10m"});
  CHECK(table.text() ==
        "NAME     STATUS    AGE\n"
        "web      \x1b[32mRunning\x1b[0m   5s\n"
        "größer   Err       10m\n");
}

}  // namespace podreel::cli
