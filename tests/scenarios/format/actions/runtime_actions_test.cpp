// Actions on containers and sandboxes of the runtime: their effects, and the record of an action without a target.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "scenarios/format/load.hpp"
#include "scenarios/simulation/replay.hpp"

namespace podreel::actions {

namespace {

class Missed final : public trace::Sink {
 public:
  void write(const trace::Record& record) override {
    const auto* world = std::get_if<trace::Environment>(&record.payload);
    if (world == nullptr || world->what != "actionWithoutTarget") return;
    reported.push_back(record.pod + " " + *world->why + " " + world->container.value_or("-"));
  }
  std::vector<std::string> reported;
};

struct Ran {
  std::vector<std::string> missed;
  api::PodPtr pod;
};

/// A pod that is created at 1 s, with one step more.
Ran run(const std::string& step) {
  const std::string text =
      "apiVersion: podreel.dev/v1alpha1\nkind: Scenario\nmetadata: {name: actions}\nspec:\n  duration: 20s\n"
      "  timeline:\n  - {at: 1s, createPod: {apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {restartPolicy: "
      "Never, containers: [{name: app, image: nginx}]}}}\n  - {at: " +
      step + "}\n";
  const auto loaded = format::load_scenarios(api::load_documents(text, "actions.yaml"), "actions.yaml");
  for (const api::Problem& problem : loaded.problems) MESSAGE(to_string(problem));
  REQUIRE(loaded.problems.empty());
  Missed missed;
  simulation::ReplayOptions options;
  options.sinks = {&missed};
  const simulation::ReplayResult result = simulation::replay(loaded.scenarios.front(), options);
  return {missed.reported, result.pods.at(0)};
}

}  // namespace

TEST_CASE("a container that is made to exit reports the given reason") {
  const Ran ran = run("10s, exitContainer: {pod: web, container: app, exitCode: 137, reason: OOMKilled}");
  CHECK(ran.missed.empty());
  const auto* ended = std::get_if<api::StateTerminated>(&ran.pod->status.container_statuses.at(0).state);
  REQUIRE(ended != nullptr);
  CHECK(ended->exit_code == 137);
  CHECK(std::string{ended->reason} == "OOMKilled");
}

TEST_CASE("an action without a target in the runtime is recorded") {
  using Reported = std::vector<std::string>;
  CHECK(run("0s, exitContainer: {pod: web, container: app}").missed == Reported{"default/web exitContainer app"});
  CHECK(run("0s, killSandbox: {pod: web}").missed == Reported{"default/web killSandbox -"});
  CHECK(run("10s, removeContainer: {pod: web, container: app}").missed == Reported{"default/web removeContainer app"});
  CHECK(run("0s, alterHash: {pod: web, container: app, hash: dead}").missed == Reported{"default/web alterHash app"});
  CHECK(run("10s, killSandbox: {pod: web}").missed.empty());
}

}  // namespace podreel::actions
