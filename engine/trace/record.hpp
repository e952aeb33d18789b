// Records of a run, each kind described once.
#pragma once

#include <boost/describe/class.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/api/pod_status.hpp"
#include "engine/sim/time.hpp"

namespace podreel::trace {

// Members are named as the recordings of real kubelets name them (`kind` and fields); an absent optional is not
// written.

/// Explanation of a record: a list of steps, each with its "sentence". Null unless it was requested.
using Explanation = std::shared_ptr<const nlohmann::ordered_json>;

/// A runtime call. The record's time is that of its beginning; it is handed on when the call has returned.
struct RuntimeCall {
  static constexpr std::string_view kind = "runtime";
  std::string op;
  std::optional<std::string> container{};
  std::optional<std::uint32_t> attempt{};
  std::optional<std::string> sandbox{};
  std::optional<std::uint32_t> sandbox_attempt{};
  std::optional<std::string> id{};
  std::optional<std::string> image{};
  /// The stored hash in lower-case hex.
  std::optional<std::string> hash{};
  /// Seconds given to StopContainer or ExecSync.
  std::optional<std::int64_t> timeout{};
  std::optional<std::int32_t> exit_code{};
  std::optional<std::string> error{};
  /// The command of an ExecSync, its words joined by spaces.
  std::optional<std::string> command{};
  /// Resources of UpdateContainerResources and UpdatePodSandboxResources, if set: microseconds of each 100 ms, a
  /// share (1024 for a CPU), bytes.
  std::optional<std::int64_t> cpu_quota{};
  std::optional<std::int64_t> cpu_shares{};
  std::optional<std::int64_t> memory{};
  /// Duration of the call: `dur_ms` in the output.
  sim::Duration dur{};
};

/// Something that happened in the node without the kubelet, or that it does not report: a container exits, a sandbox
/// dies, a volume cannot be unmounted.
struct Environment {
  static constexpr std::string_view kind = "environment";
  std::string what;
  std::optional<std::string> container{};
  std::optional<std::uint32_t> attempt{};
  std::optional<std::string> sandbox{};
  std::optional<std::string> id{};
  std::optional<std::int32_t> exit_code{};
  /// Why a container exited: "script", "SIGTERM", "SIGKILL", "StopPodSandbox", "sandbox_died", "node_down", "action".
  /// For "actionWithoutTarget": the action that found nothing of its kind in the runtime.
  std::optional<std::string> why{};
  /// Duration of a hang of the runtime: `for_s` in the output, in seconds.
  std::optional<sim::Duration> for_time{};
  /// The volume's name in the pod's spec.
  std::optional<std::string> volume{};
};

/// State change that a relist or the runtime's event stream reported.
struct Pleg {
  static constexpr std::string_view kind = "pleg";
  std::string id;
  std::string old_state;
  std::string new_state;
};

struct Loop {
  static constexpr std::string_view kind = "loop";
  std::string op;
};

struct Sync {
  static constexpr std::string_view kind = "sync";
  std::string op;
  std::optional<bool> terminal{};
  std::optional<std::string> error{};
  /// Causes of the sync, its decisions, and their reasons.
  Explanation explanation{};
};

/// Event that the kubelet's event recorder received.
struct Event {
  static constexpr std::string_view kind = "event";
  std::string type;
  std::string reason;
  std::string message;
  std::optional<std::string> field_path{};
  /// The kind of object that it is about.
  std::string obj = "Pod";
  /// Component that reports the event; absent: the kubelet.
  std::optional<std::string> component{};
};

/// Write to the API server after aggregation and the spam filter.
struct EventWrite {
  static constexpr std::string_view kind = "eventWrite";
  /// "create" or "patch".
  std::string op;
  std::string type;
  std::string reason;
  std::string message;
  std::optional<std::string> field_path;
  std::uint32_t count = 1;
  /// As of Event.
  std::optional<std::string> component{};
};

/// A pod status written to the API server.
struct Status {
  static constexpr std::string_view kind = "status";
  std::shared_ptr<const api::PodStatus> status;
  std::optional<sim::Time> deletion_timestamp;
  Explanation explanation{};
};

struct Api {
  static constexpr std::string_view kind = "api";
  std::string op;
  std::optional<std::string> detail{};
  std::optional<std::string> container{};
  std::optional<std::string> image{};
  /// Seconds, of a deletion.
  std::optional<std::int64_t> grace{};
};

struct KubeletProcess {
  static constexpr std::string_view kind = "kubelet";
  /// "start" or "stop".
  std::string what;
  std::optional<std::string> version{};
  /// End of the kubelet: "terminated" or "killed".
  std::optional<std::string> signal{};
};

struct Probe {
  static constexpr std::string_view kind = "probe";
  std::string probe;
  std::string container;
  std::string result;
  std::optional<std::string> output;
};

/// Something about the node: Ready, PLEG health, "Skipping pod synchronization".
struct Node {
  static constexpr std::string_view kind = "node";
  std::optional<std::string> what{};
  std::optional<std::string> message{};
  /// The Ready condition, as "Status:Reason:message".
  std::optional<std::string> ready{};
};

using Payload = std::variant<RuntimeCall, Environment, Pleg, Loop, Sync, Event, EventWrite, Status, Api, KubeletProcess,
                             Probe, Node>;

/// One line of a timeline.
struct Record {
  /// When it happened, or began.
  sim::Time time{};
  /// "namespace/name"; empty for what concerns no pod.
  std::string pod;
  Payload payload;
};

BOOST_DESCRIBE_STRUCT(RuntimeCall, (),
                      (op, container, attempt, sandbox, sandbox_attempt, id, image, hash, timeout, exit_code, error,
                       command, cpu_quota, cpu_shares, memory, dur))
BOOST_DESCRIBE_STRUCT(Environment, (), (what, container, attempt, sandbox, id, exit_code, why, for_time, volume))
BOOST_DESCRIBE_STRUCT(Pleg, (), (id, old_state, new_state))
BOOST_DESCRIBE_STRUCT(Loop, (), (op))
BOOST_DESCRIBE_STRUCT(Sync, (), (op, terminal, error, explanation))
BOOST_DESCRIBE_STRUCT(Event, (), (type, reason, message, field_path, obj, component))
BOOST_DESCRIBE_STRUCT(EventWrite, (), (op, type, reason, message, field_path, count, component))
BOOST_DESCRIBE_STRUCT(Status, (), (status, deletion_timestamp, explanation))
BOOST_DESCRIBE_STRUCT(Api, (), (op, detail, container, image, grace))
BOOST_DESCRIBE_STRUCT(KubeletProcess, (), (what, version, signal))
BOOST_DESCRIBE_STRUCT(Probe, (), (probe, container, result, output))
BOOST_DESCRIBE_STRUCT(Node, (), (what, message, ready))

}  // namespace podreel::trace
