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
  void perform(World& world) const override { world.api_server().upgrade(version); }
};

/// The API server answers no more.
class StopApiServer final : public Kind<StopApiServer> {
 public:
  static constexpr std::string_view kind = "stopApiServer";

  void check(PlannedNode& node) const override {
    if (!node.api_server_runs) node.problem("the API server does not run at this time; startApiServer comes first");
    node.api_server_runs = false;
  }
  void perform(World& world) const override { world.stop_api_server(); }
};

/// It is started again; one that runs in pods also needs them.
class StartApiServer final : public Kind<StartApiServer> {
 public:
  static constexpr std::string_view kind = "startApiServer";

  void check(PlannedNode& node) const override {
    if (node.api_server_runs) node.problem("the API server runs at this time; stopApiServer comes first");
    node.api_server_runs = true;
  }
  void perform(World& world) const override { world.start_api_server(); }
};

}  // namespace

void add_api_server(StepFields& step) {
  step.action(
      Object<UpgradeApiServer>{UpgradeApiServer::kind, "The API server is replaced by another release."}.required(
          "version", &UpgradeApiServer::version, language::simulated_release(), "Its release."));
  step.action(Object<StopApiServer>{StopApiServer::kind, "The API server answers no more."});
  step.action(Object<StartApiServer>{StartApiServer::kind, "The API server is started again."});
}

}  // namespace podreel::actions
