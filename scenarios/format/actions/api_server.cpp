// upgradeApiServer, stopApiServer, startApiServer.
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class UpgradeApiServer final : public Kind<UpgradeApiServer> {
 public:
  static constexpr std::string_view kind = "upgradeApiServer";
  release::Release version{};

  void check(PlannedNode& node) const override { node.patches.upgraded(version); }
  void perform(ActionContext& context) const override { context.api_server().upgrade(version); }
};

/// The API server stops responding.
class StopApiServer final : public Kind<StopApiServer> {
 public:
  static constexpr std::string_view kind = "stopApiServer";

  void check(PlannedNode& node) const override {
    if (!node.api_server_runs) node.problem("the API server is down at this time; add startApiServer before this step");
    node.api_server_runs = false;
  }
  void perform(ActionContext& context) const override { context.stop_api_server(); }
};

/// The API server starts again; if it runs in pods, it also needs them.
class StartApiServer final : public Kind<StartApiServer> {
 public:
  static constexpr std::string_view kind = "startApiServer";

  void check(PlannedNode& node) const override {
    if (node.api_server_runs)
      node.problem("the API server already runs at this time; add stopApiServer before this step");
    node.api_server_runs = true;
  }
  void perform(ActionContext& context) const override { context.start_api_server(); }
};

}  // namespace

void add_api_server(StepFields& step) {
  step.action(Object<UpgradeApiServer>{UpgradeApiServer::kind, "Replaces the API server by another release."}.required(
      "version", &UpgradeApiServer::version, format::simulated_release(), "Its release."));
  step.action(Object<StopApiServer>{StopApiServer::kind, "Stops the API server: it no longer responds."});
  step.action(Object<StartApiServer>{StartApiServer::kind, "Starts the API server again."});
}

}  // namespace podreel::actions
