#include <fmt/format.h>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// Changes requests and limits of running containers (KEP-1287): of one, or of several at once.
class ResizePod final : public Kind<ResizePod, Request> {
 public:
  static constexpr std::string_view kind = "resizePod";
  std::string container{};
  apiserver::NewResources resources{};
  apiserver::NewResourcesByContainer containers{};

  [[nodiscard]] apiserver::NewResourcesByContainer resizes() const override {
    return container.empty() ? containers : apiserver::NewResourcesByContainer{{container, resources}};
  }

  void check(PlannedNode& node) const override {
    for (const auto& [name, given] : resizes()) {
      if (given.requests.empty() && given.limits.empty()) {
        node.warning(fmt::format("without effect: no requests and no limits for container {}", name));
      }
    }
    if (const auto why = node.patches.resized(pod, resizes())) node.problem(*why);
  }

 private:
  void ask(apiserver::ApiServer& server) const override { server.resize(pod, resizes()); }
};

Shape<apiserver::NewResources> resources_shape() {
  using Resources = apiserver::NewResources;
  return Object<Resources>{"newResources", "New resources of a container; others stay unchanged."}
      .field("requests", &Resources::requests, format::resource_list().example({{"cpu", "500m"}}), "Requests.")
      .field("limits", &Resources::limits, format::resource_list().example({{"cpu", "1"}}), "Limits.")
      .shape();
}

void note_containers(const api::Tree& node, const Place& place, ResizePod& resize) {
  using format::Reference;
  if (const api::Tree* container = node.find("container")) {
    place.member("container").reference(container->mark, Reference::Kind::container, resize.pod, resize.container);
  }
  const api::Tree* containers = node.find("containers");
  if (containers == nullptr) return;
  for (const api::Tree::Member& member : containers->members) {
    place.member("containers")
        .member(member.key)
        .reference(member.mark, Reference::Kind::container, resize.pod, member.key);
  }
}

}  // namespace

void add_resize_pod(StepFields& step) {
  using format::map_of;
  step.action(Object<ResizePod>{ResizePod::kind, "Resizes containers in place (KEP-1287)."}
                  .required("pod", &ResizePod::pod, format::pod_name(), "The pod.")
                  .field("container", &ResizePod::container, format::text().example("app"), "The container.")
                  .field("resources", &ResizePod::resources, resources_shape(), "Its new resources.")
                  .field("containers", &ResizePod::containers,
                         map_of<apiserver::NewResourcesByContainer>(resources_shape())
                             .example({{"app", {{"requests", {{"cpu", "500m"}}}}}}),
                         "New resources of several containers by name, instead of `container` and `resources`.")
                  .exactly_one_of({"container", "containers"})
                  .exactly_one_of({"resources", "containers"})
                  .check(note_containers),
              "Resizes containers in place.");
}

}  // namespace podreel::actions
