// addStaticPod, updateStaticPod, removeStaticPod.
#include <fmt/format.h>

#include "engine/manifests/pod_name.hpp"
#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/manifests.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// A manifest in the kubelet's static pod folder.
class StaticPodManifest : public Action {
 public:
  /// The file's absolute path on the node.
  std::string path{};
  /// A valid v1.Pod as in the file, without defaults.
  api::Manifest object{};

  [[nodiscard]] std::optional<NewPod> creates(const std::string& node_name) const override {
    return NewPod{fmt::format("{}-{}", manifests::full_name(*object), node_name), *object, true};
  }

 protected:
  void check_path(PlannedNode& node) const {
    if (!path.starts_with('/')) node.problem(fmt::format("found \"{}\", accepted: an absolute path", path));
  }
  void put(ActionContext& context, std::string_view operation) const {
    context.recorder().record("", trace::Api{.op = std::string{operation}, .detail = path});
    context.static_pods().put(path, object);
  }
};

class AddStaticPod final : public Kind<AddStaticPod, StaticPodManifest> {
 public:
  static constexpr std::string_view kind = "addStaticPod";

  void check(PlannedNode& node) const override {
    if (!node.static_pods.insert(path).second) {
      node.problem(fmt::format("static pod {} exists already; use updateStaticPod to replace it", path));
    }
    check_path(node);
  }
  void perform(ActionContext& context) const override { put(context, "static_pod_added"); }
};

class UpdateStaticPod final : public Kind<UpdateStaticPod, StaticPodManifest> {
 public:
  static constexpr std::string_view kind = "updateStaticPod";

  void check(PlannedNode& node) const override {
    if (!node.static_pods.contains(path)) node.problem(fmt::format("no static pod {} at this time", path));
    check_path(node);
  }
  void perform(ActionContext& context) const override { put(context, "static_pod_updated"); }
};

class RemoveStaticPod final : public Kind<RemoveStaticPod> {
 public:
  static constexpr std::string_view kind = "removeStaticPod";
  std::string path{};

  void check(PlannedNode& node) const override {
    if (node.static_pods.erase(path) == 0) node.problem(fmt::format("no static pod {} at this time", path));
  }
  void perform(ActionContext& context) const override {
    context.recorder().record("", trace::Api{.op = "static_pod_removed", .detail = path});
    context.static_pods().remove(path);
  }
};

Shape<std::string> path_shape() {
  return format::text().example("/etc/kubernetes/manifests/web.yaml");
}

template <class A>
Object<A> manifest_object(std::string_view description) {
  const auto object =
      format::adapted<api::Manifest>(format::one_pod(), [](manifests::ManifestPod&& found, api::Manifest& manifest) {
        manifest = std::make_shared<const nlohmann::json>(std::move(found.pod));
      });
  return Object<A>{A::kind, description}
      .required("path", &A::path, path_shape(), "The file's absolute path on the node.")
      .required("manifest", &A::object, object, "The pod as the file has it, or {file: …}.");
}

}  // namespace

void add_static_pods(StepFields& step) {
  step.action(manifest_object<AddStaticPod>("Adds a manifest to the static pod folder."),
              "Adds a static pod's manifest.");
  step.action(manifest_object<UpdateStaticPod>("Replaces a static pod's manifest."));
  step.action(Object<RemoveStaticPod>{RemoveStaticPod::kind, "Removes a manifest from the static pod folder."}.required(
                  "path", &RemoveStaticPod::path, path_shape(), "The file's absolute path on the node."),
              "Removes a static pod's manifest.");
}

}  // namespace podreel::actions
