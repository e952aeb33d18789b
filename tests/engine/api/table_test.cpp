#include "engine/api/table.hpp"

#include <doctest/doctest.h>

namespace podreel::api {

TEST_CASE("columns are as wide as their widest cell and three blanks, and the last is not padded") {
  CHECK(format_table({{"NAME", "READY", "STATUS"}, {"longer-name", "1/1", "Running"}}) ==
        "NAME          READY   STATUS\nlonger-name   1/1     Running\n");
  CHECK(format_table({{"A", "B"}, {"x", "y"}}) == "A     B\nx     y\n");
  CHECK(format_table({{"A", "B"}, {"x", "y"}}, 0) == "A   B\nx   y\n");
  CHECK(format_table({{"A"}}) == "A\n");
}

TEST_CASE("a column is measured in characters, and colours take no room") {
  CHECK(format_table({{"\u00e9\u00e9\u00e9\u00e9", "B"}, {"xxxx", "y"}}) == "\u00e9\u00e9\u00e9\u00e9   B\nxxxx   y\n");
  CHECK(format_table({{"\x1b[31mred\x1b[0m!", "B"}, {"xxxx", "y"}}) == "\x1b[31mred\x1b[0m!   B\nxxxx   y\n");
}

TEST_CASE("a table that grows is wider from a wide cell on, and has room for what is to come") {
  GrowingTable table;
  CHECK(table.line({"A", "B"}) == "A     B\n");
  CHECK(table.line({"wide-cell", "y"}) == "wide-cell   y\n");
  CHECK(table.line({"A", "B"}) == "A           B\n");
  GrowingTable prepared;
  prepared.widen({"wide-cell", ""});
  CHECK(prepared.line({"A", "B", "C"}) == "A           B     C\n");
}

}  // namespace podreel::api
