// Situations for tests of the decision: a pod, what the runtime has of it, and the question to a release.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "engine/decide/pod_actions.hpp"
#include "engine/decide/pod_container_changes.hpp"

namespace podreel::testing {

/// A pod with restartPolicy Always and the ready sandbox "sb" (attempt 0, with an IP), without containers. The
/// instances of container `x` are called "x-0", "x-1", …
class Situation {
 public:
  Situation();

  Situation& policy(api::RestartPolicy policy);
  Situation& deleted();
  Situation& static_pod();
  Situation& host_network();

  Situation& app(std::string name = "app");
  Situation& init(std::string name = "init");
  Situation& sidecar(std::string name = "proxy");
  Situation& ephemeral(std::string name = "debug");
  /// A container of the spec, to be changed.
  api::Container& container(std::string_view name);
  api::Pod& pod() { return pod_; }

  Situation& no_sandbox();
  /// The newest sandbox.
  runtime::SandboxStatus& sandbox();
  Situation& dead_sandbox();
  Situation& older_sandbox(runtime::SandboxState state);

  /// Adds a newest instance.
  Situation& created(std::string_view name);
  Situation& running(std::string_view name);
  Situation& exited(std::string_view name, std::int32_t code = 0, std::string_view reason = "");
  Situation& unknown(std::string_view name);
  runtime::ContainerStatus& newest(std::string_view name);

  /// The container is no longer what the spec asks for.
  Situation& changed(std::string_view name);
  Situation& liveness(std::string_view name, decide::ProbeResult result);
  Situation& startup(std::string_view name, decide::ProbeResult result);

  /// What "1.30.7", "1.34.9+ContainerRestartRules" decides. Throws where it panics.
  [[nodiscard]] decide::PodActions actions(const std::string& label, decide::Reasons* reasons = nullptr) const;
  [[nodiscard]] bool panics(const std::string& label) const;
  /// The same, with what is decided in `actions`, whatever they were before.
  [[nodiscard]] bool panics(const std::string& label, decide::PodActions& actions) const;
  [[nodiscard]] decide::PodContainerChanges changes(const std::string& label) const;

  /// The actions in short: "kill pod; new sandbox; start init; kill app-0: <message> [<reason>]; start app"; "nothing".
  [[nodiscard]] std::string on(const std::string& label) const;
  [[nodiscard]] std::string in_short(const decide::PodActions& actions) const;

 private:
  Situation& add(std::string_view name, runtime::ContainerState state);
  template <class Ask>
  auto ask(const std::string& label, Ask ask) const;

  api::PodSpec spec_;
  api::Pod pod_;
  runtime::PodStatus status_;
  decide::ProbeResults liveness_;
  decide::ProbeResults startup_;
  std::set<std::string, std::less<>> changed_;
};

}  // namespace podreel::testing
