// Words and cells of tables.
#include "scenarios/reproduce/read/cells.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("words are taken one by one") {
  std::string_view text = "  one\ttwo \r";
  CHECK(next_word(text) == "one");
  CHECK(text == "\ttwo \r");
  CHECK(next_word(text) == "two");
  CHECK(next_word(text).empty());
  CHECK(text.empty());
}

TEST_CASE("numbers are whole and of 64 bits") {
  CHECK(cell_number("0") == 0);
  CHECK(cell_number("18446744073709551615") == 18446744073709551615U);
  for (const char* text : {"", "18446744073709551616", "-1", "1.5", "1 ", " 1", "1x"}) {
    CHECK_FALSE_MESSAGE(cell_number(text), text);
  }
}

TEST_CASE("names of columns are upper-case and without blanks") {
  CHECK(Columns{}.empty());
  const Columns columns{"Last Seen   first_seen\tREASON"};
  CHECK_FALSE(columns.empty());
  for (const char* name : {"LASTSEEN", "FIRSTSEEN", "REASON"}) CHECK_MESSAGE(columns.has(name), name);
  CHECK_FALSE(columns.has("Last Seen"));
}

TEST_CASE("a cell belongs to the nearest column, and the last column has the rest of the line") {
  const Columns columns{"NAME      READY     STATUS    MESSAGE"};
  auto cells = columns.cells("web-0     1/1       Running   all  is  well ");
  CHECK(cells.at("NAME") == "web-0");
  CHECK(cells.at("READY") == "1/1");
  CHECK(cells.at("STATUS") == "Running");
  CHECK(cells.at("MESSAGE") == "all  is  well");
  cells = columns.cells("web-0                Error");
  CHECK(cells.size() == 2);
  CHECK(cells.at("NAME") == "web-0");
  CHECK(cells.at("STATUS") == "Error");
  cells = columns.cells("a-pod-with-a-long-name  0/1  Pending  it waits");
  CHECK(cells.at("READY") == "0/1");
  CHECK(cells.at("MESSAGE") == "it waits");
  CHECK(columns.cells("").empty());
}

}  // namespace podreel::reproduce
