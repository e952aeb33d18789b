// createPod, createPods.
#pragma once

#include <string>

#include "engine/manifests/workloads.hpp"
#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

/// Creates a pod on the node.
class CreatePod final : public Kind<CreatePod, Request> {
 public:
  static constexpr std::string_view kind = "createPod";
  /// A valid v1.Pod before defaulting, shared by all pods of one template: `pod` replaces its metadata.name and
  /// namespace.
  api::Manifest object;

  [[nodiscard]] std::optional<NewPod> creates(const std::string& node_name) const override;
  void check(PlannedNode& node) const override;

 private:
  void ask(apiserver::ApiServer& server) const override;
};

/// `name` is "namespace/name".
[[nodiscard]] ActionPtr create_pod(std::string name, api::Manifest object);
/// Uses the pod's own name, and the namespace default unless it has another one.
[[nodiscard]] ActionPtr create_pod(manifests::ManifestPod&& found);

}  // namespace podreel::actions
