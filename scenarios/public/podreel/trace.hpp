// The timeline of a run: records, as JSON and in words.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace podreel {

/// Kinds of records. Recordings of real kubelets use the same kinds and fields.
enum class RecordKind : std::uint8_t {
  /// A call of the container runtime (CRI), with its duration and its error.
  runtime,
  /// A change of the node that the kubelet did not make: a container exits, a sandbox dies.
  environment,
  /// The former name of `environment`.
  world [[deprecated("use environment")]] = environment,
  /// A state change that the pod lifecycle event generator (PLEG) reports.
  pleg = environment + 1,
  /// A step of the kubelet's sync loop.
  loop,
  /// The begin or end of a sync of a pod.
  sync,
  /// A call of the kubelet's event recorder.
  event,
  /// An event written to the API server, after aggregation and the spam filter.
  event_write,
  /// A pod status written to the API server.
  status,
  /// A change of a pod or of another object in the API server.
  api,
  /// A start or stop of the kubelet.
  kubelet,
  /// A result of a probe.
  probe,
  /// A change of the node's conditions or of the kubelet's health.
  node,
};

/// Returns the kind as records have it in JSON: "runtime", "eventWrite".
[[nodiscard]] std::string_view to_string(RecordKind kind) noexcept;

/// A record in words, as `podreel run` prints it.
struct Narration {
  /// Component that acts: "kubelet", "API server".
  std::string actor;
  /// Action: "container started".
  std::string action;
  /// Object and details of the action.
  std::string detail;
  /// Sentences that explain a sync or a status; empty unless ReplayOptions::explain is set.
  std::vector<std::string> reasons;
  /// Whether the record is only relevant to readers of the kubelet's source code.
  bool is_internal = false;
};

/// One record of a timeline. Valid only during the call that passes it: keep what json() or narration() returns.
class Record {
 public:
  struct Source;

  /// Wraps podreel's internal record; for podreel itself.
  explicit Record(const Source& source) noexcept : source_{source} {}
  /// Ends the view.
  ~Record() = default;
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  /// Returns the time of the record since the run began. The record of a call has the time at which the call began.
  [[nodiscard]] std::chrono::nanoseconds virtual_time() const noexcept;

  /// Returns the kind, which determines the fields of json().
  [[nodiscard]] RecordKind kind() const noexcept;

  /// Returns "namespace/name"; empty if the record concerns no pod. The view is valid as long as the record.
  [[nodiscard]] std::string_view pod() const noexcept;

  /// Returns the record as `podreel run -o jsonl` prints it: `t` (seconds since the run began, cut to microseconds),
  /// `kind`, `pod`, and the fields of the kind. `podreel schema --record` describes them.
  [[nodiscard]] nlohmann::json json() const;

  /// Returns the record in words.
  [[nodiscard]] Narration narration() const;

 private:
  const Source& source_;
};

}  // namespace podreel
