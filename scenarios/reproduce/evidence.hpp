// What was seen of pods, whatever form it was pasted in.
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
  /// "kubelet", "default-scheduler"; empty where the table does not say.
  std::string source;
  /// Empty: it is about the pod, or nothing says about which container.
  std::string container;
  bool is_init = false;
  std::string message;
  std::uint64_t count = 1;
  /// False: `kubectl get events` shows neither how often it was seen nor when first.
  bool is_counted = true;
  /// When it was seen last and first, before the paste. No value: the paste does not say.
  std::optional<Age> last;
  std::optional<Age> first;
  /// As instants, where the paste has these; ages follow from them when all is read.
  std::optional<sim::Time> last_at;
  std::optional<sim::Time> first_at;

  [[nodiscard]] Age last_or(Age other) const { return last.value_or(other); }
};

/// How a run of a container ended.
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
  /// "Waiting", "Running" or "Terminated"; empty: nothing says.
  std::string state;
  /// Of a container that waits.
  std::string waiting_reason;
  std::string waiting_message;
  /// Of one that has ended.
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
};

/// A line of a kubelet's log that tells what failed.
struct SeenError {
  int line = 0;
  /// The time of day.
  sim::Duration at{};
  /// "StartContainer", "KillPodSandbox", or a call of the runtime: "StopPodSandbox".
  std::string action;
  std::string container;
  /// "ErrImagePull"; empty of a call.
  std::string reason;
  std::string message;
};

struct SeenPod {
  std::string name;
  std::string name_space;
  /// Empty: nothing says.
  std::string phase;
  std::string reason;
  /// Since it was created.
  std::optional<Age> age;
  /// It is being deleted, with so many seconds of grace.
  bool is_deleted = false;
  std::optional<std::int64_t> grace_seconds;
  /// Its grace is over for so long, and it is still there.
  std::optional<Age> overdue;
  /// So long after its start it was still there.
  std::optional<sim::Duration> lived;
  /// spec of its manifest; null: not pasted.
  nlohmann::json spec;
  /// That it is its own was said, and does not only seem so.
  bool is_spec_given = false;
  std::vector<SeenContainer> containers;
  std::vector<SeenEvent> events;
  std::vector<SeenRow> rows;
  std::vector<SeenError> errors;
  /// The heading of a table of its events was pasted.
  bool has_event_table = false;

  /// Adds it where it is not known.
  SeenContainer& container(std::string_view wanted, bool is_init = false);
  [[nodiscard]] const SeenContainer* find(std::string_view wanted) const noexcept;
  [[nodiscard]] const SeenEvent* event(std::string_view wanted) const noexcept;
  /// How many things were seen that a kubelet has to do with. That a pod is Pending or Running alone is none.
  [[nodiscard]] std::size_t observations() const noexcept;
};

/// A pod's manifest, or that of the workload that makes it.
struct SeenManifest {
  /// Of the pod or the workload.
  std::string name;
  nlohmann::json spec;
  /// It was said to be that of a pod of the input, and does not only stand beside it.
  bool is_given = false;
  /// A pod has taken it.
  bool is_used = false;
};

struct Evidence {
  /// Those of which anything was seen, in the order of the paste.
  std::vector<SeenPod> pods;
  /// Of pods that may be those.
  std::vector<SeenManifest> manifests;
  /// For people: what was left out, and why.
  std::vector<std::string> notes;
  /// Lines that nobody could read, of all that are not blank.
  std::size_t unread_lines = 0;
  std::size_t lines = 0;

  /// Adds it where it is not known.
  SeenPod& pod(std::string_view name);
};

/// The container that the message names, if it does; empty otherwise: "Started container app".
[[nodiscard]] std::string container_named_in(const SeenEvent& event);

/// It comes from a kubelet, as far as the paste says.
[[nodiscard]] bool is_of_kubelet(const SeenEvent& event);
/// A pod that is Pending waits for a scheduler.
[[nodiscard]] bool waits_for_scheduler(const SeenRow& row);

}  // namespace podreel::reproduce
