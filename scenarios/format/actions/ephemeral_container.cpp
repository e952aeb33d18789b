// addEphemeralContainer.
#include "engine/types/validate.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"

namespace podreel::actions {

namespace {

class AddEphemeralContainer final : public Kind<AddEphemeralContainer, Request> {
 public:
  static constexpr std::string_view kind = "addEphemeralContainer";
  /// A valid v1.EphemeralContainer before defaulting.
  nlohmann::json container{};

  void check(PlannedNode& node) const override {
    node.changes[pod].add(nlohmann::json{{"ephemeralContainers", nlohmann::json::array({container})}});
    node.patches.added_ephemeral_container(pod, container);
  }

 private:
  void ask(apiserver::ApiServer& server) const override { server.add_ephemeral_container(pod, container); }
};

Shape<nlohmann::json> container_manifest() {
  return {"a container",
          [](const api::Tree& node, const Place& place, nlohmann::json& container) {
            std::vector<api::Problem>& problems = place.reading().problems;
            const std::size_t before = problems.size();
            types::validate_container(node, place.reading().file, place.path(), problems);
            container = api::to_json(node);
            return problems.size() == before;
          },
          [](format::Definitions&) {
            return Json{{"type", "object"},
                        {"required", {"name", "image"}},
                        {"examples", Json::array({Json{{"name", "debug"}, {"image", "busybox:1"}}})}};
          }};
}

}  // namespace

void add_ephemeral_container(StepFields& step) {
  using Added = AddEphemeralContainer;
  step.action(Object<Added>{Added::kind, "Adds an ephemeral container to a running pod."}
                  .required("pod", &Added::pod, format::pod_name(), "The pod.")
                  .required("container", &Added::container, container_manifest(), "A v1.EphemeralContainer."),
              "Adds an ephemeral container.");
}

}  // namespace podreel::actions
