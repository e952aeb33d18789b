#include "scenarios/reproduce/read/decoration.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("decoration around kubectl's output is removed, its indentation stays") {
  CHECK(undecorated("> >   State:  Waiting") == "  State:  Waiting");
  CHECK(undecorated("+  Normal  Pulled") == "  Normal  Pulled");
  CHECK(undecorated("`  Warning  BackOff`") == "  Warning  BackOff");
  CHECK(undecorated("**Warning  BackOff**  ") == "Warning  BackOff");
  CHECK(undecorated("\xE2\x94\x82Warning  BackOff") == " Warning  BackOff");
  CHECK(undecorated("\x1b[31mWarning\x1b[0m  BackOff") == "Warning  BackOff");
  CHECK(undecorated("web\xC2\xA0\xC2\xA0&lt;none&gt; &amp; &quot;x&quot;") == "web  <none> & \"x\"");
  CHECK(undecorated("```yaml") == "```yaml");
  CHECK(undecorated("Name:\tweb") == "Name:\tweb");
}

TEST_CASE("what no terminal shows becomes readable") {
  CHECK(undecorated("a\x07") == "a\\x07");
  CHECK(undecorated("\xff") == "\\xff");
  CHECK(undecorated("a\tb\x07") == "a b\\x07");
}

TEST_CASE("marks of bold text within a line are removed") {
  CHECK(undecorated("Warning  Failed  17h  kubelet  F**ailed to pull image: no**") ==
        "Warning  Failed  17h  kubelet  Failed to pull image: no");
  CHECK(undecorated("args: [src/**]") == "args: [src/**]");
}

}  // namespace podreel::reproduce
