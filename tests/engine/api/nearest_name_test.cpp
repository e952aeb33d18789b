// What an unknown name was probably meant to be.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/api/document.hpp"

namespace podreel::api {

namespace {

const std::vector<std::string_view> fields{"name", "namespace", "labels", "restartPolicy"};

}  // namespace

TEST_CASE("a letter too many, too few, another or two exchanged, in any case") {
  for (const char* slip : {"restartPolicyy", "restartPolcy", "restartPolisy", "restatrPolicy", "RESTARTPOLICY"}) {
    CAPTURE(slip);
    CHECK(nearest_name(slip, fields) == "restartPolicy");
  }
  CHECK(nearest_name("anme", fields) == "name");
  CHECK(nearest_name("labesl", fields) == "labels");
}

TEST_CASE("two letters exchanged are one slip, and of the names that are as near the first is meant") {
  CHECK(nearest_name("ab", {"ba"}).empty());
  CHECK(nearest_name("abc", {"acb"}) == "acb");
  CHECK(nearest_name("labals", {"labels", "labols"}) == "labels");
}

TEST_CASE("more than a third of other letters, or a text too long for a name, is no slip") {
  CHECK(nearest_name("nome", fields) == "name");
  CHECK(nearest_name("nome1", fields).empty());
  CHECK(nearest_name("n", fields).empty());
  const std::string longest(64, 'a');
  CHECK(nearest_name(longest, {longest}) == longest);
  CHECK(nearest_name(longest + "a", {longest}).empty());
  const std::string longer = longest + "a";
  CHECK(nearest_name(longest, {longer}).empty());
}

}  // namespace podreel::api
