#include "engine/kubelet/status/status_notes.hpp"

#include <doctest/doctest.h>

#include "engine/kubelet/status/status_changes.hpp"
#include "tests/support/explanation_steps.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;

namespace {

using testing::found_by;
using testing::steps_by;

std::string rules_of(const nlohmann::ordered_json& steps) {
  std::string rules;
  for (const auto& step : steps) rules += step.at("rule").get<std::string>() + ' ';
  return rules;
}

}  // namespace

TEST_CASE("a status that changes is told with the sync that sets it, and when it is written") {
  StatusNotes notes{sim::Time{}};
  notes.note_changed("u", {"phase Running (was Pending)"}, StatusNotes::SetBy::sync, sim::Time{1s}, false);
  const auto steps = notes.take("u");
  CHECK(rules_of(steps) == "status-changed ");
  CHECK(steps.front().at("effect") == "written next");
  CHECK(notes.take("u").empty());
  const auto written = notes.written("u", sim::Time{1s} + 2ms, false);
  CHECK(written->front().at("sentence") == "status: phase Running (was Pending). (set at 1.000s)");
  CHECK(written->front().at("waitedSeconds").dump() == "0.002");
}

TEST_CASE("what a probe changes is told when it is written only") {
  StatusNotes notes{sim::Time{}};
  notes.note_changed("u", {"app: ready (was running)"}, StatusNotes::SetBy::probe, sim::Time{1s}, true);
  CHECK(notes.take("u").empty());
  CHECK(notes.written("u", sim::Time{2s}, false)->size() == 1);
}

TEST_CASE("what is not written is told with the next sync, with the reason") {
  StatusNotes notes{sim::Time{}};
  notes.note_unchanged("u");
  notes.note_changed("u", {}, StatusNotes::SetBy::sync, sim::Time{1s}, true);
  notes.note_unchanged("u");
  notes.note_same_in_api("u");
  notes.note_unreachable("u");
  notes.note_illegal("u");
  const auto steps = notes.take("u");
  CHECK(rules_of(steps) ==
        "status-unchanged status-changed status-unchanged status-same-in-api status-api-unreachable status-illegal ");
  CHECK(steps.at(1).at("effect") == "written after the write in progress");
  CHECK(steps.at(2).at("found") == "same as at 1.000s");
  notes.forget("u");
  CHECK(notes.take("u").empty());
}

TEST_CASE("a write that waited for the client's rate, or holds the terminal phase back, says so") {
  StatusNotes notes{sim::Time{}};
  notes.note_rate_wait("u", 200ms);
  CHECK(rules_of(*notes.written("u", sim::Time{1s}, true)) ==
        "status-reconciled client-rate terminal-phase-held-back ");
  CHECK(rules_of(*notes.written("u", sim::Time{1s}, false)) == "status-reconciled ");
}

TEST_CASE("differences of statuses in words") {
  api::PodStatus before;
  before.phase = api::PodPhase::pending;
  api::PodStatus after = before;
  CHECK(changes_between(before, after).empty());
  after.phase = api::PodPhase::running;
  after.pod_ip = "10.0.0.1";
  after.conditions.push_back({.type = "Ready", .status = "False", .reason = {}, .message = {}});
  api::ContainerStatus app;
  app.name = "app";
  app.state = api::StateRunning{};
  after.container_statuses.push_back(app);
  CHECK(changes_between(before, after) ==
        std::vector<std::string>{"phase Running (was Pending)", "podIP 10.0.0.1", "app: running", "Ready False"});
  before = after;
  after.container_statuses.front().ready = true;
  after.container_statuses.front().restart_count = 1;
  after.conditions.front().status = "True";
  CHECK(changes_between(before, after) ==
        std::vector<std::string>{"app: ready (was running)", "app: 1 restart (was 0)", "Ready True"});
  before = after;
  after.container_statuses.front().image_id = "sha";
  after.conditions.clear();
  CHECK(changes_between(before, after) == std::vector<std::string>{"app: other details", "Ready removed"});
  before = after;
  after.start_time = sim::Time{1s};
  CHECK(changes_between(before, after) == std::vector<std::string>{"other details"});
}

TEST_CASE("records of statuses tell what was set when, and syncs what they find unchanged") {
  const testing::RunHistory history = testing::explained_history(
      R"(duration: 3m, timeline: [{at: 0s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web},
        spec: {containers: [{name: app, image: 'app:1'}]}}}])");
  CHECK(steps_by(history, "status-written").size() == 2);
  CHECK(!found_by(history, "status-changed").empty());
  CHECK(!found_by(history, "status-unchanged").empty());
}

}  // namespace podreel::kubelet
