// Evidence about pods, independent of the pasted form.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sim/time.hpp"
#include "scenarios/reproduce/age.hpp"

namespace podreel::reproduce {

/// A line of a table of events, or an Event object.
struct SeenEvent {
  int line = 0;
  std::string type;
  std::string reason;
  /// "kubelet", "default-scheduler"; empty if the table does not show it.
  std::string source;
  /// Empty if the event is about the pod, or if its container is unknown.
  std::string container;
  bool is_init = false;
  std::string message;
  std::uint64_t count = 1;
  /// False for `kubectl get events`, which shows neither the count nor the first time.
  bool is_counted = true;
  /// Ages at the paste of the last and first occurrence; no value if the paste does not show them.
  std::optional<Age> last;
  std::optional<Age> first;
  /// As instants, if the paste has them; ages follow when everything has been read.
  std::optional<sim::Time> last_at;
  std::optional<sim::Time> first_at;

  [[nodiscard]] Age last_or(Age other) const { return last.value_or(other); }
};

/// End of a run of a container.
struct Ended {
  std::string reason{};
  std::string message{};
  std::int32_t exit_code = 0;
  std::optional<sim::Duration> ran{};
};

/// A container as `kubectl describe`, a status or crictl shows it.
struct SeenContainer {
  int line = 0;
  std::string name;
  bool is_init = false;
  std::string image;
  /// "Waiting", "Running" or "Terminated"; empty if unknown.
  std::string state;
  /// Reason of a waiting container.
  std::string waiting_reason;
  std::string waiting_message;
  /// End of a terminated container.
  std::optional<Ended> ended;
  /// Its last state.
  std::optional<Ended> last;
  std::optional<bool> ready;
  std::optional<std::uint32_t> restarts;
  /// "livenessProbe", "readinessProbe", "startupProbe": as a manifest has them.
  std::map<std::string, nlohmann::json> probes;
};

/// A row of `kubectl get pods`.
struct SeenRow {
  int line = 0;
  std::optional<std::uint32_t> ready;
  std::optional<std::uint32_t> containers;
  std::string status;
  std::optional<std::uint32_t> restarts;
  std::optional<Age> restarted;
  std::optional<Age> age;
  /// Columns after the age: the pod's address and node.
  std::string more{};
};

/// A line of a kubelet's log that reports a failure.
struct SeenError {
  int line = 0;
  /// The time of day.
  sim::Duration at{};
  /// "StartContainer", "KillPodSandbox", or a runtime call: "StopPodSandbox".
  std::string action;
  std::string container;
  /// "ErrImagePull"; empty for a runtime call.
  std::string reason;
  std::string message;
};

/// A line of a kubelet's log, or a condition of a pod, that reports no failed start and no failed call.
struct SeenLine {
  int line = 0;
  std::string text;
  /// A warning or an error.
  bool is_problem = false;
  /// UID of the pod that the line is about; empty if it names none.
  std::string uid{};
  /// A message in a text of an unknown form, as in a sentence about the incident.
  bool is_quoted = false;
  /// About the node of the pod.
  bool is_of_node = false;
};

struct SeenPod {
  std::string name;
  std::string name_space;
  /// Empty if unknown.
  std::string uid;
  /// Empty if unknown.
  std::string phase;
  std::string reason;
  std::string message;
  /// "Job/etl": what controls the pod; empty if unknown.
  std::string controller;
  /// Name of its node; empty if unknown.
  std::string node;
  std::vector<std::string> finalizers;
  /// Since the pod's creation.
  std::optional<Age> age;
  /// A scheduler has assigned the pod to a node.
  bool is_scheduled = false;
  /// The pod is being deleted, with this grace period.
  bool is_deleted = false;
  std::optional<std::int64_t> grace_seconds;
  /// Time since the end of the grace period, if the pod still exists.
  std::optional<Age> overdue;
  /// Time after its start at which the pod still existed.
  std::optional<sim::Duration> lived;
  /// spec of the pod's manifest; null if none was pasted.
  nlohmann::json spec;
  /// The user named the manifest as this pod's; false if it was only found in the input.
  bool is_spec_given = false;
  std::vector<SeenContainer> containers;
  std::vector<SeenEvent> events;
  std::vector<SeenRow> rows;
  std::vector<SeenError> errors;
  std::vector<SeenLine> lines;
  /// The header of a table of the pod's events was pasted.
  bool has_event_table = false;

  /// Returns the container, and adds it if it is unknown.
  SeenContainer& container(std::string_view wanted, bool is_init = false);
  [[nodiscard]] const SeenContainer* find(std::string_view wanted) const noexcept;
  [[nodiscard]] const SeenEvent* event(std::string_view wanted) const noexcept;
  /// Number of observations that concern a kubelet. Phases Pending and Running alone do not count.
  [[nodiscard]] std::size_t observations() const noexcept;
};

/// Manifest of a pod, or of the workload that creates it.
struct SeenManifest {
  /// Name of the pod or the workload.
  std::string name;
  nlohmann::json spec;
  /// The user gave the manifest for a pod of the input.
  bool is_given = false;
  /// A pod uses it.
  bool is_used = false;
};

/// A node: a row of `kubectl get nodes`, the output of `kubectl describe node`, an object, or events.
struct SeenNode {
  int line = 0;
  std::string name;
  bool is_ready = true;
  /// "1.29.8"; empty if the input shows none.
  std::string version;
  /// Conditions and events that report a failure.
  std::vector<SeenLine> lines;
};

struct Evidence {
  /// Pods with evidence, in the order of the paste.
  std::vector<SeenPod> pods;
  /// Manifests that may belong to these pods.
  std::vector<SeenManifest> manifests;
  /// Notes for users: what was left out, and why.
  std::vector<std::string> notes;
  /// Non-blank lines that could not be parsed.
  std::size_t unread_lines = 0;
  std::size_t lines = 0;
  /// Lines about the node, or about pods that they do not name.
  std::vector<SeenLine> node_lines;
  std::vector<SeenNode> nodes;
  /// Lines that could not be parsed, and that may report a failure.
  std::vector<SeenLine> unread;

  /// Returns the pod, and adds it if it is unknown. Without a namespace, the pod of this name that was
  /// added last counts.
  SeenPod& pod(std::string_view name, std::string_view name_space = {});
  /// Returns the node, and adds it if it is unknown.
  SeenNode& node(std::string_view name);
};

/// Returns the container that the message names ("Started container app"); empty if it names none.
[[nodiscard]] std::string container_named_in(const SeenEvent& event);

/// Returns the duration in "back-off 2m40s restarting failed container"; no value without one.
[[nodiscard]] std::optional<sim::Duration> stated_back_off(std::string_view message);

/// Whether the event comes from a kubelet, as far as the paste shows.
[[nodiscard]] bool is_of_kubelet(const SeenEvent& event);
/// Whether the pod is Pending and waits for a scheduler.
[[nodiscard]] bool waits_for_scheduler(const SeenRow& row);

}  // namespace podreel::reproduce
