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

TEST_CASE("a recording states when a kubelet's loops began, before the scenario or within it") {
  const RecordedLine before = loops_line(-7250ms);
  CHECK(before.at == 0ms);
  CHECK(before.text == R"({"t":0.0000,"kind":"recording","what":"loops","for_s":7.2500})");
  const RecordedLine within = loops_line(66200ms);
  CHECK(within.at == 66200ms);
  CHECK(within.text == R"({"t":66.2000,"kind":"recording","what":"loops","for_s":0.0000})");
}

TEST_CASE("a recording states when all sandboxes were listed") {
  CHECK(lists_line({}).text == R"({"t":0.000,"kind":"recording","what":"lists","at":[]})");
  CHECK(lists_line({443ms, 1447ms}).text == R"({"t":0.000,"kind":"recording","what":"lists","at":[0.4430,1.4470]})");
}

}  // namespace podreel::cri
