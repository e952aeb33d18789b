#include "scenarios/language/scenario.hpp"

#include <fmt/format.h>

namespace podreel::language {

std::string title(const Scenario& scenario) {
  if (scenario.variant.empty()) return scenario.name;
  std::string values;
  for (const auto& [name, value] : scenario.variant) {
    values += fmt::format("{}{}={}", values.empty() ? "" : ", ", name, value);
  }
  return fmt::format("{} [{}]", scenario.name, values);
}

std::string_view action_name(const Action& action) {
  struct Namer {
    std::string_view operator()(const CreatePod&) const { return "createPod"; }
    std::string_view operator()(const DeletePod&) const { return "deletePod"; }
    std::string_view operator()(const SetImage&) const { return "setImage"; }
    std::string_view operator()(const PatchPod&) const { return "patchPod"; }
    std::string_view operator()(const LabelPod&) const { return "labelPod"; }
    std::string_view operator()(const LabelNode&) const { return "labelNode"; }
    std::string_view operator()(const AddEphemeralContainer&) const { return "addEphemeralContainer"; }
    std::string_view operator()(const ExitContainer&) const { return "exitContainer"; }
    std::string_view operator()(const KillSandbox&) const { return "killSandbox"; }
    std::string_view operator()(const RemoveContainer&) const { return "removeContainer"; }
    std::string_view operator()(const AlterHash&) const { return "alterHash"; }
    std::string_view operator()(const RewriteHashes&) const { return "rewriteHashes"; }
    std::string_view operator()(const StopKubelet&) const { return "stopKubelet"; }
    std::string_view operator()(const StartKubelet&) const { return "startKubelet"; }
    std::string_view operator()(const UpgradeApiServer&) const { return "upgradeApiServer"; }
    std::string_view operator()(const StopApiServer&) const { return "stopApiServer"; }
    std::string_view operator()(const StartApiServer&) const { return "startApiServer"; }
    std::string_view operator()(const HangRuntime&) const { return "hangRuntime"; }
    std::string_view operator()(const ResizePod&) const { return "resizePod"; }
    std::string_view operator()(const AddStaticPod& pod) const {
      return pod.replaces ? "updateStaticPod" : "addStaticPod";
    }
    std::string_view operator()(const RemoveStaticPod&) const { return "removeStaticPod"; }
  };
  return std::visit(Namer{}, action);
}

release::Release api_server_release(const NodeSettings& node) {
  return node.api_server.version.value_or(node.kubelet.version);
}

}  // namespace podreel::language
