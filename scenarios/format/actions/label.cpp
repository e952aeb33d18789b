// labelPod, labelNode, taintNode.
#include <map>

#include "scenarios/format/actions/step.hpp"
#include "scenarios/format/shapes/pod_names.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::actions {

namespace {

/// Labels to set; those without a value are removed.
using LabelChanges = std::map<std::string, std::optional<std::string>>;

class LabelPod final : public Kind<LabelPod, Request> {
 public:
  static constexpr std::string_view kind = "labelPod";
  LabelChanges labels{};

 private:
  void ask(apiserver::ApiServer& server) const override { server.label(pod, labels); }
};

/// Changes the node's own labels.
class LabelNode final : public Kind<LabelNode> {
 public:
  static constexpr std::string_view kind = "labelNode";
  LabelChanges labels{};

  void perform(ActionContext& context) const override {
    auto& current = context.description().labels;
    if (!current) current = format::every_nodes_labels(context.node_name());
    for (const auto& [label, value] : labels) {
      if (value) {
        (*current)[label] = *value;
      } else {
        current->erase(label);
      }
    }
  }
};

class TaintNode final : public Kind<TaintNode> {
 public:
  static constexpr std::string_view kind = "taintNode";
  std::vector<kubelet::Taint> taints{};

  void perform(ActionContext& context) const override { context.description().taints = taints; }
};

Shape<std::optional<std::string>> label_value() {
  return {"a text, or null to remove the label",
          [](const api::Tree& node, const Place& place, std::optional<std::string>& value) {
            if (node.kind == api::Tree::Kind::null) return true;
            return format::possibly_empty_text().read(node, place, value.emplace());
          },
          [](format::Definitions&) {
            return Json{{"type", {"string", "null"}}};
          }};
}

}  // namespace

void add_label(StepFields& step) {
  const Shape<LabelChanges> changes = format::map_of<LabelChanges>(label_value()).example({{"tier", "front"}});
  step.action(Object<LabelPod>{LabelPod::kind, "Changes a pod's labels."}
                  .required("name", &LabelPod::pod, format::pod_name(), "The pod.")
                  .required("labels", &LabelPod::labels, changes, "Labels to set; null removes one."));
  step.action(Object<LabelNode>{LabelNode::kind, "Changes the node's labels."}.required(
      "labels", &LabelNode::labels, changes, "Labels to set; null removes one."));
  step.action(Object<TaintNode>{TaintNode::kind, "Replaces the node's taints."}.required(
      "taints", &TaintNode::taints, format::taints_shape(), "All taints of the node from now on."));
}

}  // namespace podreel::actions
