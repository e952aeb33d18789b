// spec.timeline: what happens from outside.
#include <charconv>
#include <fmt/format.h>

#include "engine/types/validate.hpp"
#include "scenarios/language/format.hpp"
#include "scenarios/language/manifests.hpp"
#include "scenarios/language/object.hpp"
#include "scenarios/language/pod_names.hpp"
#include "scenarios/language/scalar_shapes.hpp"

namespace podreel::language {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t longest_grace_seconds = 10LL * 365 * 24 * 3600;

Shape<std::uint64_t> hash() {
  return {"a hash of 1 to 16 hexadecimal digits",
          [](const api::Tree& node, const Place& place, std::uint64_t& value) {
            const char* end = node.text.data() + node.text.size();
            const auto [stop, error] = std::from_chars(node.text.data(), end, value, 16);
            const bool scalar = node.kind == api::Tree::Kind::string || node.kind == api::Tree::Kind::integer;
            if (scalar && stop == end && error == std::errc{}) return true;
            place.mismatch(node, "a hash of 1 to 16 hexadecimal digits, such as \"deadbeef\"");
            return false;
          },
          [](Definitions&) {
            const Json text{{"type", "string"}, {"pattern", "^[0-9a-fA-F]{1,16}$"}};
            return Json{{"anyOf", Json::array({text, Json{{"type", "integer"}, {"minimum", 0}}})}};
          }};
}

Shape<std::optional<std::string>> label_value() {
  return {"a text, or null to remove the label",
          [](const api::Tree& node, const Place& place, std::optional<std::string>& value) {
            if (node.kind == api::Tree::Kind::null) return true;
            return possibly_empty_text().read(node, place, value.emplace());
          },
          [](Definitions&) {
            return Json{{"type", {"string", "null"}}};
          }};
}

Shape<nlohmann::json> patch_tree() {
  return {"a map",
          [](const api::Tree& node, const Place& place, nlohmann::json& value) {
            value = api::to_json(node);
            for (const api::Tree::Member& member : node.members) {
              if (member.key != "status") continue;
              place.member("status").problem(member.mark, "ignored in a patch of a pod, accepted: metadata, spec");
              return false;
            }
            if (node.kind == api::Tree::Kind::map) return true;
            place.mismatch(node, "a map: the part of the pod that changes");
            return false;
          },
          [](Definitions&) {
            return Json{{"type", "object"}};
          }};
}

Shape<nlohmann::json> container_manifest() {
  return {"a container",
          [](const api::Tree& node, const Place& place, nlohmann::json& container) {
            std::vector<api::Problem>& problems = place.reading().problems;
            const std::size_t before = problems.size();
            types::validate_container(node, place.reading().file, place.path(), problems);
            container = api::to_json(node);
            return problems.size() == before;
          },
          [](Definitions&) {
            return Json{{"type", "object"},
                        {"required", {"name", "image"}},
                        {"examples", Json::array({Json{{"name", "debug"}, {"image", "busybox:1"}}})}};
          }};
}

Shape<DeletePod> delete_pod_shape() {
  return Object<DeletePod>{"deletePod", "Somebody deletes a pod."}
      .required("name", &DeletePod::pod, pod_name(), "The pod.")
      .field("gracePeriodSeconds", &DeletePod::grace_period_seconds, integer<std::int64_t>(0, longest_grace_seconds),
             "Default: the pod's own. 0 deletes by force.")
      .shape();
}

Shape<SetImage> set_image_shape() {
  return of_container(Object<SetImage>{"setImage", "A container's image is changed in place."}.required(
      "image", &SetImage::image, text().example("nginx:1.26"), "The new image."));
}

Shape<PatchPod> patch_pod_shape() {
  return Object<PatchPod>{"patchPod", "A pod is changed by a strategic merge patch."}
      .required("name", &PatchPod::pod, pod_name(), "The pod.")
      .required("patch", &PatchPod::patch, patch_tree(), "What changes, as in `kubectl patch`.")
      .field("force", &PatchPod::force, boolean(),
             "Also change what the API server lets no update change, as who writes to etcd does; default false.")
      .shape();
}

Shape<std::map<std::string, std::optional<std::string>>> label_changes() {
  return map_of<std::map<std::string, std::optional<std::string>>>(label_value());
}

Shape<LabelPod> label_pod_shape() {
  return Object<LabelPod>{"labelPod", "A pod's labels are changed."}
      .required("name", &LabelPod::pod, pod_name(), "The pod.")
      .required("labels", &LabelPod::labels, label_changes(), "Labels to set; null removes one.")
      .shape();
}

Shape<LabelNode> label_node_shape() {
  return Object<LabelNode>{"labelNode", "The node's labels are changed."}
      .required("labels", &LabelNode::labels, label_changes(), "Labels to set; null removes one.")
      .shape();
}

Shape<AddEphemeralContainer> ephemeral_container_shape() {
  return Object<AddEphemeralContainer>{"addEphemeralContainer", "A debugging container is added to a running pod."}
      .required("pod", &AddEphemeralContainer::pod, pod_name(), "The pod.")
      .required("container", &AddEphemeralContainer::container, container_manifest(), "A v1.EphemeralContainer.")
      .shape();
}

Shape<ExitContainer> exit_container_shape() {
  return of_container(
      Object<ExitContainer>{"exitContainer", "A container's process ends by itself."}
          .field("exitCode", &ExitContainer::exit_code, integer<std::int32_t>(0, 255), "Default 0.")
          .field("reason", &ExitContainer::reason, text().example("OOMKilled"), "Default Completed or Error."));
}

Shape<KillSandbox> kill_sandbox_shape() {
  return Object<KillSandbox>{"killSandbox", "A pod's sandbox dies."}
      .required("pod", &KillSandbox::pod, pod_name(), "The pod.")
      .field("killsContainers", &KillSandbox::kills_containers, boolean(),
             "Whether its containers die with it; default true.")
      .shape();
}

Shape<RemoveContainer> remove_container_shape() {
  return of_container(Object<RemoveContainer>{
      "removeContainer", "The newest instance of a container disappears, as after `docker container prune`."});
}

Shape<AlterHash> alter_hash_shape() {
  return of_container(Object<AlterHash>{"alterHash", "The hash stored with a container is replaced."}.required(
      "hash", &AlterHash::hash, hash().example("deadbeef"), "The new hash."));
}

Shape<ResizePod> resize_pod_shape() {
  const auto quantities = resource_list();
  struct Resources {
    api::ResourceList requests;
    api::ResourceList limits;
  };
  const Shape<Resources> resources = Object<Resources>{"newResources", "The new resources of a container."}
                                         .field("requests", &Resources::requests, quantities, "What it is promised.")
                                         .field("limits", &Resources::limits, quantities, "What it may use.")
                                         .shape();
  const auto take = [](Resources&& written, ResizePod& resize) {
    resize.requests = std::move(written.requests);
    resize.limits = std::move(written.limits);
  };
  return of_container(
      Object<ResizePod>{"resizePod", "A container's resources are changed in place (KEP-1287)."}.required(
          "resources", [](ResizePod& resize) -> ResizePod& { return resize; }, adapted<ResizePod>(resources, take),
          "The new resources."));
}

Shape<RewriteHashes> rewrite_hashes_shape() {
  return Object<RewriteHashes>{"rewriteHashes", "Every stored hash is recomputed, before an upgrade."}
      .required("version", &RewriteHashes::version, simulated_release(), "The kubelet for which they are recomputed.")
      .shape();
}

Shape<StopKubelet> stop_kubelet_shape() {
  const auto signal = adapted<StopKubelet>(one_of("a signal", {"TERM", "KILL"}),
                                           [](std::string&& name, StopKubelet& stop) { stop.kill = name == "KILL"; });
  return Object<StopKubelet>{"stopKubelet", "The kubelet stops."}
      .field(
          "signal", [](StopKubelet& stop) -> StopKubelet& { return stop; }, signal,
          "TERM (default), or KILL: it crashes.")
      .shape();
}

Shape<StartKubelet> start_kubelet_shape() {
  return Object<StartKubelet>{"startKubelet", "The kubelet starts; what is not said stays as it was."}
      .field("version", &StartKubelet::version, simulated_release(), "Another release: an upgrade or rollback.")
      .field("featureGates", &StartKubelet::feature_gates, feature_gates(), "The gates that are set from now on.")
      .field("identityPolicy", &StartKubelet::identity_policy, identity_policy_shape(), "The policy from now on.")
      .field("config", &StartKubelet::config, kubelet_config_shape(), "Fields of KubeletConfiguration.")
      .field("allocatable", &StartKubelet::allocatable, resource_list(), "What the node has for pods from now on.")
      .shape();
}

Shape<UpgradeApiServer> upgrade_api_server_shape() {
  return Object<UpgradeApiServer>{"upgradeApiServer", "The API server is replaced by another release."}
      .required("version", &UpgradeApiServer::version, simulated_release(), "Its release.")
      .shape();
}

Shape<StopApiServer> stop_api_server_shape() {
  return Object<StopApiServer>{"stopApiServer", "The API server answers no more."}.shape();
}

Shape<StartApiServer> start_api_server_shape() {
  return Object<StartApiServer>{"startApiServer", "The API server is started again."}.shape();
}

Shape<HangRuntime> hang_runtime_shape() {
  return Object<HangRuntime>{"hangRuntime", "Runtime calls do not return for some time."}
      .required("for", &HangRuntime::duration, duration(1ns), "How long.")
      .shape();
}

Shape<std::string> static_pod_path() {
  return text().example("/etc/kubernetes/manifests/web.yaml");
}

Shape<AddStaticPod> static_pod_shape(std::string name, std::string description) {
  return Object<AddStaticPod>{std::move(name), std::move(description)}
      .required("path", &AddStaticPod::path, static_pod_path(), "The file's absolute path on the node.")
      .required("manifest", &AddStaticPod::object, one_static_pod(), "The pod as the file has it, or {file: …}.")
      .shape();
}

Shape<RemoveStaticPod> remove_static_pod_shape() {
  return Object<RemoveStaticPod>{"removeStaticPod", "A manifest is removed from the static pod folder."}
      .required("path", &RemoveStaticPod::path, static_pod_path(), "The file's absolute path on the node.")
      .shape();
}

/// Declares the actions of a step one by one.
class StepFields {
 public:
  template <class A>
  void action(const std::string& name, const Shape<A>& shape, const std::string& description) {
    field(name, alternative<A>(&WrittenStep::action), shape, description);
  }

  template <class Access, class V>
  void field(const std::string& name, Access access, const Shape<V>& shape, const std::string& description) {
    step_.field(name, access, shape, description);
    names_.push_back(name);
  }

  [[nodiscard]] Shape<WrittenStep> shape() {
    return step_.exactly_one_of(names_)
        .check([](const api::Tree& node, const Place& place, WrittenStep& step) {
          step.mark = node.mark;
          step.path = place.path();
        })
        .shape();
  }

  Object<WrittenStep>& object() { return step_; }

 private:
  Object<WrittenStep> step_{"step", "What happens to the node from outside, at one time."};
  std::vector<std::string> names_;
};

void add_pods(StepFields& step) {
  step.field(
      "createPod", [](WrittenStep& written) -> CreatePod& { return written.pods.emplace_back(); }, one_pod(),
      "A pod is created on the node.");
  const auto take = [](PodsToCreate&& created, WrittenStep& written) {
    written.pods = std::move(created.pods);
    written.spread = created.spread;
  };
  step.field(
      "createPods", [](WrittenStep& written) -> WrittenStep& { return written; },
      adapted<WrittenStep>(several_pods(), take), "Several pods are created, at once or over a span.");
}

}  // namespace

Shape<WrittenStep> step_shape() {
  StepFields step;
  step.object().required("at", &WrittenStep::at, duration(), "When, since the start of the scenario.");
  add_pods(step);
  step.action("deletePod", delete_pod_shape(), "A pod is deleted.");
  step.action("setImage", set_image_shape(), "A container's image is changed in place.");
  step.action("patchPod", patch_pod_shape(), "A pod is changed by a strategic merge patch.");
  step.action("labelPod", label_pod_shape(), "A pod's labels are changed.");
  step.action("labelNode", label_node_shape(), "The node's labels are changed.");
  step.action("addEphemeralContainer", ephemeral_container_shape(), "A debugging container is added.");
  step.action("resizePod", resize_pod_shape(), "A container's resources are changed in place.");
  step.action("exitContainer", exit_container_shape(), "A container's process ends by itself.");
  step.action("killSandbox", kill_sandbox_shape(), "A pod's sandbox dies.");
  step.action("removeContainer", remove_container_shape(), "A container disappears from the runtime.");
  step.action("alterHash", alter_hash_shape(), "The hash stored with a container is replaced.");
  step.action("rewriteHashes", rewrite_hashes_shape(), "All stored hashes are recomputed for another release.");
  step.action("stopKubelet", stop_kubelet_shape(), "The kubelet stops.");
  step.action("startKubelet", start_kubelet_shape(), "The kubelet starts, perhaps another release of it.");
  step.action("upgradeApiServer", upgrade_api_server_shape(), "The API server is replaced by another release.");
  step.action("stopApiServer", stop_api_server_shape(), "The API server answers no more.");
  step.action("startApiServer", start_api_server_shape(), "The API server is started again.");
  step.action("hangRuntime", hang_runtime_shape(), "Runtime calls do not return for some time.");
  step.action("addStaticPod", static_pod_shape("addStaticPod", "A manifest appears in the static pod folder."),
              "A static pod's manifest appears.");
  const auto replace = [](AddStaticPod&& pod, WrittenStep& written) {
    pod.replaces = true;
    written.action = std::move(pod);
  };
  step.field(
      "updateStaticPod", [](WrittenStep& written) -> WrittenStep& { return written; },
      adapted<WrittenStep>(static_pod_shape("updateStaticPod", "A static pod's manifest is replaced."), replace),
      "A static pod's manifest is replaced.");
  step.action("removeStaticPod", remove_static_pod_shape(), "A static pod's manifest is removed.");
  return step.shape();
}

}  // namespace podreel::language
