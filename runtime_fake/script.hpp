// Script of the fake runtime: the `runtime` section of a scenario.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/linux_resources.hpp"
#include "engine/memory/shared_list.hpp"
#include "engine/sim/time.hpp"
#include "engine/timing/table.hpp"
#include "runtime_fake/scripted_chances.hpp"
#include "runtime_fake/usage_curve.hpp"

namespace podreel::runtime_fake {

/// Reaction of a container to SIGTERM.
struct OnTerm {
  /// It goes on; only SIGKILL ends it.
  bool ignore = false;
  ScriptedSpan exit_after = timing::exit_after_term;
  std::int32_t exit_code = 143;
  friend bool operator==(const OnTerm&, const OnTerm&) = default;
};

/// One life of a container, from its start on.
struct Run {
  /// No value: it runs until something stops it.
  std::optional<ScriptedSpan> runs_for{};
  std::int32_t exit_code = 0;
  /// Empty: "Completed" for exit code 0, else "Error".
  std::string reason{};
  std::string message{};
  OnTerm on_term{};
  /// Bytes; no value: as all containers (RuntimeScript::memory_in_use).
  std::optional<std::int64_t> memory_in_use{};
  /// Usage over time, since the start; none: it stays constant.
  UsageCurve memory_over_time{};
  /// Where the kernel kills one process of a container that is out of memory: which is not the main one.
  bool oom_spares_main_process = false;
  /// Bytes and inodes that it has written, and its processes, since the start.
  UsageCurve disk{};
  UsageCurve inodes{};
  UsageCurve processes{};
  friend bool operator==(const Run&, const Run&) = default;
};

struct ContainerScript {
  std::string name{};
  /// The n-th successful start uses entry n; the last one repeats. None: it runs for ever, or succeeds at once if it is
  /// an init container that is no sidecar.
  std::vector<Run> runs{};
  /// Resources that only one process of the node can hold at a time: ports, locks on files.
  std::vector<std::string> needs{};
  /// Run of a start while another process holds one of these; it does not count as one of `runs`.
  Run conflict{.runs_for = timing::exit_after_conflict, .exit_code = 1};
  friend bool operator==(const ContainerScript&, const ContainerScript&) = default;
};

/// Answer to a command. If there are several, the last one counts whose `from` is not greater than the age of the pod,
/// and whose `after_start` is not greater than that of the container.
struct ExecAnswer {
  sim::Duration from{};
  std::int32_t exit_code = 0;
  ScriptedSpan takes{};
  std::string output{};
  /// Probability of an exit with 1 instead.
  ScriptedOdds fails{};
  sim::Duration after_start{};
  friend bool operator==(const ExecAnswer&, const ExecAnswer&) = default;
};

struct ExecScript {
  /// Compared with the first word of the command line.
  std::string command{};
  std::vector<ExecAnswer> answers{};
  friend bool operator==(const ExecScript&, const ExecScript&) = default;
};

/// Answer of the pod's endpoint to probes over the network.
struct EndpointAnswer {
  sim::Duration from{};
  /// HTTP status; for tcp and grpc 0 if it answers well.
  std::int32_t status = 0;
  bool refused = false;
  ScriptedSpan takes{};
  std::string output{};
  /// Probability of a refused connection instead.
  ScriptedOdds fails{};
  sim::Duration after_start{};
  friend bool operator==(const EndpointAnswer&, const EndpointAnswer&) = default;
};

struct SandboxScript {
  /// Since the pod was created.
  std::optional<sim::Duration> dies_at{};
  bool kills_containers = true;
  friend bool operator==(const SandboxScript&, const SandboxScript&) = default;
};

struct PodScript {
  /// A pod's name or "namespace/name", exact or with `*` and `?`. The first script that fits a pod is its script.
  std::string name{};
  SandboxScript sandbox{};
  std::vector<ContainerScript> containers{};
  std::vector<ExecScript> exec{};
  std::vector<EndpointAnswer> http{};
  std::vector<EndpointAnswer> tcp{};
  std::vector<EndpointAnswer> grpc{};
  friend bool operator==(const PodScript&, const PodScript&) = default;
};

struct ImageScript {
  std::string name{};
  bool present = true;
  std::int64_t size_bytes = 1000;
  /// Duration of a pull, whether it fails or not.
  ScriptedSpan pull_takes{};
  /// Number of pulls that fail before one succeeds.
  std::uint32_t pull_fail_first = 0;
  /// Probability of a failure of other pulls.
  ScriptedOdds pull_fails{};
  std::string pull_error = "not found";
  /// As in runtime::ImageStatus.
  std::optional<std::string> user{};
  friend bool operator==(const ImageScript&, const ImageScript&) = default;
};

/// Storage of the images.
struct ImageFilesystemScript {
  std::int64_t capacity_bytes = 0;
  /// Taken by other things than the named images.
  std::int64_t other_use_bytes = 0;
};

/// Capacity of a node's resource, and usage by others than containers since the scenario began.
struct ResourceScript {
  std::int64_t capacity = 0;
  UsageCurve other{};
};

/// Resources that can run short; what has no value does not.
struct NodeUsageScript {
  std::optional<ResourceScript> memory{};
  std::optional<ResourceScript> nodefs{};
  std::optional<ResourceScript> nodefs_inodes{};
  std::optional<ResourceScript> pids{};
};

/// Faults and latency of runtime calls. The first entry that fits a call holds.
struct CallFault {
  /// The CRI method: "RunPodSandbox", "StopContainer", "ListPodSandbox" …; "*" fits every one.
  std::string call{};
  /// As in `PodScript::name`; empty fits every pod.
  std::string pod{};
  /// Exact or with `*` and `?`; empty fits every container.
  std::string container{};
  /// Number of calls about one container (or sandbox) of one pod that fail before the first succeeds; `all`: none does.
  std::uint32_t fail_first = 0;
  /// Probability of a failure of other calls.
  ScriptedOdds fails{};
  std::string error = "injected failure";
  /// A RunPodSandbox that fails leaves its sandbox behind, not ready: dockershim does, and containerd where the network
  /// plugin takes nothing back either.
  bool leaves_sandbox = false;
  /// Duration of a call, whether it fails or not.
  ScriptedSpan takes{};
  /// When calls are made that it holds for, since the scenario began; no value: from then on for ever.
  sim::Duration from{};
  std::optional<sim::Duration> until{};

  static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
  [[nodiscard]] bool holds_at(sim::Duration time) const noexcept { return time >= from && (!until || time < *until); }
};

/// CRI GetContainerEvents.
struct ContainerEventScript {
  bool sent = true;
  /// Additional delay of events, on top of the time through the socket.
  sim::Duration delay{};
  friend bool operator==(const ContainerEventScript&, const ContainerEventScript&) = default;
};

/// Operations that are not named succeed immediately.
struct RuntimeScript {
  std::vector<ImageScript> images{};
  /// Runtimes of one scenario or fleet share them.
  memory::SharedList<PodScript> pods{};
  std::vector<CallFault> calls{};
  ContainerEventScript container_events{};
  /// No value: there is space for every image.
  std::optional<ImageFilesystemScript> image_filesystem{};
  /// No value: nothing runs short.
  std::optional<NodeUsageScript> node_usage{};
  /// Containers' logs are written where the kubelet looks for them.
  bool writes_logs = true;
  /// Statuses of containers report their resources from their creation on, not only once they have been resized. No
  /// value: they do if the first kubelet reads them there.
  std::optional<bool> reports_resources{};
  /// Bytes that a running container has in use.
  std::int64_t memory_in_use = 10 << 20;
  /// Version of the node's control groups. Those of version 2 can be killed as a whole.
  api::CgroupVersion cgroup_version = api::CgroupVersion::v2;
};

}  // namespace podreel::runtime_fake
