#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

class SetImage final : public Kind<SetImage, Request> {
 public:
  static constexpr std::string_view kind = "setImage";
  std::string container{};
  std::string image{};

  void check(PlannedNode& node) const override { node.changes[pod].images.insert(image); }

 private:
  void ask(apiserver::ApiServer& server) const override { server.set_image(pod, container, image); }
};

}  // namespace

void add_set_image(StepFields& step) {
  step.action(format::of_container(Object<SetImage>{SetImage::kind, "Changes a container's image in place."}.required(
      "image", &SetImage::image, format::text().example("nginx:1.26"), "The new image.")));
}

}  // namespace podreel::actions
