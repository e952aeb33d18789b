#include "scenarios/actions/step.hpp"
#include "scenarios/language/shapes/pod_names.hpp"
#include "scenarios/language/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// New requests and limits for a running container (KEP-1287).
class ResizePod final : public Kind<ResizePod, Request> {
 public:
  static constexpr std::string_view kind = "resizePod";
  struct Resources {
    api::ResourceList requests{};
    api::ResourceList limits{};
  };
  std::string container{};
  Resources resources{};

 private:
  void ask(apiserver::ApiServer& server) const override {
    server.resize(pod, container, resources.requests, resources.limits);
  }
};

Shape<ResizePod::Resources> resources_shape() {
  using Resources = ResizePod::Resources;
  return Object<Resources>{"newResources", "The new resources of a container."}
      .field("requests", &Resources::requests, language::resource_list(), "What it is promised.")
      .field("limits", &Resources::limits, language::resource_list(), "What it may use.")
      .shape();
}

}  // namespace

void add_resize_pod(StepFields& step) {
  step.action(
      language::of_container(
          Object<ResizePod>{ResizePod::kind, "A container's resources are changed in place (KEP-1287)."}.required(
              "resources", &ResizePod::resources, resources_shape(), "The new resources.")),
      "A container's resources are changed in place.");
}

}  // namespace podreel::actions
