#include "scenarios/reproduce/message.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("messages that differ in ids and numbers alone are the same") {
  CHECK(likeness("Created container 1f2e3d4c", "Created container 9a8b7c6d") == doctest::Approx(1));
  CHECK(likeness("(combined from similar events): no such 1", "no such 2") == doctest::Approx(1));
  CHECK(likeness("", "") == doctest::Approx(1));
}

TEST_CASE("what another release words otherwise is still alike, what says something else is not") {
  const char* const recent = "Back-off restarting failed container app in pod web_default(1f2e3d4c)";
  CHECK(likeness("Back-off restarting failed container", recent) >= alike);
  CHECK(likeness("Back-off restarting failed container", recent) < 0.9);
  CHECK(likeness("Back-off pulling image \"app:1\"", "Error: ErrImagePull") < alike);
}

}  // namespace podreel::reproduce
