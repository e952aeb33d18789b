#include "engine/identity/change_text.hpp"

#include <doctest/doctest.h>

namespace podreel::identity {

namespace {

types::FieldChange change(std::string type, std::string field, std::string place = "", int occurrences = 1) {
  types::FieldChange made;
  made.type = std::move(type);
  made.field = std::move(field);
  made.place = std::move(place);
  made.since = release::v(14);
  made.occurrences = occurrences;
  return made;
}

std::string touched(std::string place, int occurrences) {
  return touched_places({change("T", "f", std::move(place), occurrences)}, "container");
}

}  // namespace

TEST_CASE("what a change touches is counted, one of a list without its s") {
  CHECK(touched("volumeMounts[]", 1) == "this container has 1 volumeMount");
  CHECK(touched("volumeMounts[]", 2) == "this container has 2 volumeMounts");
  CHECK(touched("env[]", 1) == "this container has 1 env");
  CHECK(touched("securityContext", 1) == "this container has a securityContext");
  CHECK(touched("ports", 1) == "this container has a ports");
  CHECK(touched("env[].valueFrom", 3) == "this container has 3 env[].valueFrom");
}

TEST_CASE("a change of the thing itself is in every one, and nothing touches nothing") {
  CHECK(touched_places({change("T", "f"), change("T", "g", "env[]")}, "pod") == "that is in every pod");
  CHECK(touched_places({}, "pod").empty());
}

TEST_CASE("what is named twice is said once, and the last of several behind an and") {
  CHECK(enumerated({}).empty());
  CHECK(enumerated({"a"}) == "a");
  CHECK(enumerated({"a", "b"}) == "a and b");
  CHECK(enumerated({"a", "b", "c"}) == "a, b and c");
  CHECK(field_names({change("T", "f"), change("T", "f", "env[]"), change("U", "g")}) == "T.f and U.g");
}

TEST_CASE("changes are grouped by release, what came apart from what went") {
  types::FieldChange later = change("U", "g");
  later.since = release::v(15);
  types::FieldChange gone = change("V", "h");
  gone.added = false;
  CHECK(changes_by_release({change("T", "f"), later, gone}, "adds", "removes") ==
        "1.14 removes V.h, 1.14 adds T.f, 1.15 adds U.g");
}

}  // namespace podreel::identity
