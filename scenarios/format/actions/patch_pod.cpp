#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// Applies a strategic merge patch (engine/apiserver/strategic_merge.hpp).
class PatchPod final : public Kind<PatchPod, Request> {
 public:
  static constexpr std::string_view kind = "patchPod";
  nlohmann::json patch{};
  /// Allows changes of immutable fields.
  bool force = false;

  void check(PlannedNode& node) const override {
    node.changes[pod].add(patch);
    for (const std::string& message : node.patches.patched(pod, patch, force)) node.problem(message);
  }

 private:
  void ask(apiserver::ApiServer& server) const override { server.patch(pod, patch, force); }
};

Shape<nlohmann::json> patch_tree() {
  return {"a map",
          [](const api::Tree& node, const Place& place, nlohmann::json& value) {
            value = api::to_json(node);
            for (const api::Tree::Member& member : node.members) {
              if (member.key != "status") continue;
              place.member("status").problem(member.mark, "not accepted in a patch of a pod; accepted: metadata, spec");
              return false;
            }
            if (node.kind == api::Tree::Kind::map) return true;
            place.mismatch(node, "a map: the part of the pod that changes");
            return false;
          },
          [](format::Definitions&) {
            return Json{{"type", "object"}};
          }};
}

}  // namespace

void add_patch_pod(StepFields& step) {
  step.action(Object<PatchPod>{PatchPod::kind, "Changes a pod by a strategic merge patch."}
                  .required("name", &PatchPod::pod, format::pod_name(), "The pod.")
                  .required("patch", &PatchPod::patch,
                            patch_tree().example({{"metadata", {{"annotations", {{"example.com/note", "seen"}}}}}}),
                            "The patch, as for `kubectl patch`.")
                  .field("force", &PatchPod::force, format::boolean(),
                         "Also change immutable fields, as a direct write to etcd does; default "
                         "false."));
}

}  // namespace podreel::actions
