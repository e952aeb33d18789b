#include "tools/cri/kubelet_log/event_order.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/format/in_seconds.hpp"

namespace podreel::cri {

namespace {

using namespace std::chrono_literals;

RecordedLine line(sim::Duration at, std::string_view kind, std::string_view reason) {
  return {at, fmt::format(R"({{"t":{},"kind":"{}","pod":"default/web","message":"m","reason":"{}","type":"Normal"}})",
                          format::in_seconds(at), kind, reason)};
}

/// "event Pulled 1, eventWrite Pulled 1.001", in order.
std::string ordered(std::vector<RecordedLine> lines) {
  put_events_before_writes(lines);
  std::string text;
  for (const RecordedLine& line : lines) {
    if (!text.empty()) text += ", ";
    text += line.text.substr(0, line.text.find(R"(,"pod")"));
  }
  return text;
}

}  // namespace

TEST_CASE("an event that is logged after it was written comes before its write") {
  CHECK(ordered({line(1s, "eventWrite", "Pulled"), line(1010ms, "event", "Pulled")}) ==
        R"({"t":1,"kind":"event", {"t":1,"kind":"eventWrite")");
  CHECK(ordered({line(1s, "event", "Pulled"), line(1001ms, "eventWrite", "Pulled"), line(2s, "eventWrite", "Pulled"),
                 line(2001ms, "event", "Pulled")}) ==
        R"({"t":1,"kind":"event", {"t":1.001,"kind":"eventWrite", {"t":2,"kind":"event", {"t":2,"kind":"eventWrite")");
}

TEST_CASE("of several later events, the first is the written one, and one of the same instant comes before") {
  CHECK(ordered({line(1s, "eventWrite", "Pulled"), line(1010ms, "event", "Pulled"), line(1020ms, "event", "Pulled")}) ==
        R"({"t":1,"kind":"event", {"t":1,"kind":"eventWrite", {"t":1.02,"kind":"event")");
  CHECK(ordered({line(1s, "event", "Pulled"), line(1s, "eventWrite", "Pulled"), line(1010ms, "event", "Pulled")}) ==
        R"({"t":1,"kind":"event", {"t":1,"kind":"eventWrite", {"t":1.01,"kind":"event")");
}

TEST_CASE("events keep the order of the log") {
  CHECK(
      ordered({line(1s, "eventWrite", "Failed"), line(1010ms, "event", "Pulling"), line(1020ms, "event", "Failed")}) ==
      R"({"t":1,"kind":"event", {"t":1,"kind":"event", {"t":1,"kind":"eventWrite")");
}

TEST_CASE("events that are not written, or written later, stay where they are") {
  const std::string usual = R"({"t":1,"kind":"event", {"t":1.001,"kind":"eventWrite", {"t":1.02,"kind":"event")";
  CHECK(ordered({line(1s, "event", "Pulled"), line(1001ms, "eventWrite", "Pulled"), line(1020ms, "event", "Pulled")}) ==
        usual);
  CHECK(ordered({line(1s, "event", "Pulled"), line(1001ms, "eventWrite", "Created"),
                 line(1020ms, "event", "Pulled")}) == usual);
  CHECK(ordered({line(1s, "eventWrite", "Pulled"), line(2s, "event", "Pulled")}) ==
        R"({"t":1,"kind":"eventWrite", {"t":2,"kind":"event")");
}

}  // namespace podreel::cri
