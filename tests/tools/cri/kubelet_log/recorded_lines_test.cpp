#include "tools/cri/kubelet_log/recorded_lines.hpp"

#include <chrono>
#include <doctest/doctest.h>

namespace podreel::cri {

using namespace std::chrono_literals;

TEST_CASE("a recording states its end in a record of its own") {
  const RecordedLine line = end_line(1min + 500ms);
  CHECK(line.at == 60500ms);
  CHECK(line.text == R"({"t":60.500,"kind":"recording","what":"end"})");
}

}  // namespace podreel::cri
