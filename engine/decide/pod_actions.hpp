// "What has to be done to make this pod what its spec says?": upstream's computePodActions.
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/api/resource_amounts.hpp"
#include "engine/identity/verdict.hpp"
#include "engine/memory/text.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/runtime.hpp"

namespace podreel::decide {

enum class ProbeResult : std::uint8_t { unknown, success, failure };

/// Probe results by container id, as the kubelet's result managers hold them; absent means no result yet.
using ProbeResults = std::map<std::string, ProbeResult, std::less<>>;

/// Resources of a pod's containers as the kubelet last actuated them, by name (1.33).
using ActuatedResources = std::map<std::string, api::ResourceAmounts, std::less<>>;

using identity::IdentityVerdict;

class Policy;

/// Everything the decision looks at. The references must stay valid during the call only.
struct Observed {
  const api::Pod& pod;
  const runtime::PodStatus& status;
  const ProbeResults& liveness;
  const ProbeResults& startup;
  /// Asked which containers have changed.
  const Policy& policy;
  const release::Behaviour& behaviour;
  /// RestartAllContainersOnContainerExits has fired for this pod (1.35, KEP-5532).
  bool restart_all_containers = false;
  /// Null: resources come from the runtime. A container that does not exist has no entry.
  const ActuatedResources* actuated = nullptr;
  /// Newer status for regular containers, if there is one.
  const runtime::PodStatus* latest = nullptr;
};

/// Why a container is killed, as upstream's containerKillReason: "", "LivenessProbe", "StartupProbe", "Unknown" …
struct ContainerToKill {
  std::string id;
  std::string name;
  std::string message;
  std::string reason;
  friend bool operator==(const ContainerToKill&, const ContainerToKill&) = default;
};

/// 1.35+: a container that restart-all removes.
struct ContainerToReset {
  std::string id;
  std::string name;
  bool kill = false;
  friend bool operator==(const ContainerToReset&, const ContainerToReset&) = default;
};

struct ContainerToResize {
  std::size_t container = 0;
  api::ContainerKind kind = api::ContainerKind::regular;
  std::string id;
  api::ResourceAmounts current{};
  api::ResourceAmounts desired{};
  friend bool operator==(const ContainerToResize&, const ContainerToResize&) = default;
};

/// kuberuntime.podActions. Indices count within the spec's list of that kind. Upstream keeps what is to be killed in a
/// map by container id: of two kills of one id the later is kept, in the place of the earlier.
struct PodActions {
  bool kill_pod = false;
  bool create_sandbox = false;
  std::string sandbox_id;
  std::uint32_t attempt = 0;
  std::vector<std::size_t> init_containers_to_start;
  std::vector<std::size_t> containers_to_start;
  std::vector<std::size_t> ephemeral_containers_to_start;
  /// In the order in which the decision found them.
  std::vector<ContainerToKill> containers_to_kill;
  std::vector<ContainerToReset> containers_to_reset;
  std::vector<ContainerToResize> containers_to_resize;
  /// Some container is restarted for its new resources: those of the pod change with them.
  bool resizes_pod = false;
  friend bool operator==(const PodActions&, const PodActions&) = default;
};

/// One step of a decision: what was found, which rule applied to it, and what follows.
struct Reason {
  /// The container it is about; empty for the pod and its sandbox.
  std::string subject;
  memory::Text found;
  /// The rule's stable name ("liveness-failed"), and what it says in a sentence.
  std::string_view rule;
  std::string_view says;
  /// Effect on the actions, a text that outlives the step; empty if there is none.
  std::string_view effect;
  /// Since which release the rule holds, and the upstream change; absent where it holds in every release.
  std::optional<release::Release> since;
  std::string_view source;
  friend bool operator==(const Reason&, const Reason&) = default;
};
using Reasons = std::vector<Reason>;

/// Where the real function panics for this input (up to 1.24).
struct Panic {
  std::string message;
};

/// The message with which the Go runtime panics on a nil pointer.
inline constexpr std::string_view nil_pointer_panic =
    "runtime error: invalid memory address or nil pointer dereference";

/// The decision. Pure: no clock, no I/O, no log. With `reasons` null the explanation costs nothing.
[[nodiscard]] boost::system::result<PodActions, Panic> compute_pod_actions(const Observed& observed,
                                                                           Reasons* reasons = nullptr);

/// Computes the actions into `actions`, whose memory is reused: for a pod that needs nothing, nothing is allocated.
[[nodiscard]] std::optional<Panic> compute_pod_actions_into(PodActions& actions, const Observed& observed,
                                                            Reasons* reasons = nullptr);

[[noreturn]] void throw_exception_from_error(const Panic& panic, const boost::source_location& where);

}  // namespace podreel::decide
