#include "tools/cli/regression/accept_list.hpp"

#include <doctest/doctest.h>

namespace podreel::cli {

TEST_CASE("an entry accepts a name with every cause, or with the causes that it names") {
  AcceptList list{"web-*\ndb  1.31 hashes*\n", "accepted"};
  CHECK(list.accepts({"web-0"}, "whatever"));
  CHECK(list.accepts({"other", "web-1"}, ""));
  CHECK(list.accepts({"db"}, "1.31 hashes only name and image"));
  CHECK_FALSE(list.accepts({"db"}, "1.16 hashes the startup probe"));
  CHECK_FALSE(list.accepts({"my-web-0"}, "whatever"));
  CHECK(list.unused().empty());
}

TEST_CASE("comments and blanks are ignored, and # within a word is not a comment") {
  AcceptList list{"# all of it\n\n  \t\nweb#1   # known\n", "accepted"};
  CHECK(list.accepts({"web#1"}, "any"));
  CHECK(list.unused().empty());
  CHECK_FALSE(list.accepts({"web"}, "any"));
}

TEST_CASE("entries that match nothing are reported with their lines") {
  AcceptList list{"web\n# known\nold a cause\nnever\n", "accepted"};
  CHECK(list.accepts({"web"}, "any"));
  CHECK_FALSE(list.accepts({"old"}, "another cause"));
  const std::vector<api::Problem> unused = list.unused();
  REQUIRE(unused.size() == 2);
  CHECK(to_string(unused[0]) == "accepted:3:1: no difference of \"old\" with the cause \"a cause\"; remove the entry");
  CHECK(to_string(unused[1]) == "accepted:4:1: no difference of \"never\"; remove the entry");
}

TEST_CASE("an empty list accepts nothing") {
  AcceptList list;
  CHECK_FALSE(list.accepts({"web"}, "any"));
  CHECK(list.unused().empty());
}

}  // namespace podreel::cli
