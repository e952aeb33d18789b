// createPod, createPods.
#pragma once

#include <string>

#include "engine/manifests/workloads.hpp"
#include "scenarios/format/actions/action.hpp"

namespace podreel::actions {

/// A pod is created on the node.
class CreatePod final : public Kind<CreatePod, Request> {
 public:
  static constexpr std::string_view kind = "createPod";
  /// A valid v1.Pod before defaulting, shared by all pods of one template: its metadata.name and namespace give way to
  /// those of `pod`.
  api::Manifest object;

  [[nodiscard]] std::optional<NewPod> creates(const std::string& node_name) const override;
  void check(PlannedNode& node) const override;

 private:
  void ask(apiserver::ApiServer& server) const override;
};

/// `name` is "namespace/name".
[[nodiscard]] ActionPtr create_pod(std::string name, api::Manifest object);
/// The pod under its own name, in the namespace default unless it says otherwise.
[[nodiscard]] ActionPtr create_pod(manifests::ManifestPod&& found);

}  // namespace podreel::actions
