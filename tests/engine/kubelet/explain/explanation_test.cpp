#include "engine/kubelet/explain/explanation.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

TEST_CASE("a step has what was found, the rule, what follows, its instants since the start, and a sentence") {
  Explanation explanation{sim::Time{100s}};
  explanation.add({.rule = sync_rule::crash_back_off, .subject = "app", .found = "exited 1", .effect = "not restarted"},
                  {{"exited", sim::Time{105s} + 20ms}, {"before", sim::Time{99s} + 500ms}});
  CHECK(
      explanation.steps().front().dump() ==
      R"({"subject":"app","found":"exited 1","rule":"crash-back-off","says":"a container restarts when its back-off )"
      R"(has passed since its exit","effect":"not restarted","kind":"decision","times":{"exited":5.02,"before":-0.5},)"
      R"x("sentence":"app: not restarted: a container restarts when its back-off has passed since its exit. (exited 1)"})x");
}

TEST_CASE("instants and spans are written to the millisecond") {
  const Explanation explanation{sim::Time{100s}};
  CHECK(explanation.time_text(sim::Time{112s} + 345678us) == "12.345s");
  CHECK(explanation.time_text(sim::Time{97s} + 500ms) == "-2.500s");
  CHECK(Explanation::duration_text(80s + 2500us) == "1m20.002s");
}

TEST_CASE("an explanation without steps is none") {
  Explanation explanation{sim::Time{}};
  CHECK(explanation.take() == nullptr);
  explanation.append(nlohmann::ordered_json::parse(R"([{"rule": "a", "sentence": "b"}])"));
  REQUIRE(explanation.take() != nullptr);
  CHECK(explanation.take() == nullptr);
}

}  // namespace podreel::kubelet
