// A scenario during the search: typed, so that its times and numbers can vary.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::reproduce {

/// One run of a container, or several equal ones.
struct RunPlan {
  /// No value: until something stops it.
  std::optional<sim::Duration> runs_for{};
  std::int32_t exit_code = 0;
  std::string reason{};
  std::string message{};
  /// No value: as the fake runtime behaves by default.
  std::optional<sim::Duration> exits_after_term{};
  std::int32_t term_exit_code = 143;
  bool ignores_term = false;
  /// Usage of the resource that the node is short of (PressurePlan); empty: the fake runtime's default.
  std::string in_use{};
  std::uint32_t times = 1;
};

struct ContainerPlan {
  std::string name;
  bool is_init = false;
  /// As in a manifest, without the name.
  nlohmann::ordered_json spec = nlohmann::ordered_json::object();
  /// Without runs the container runs forever, and an init container succeeds immediately.
  std::vector<RunPlan> runs{};
};

struct ImagePlan {
  bool present = true;
  std::optional<sim::Duration> takes{};
  /// No value: every pull takes `takes`.
  std::optional<sim::Duration> takes_up_to{};
  /// Number of pulls that fail first; 0 for none.
  std::uint32_t fails = 0;
  std::string error;
};

/// A fault of runtime calls about the pod.
struct CallPlan {
  std::string call;
  std::string container{};
  std::string error{};
  std::optional<sim::Duration> takes{};
  /// No value: all calls.
  std::optional<std::uint32_t> fails{};
  bool leaves_sandbox = false;
  /// Since the pod's creation.
  sim::Duration from{};
};

/// Duration or failure of an operation on a volume of the pod.
struct VolumePlan {
  /// "Attach", "SetUp": as in a scenario.
  std::string operation;
  std::string volume;
  /// Empty: the operation takes long but succeeds.
  std::string error{};
  std::optional<sim::Duration> takes{};
  /// No value: all operations.
  std::optional<std::uint32_t> fails{};
};

/// Answers to a container's probes.
struct AnswerPlan {
  /// "http", "tcp", "grpc" or "exec".
  std::string protocol;
  /// Only for "exec".
  std::string command{};
  /// As in a scenario, without its times.
  nlohmann::ordered_json answer = nlohmann::ordered_json::object();
  /// Answers successfully until the container has run for this long …
  sim::Duration after_start{};
  /// … and until this long before the paste; no value: from the start.
  std::optional<sim::Duration> before_paste{};
  /// Answers successfully again from this long before the paste on.
  std::optional<sim::Duration> well_before_paste{};
  /// Answers successfully once the container has run for this long.
  std::optional<sim::Duration> well_after_start{};
  /// Age of the pod until which it gives the answer in any case.
  sim::Duration also_until{};
};

/// An event on the node: a step of a timeline without its time.
struct StepPlan {
  /// Time before the paste.
  sim::Duration before_paste{};
  nlohmann::ordered_json action;
};

/// A resource that a kubelet evicts pods for.
struct NodeResource {
  /// In messages of evictions, of all releases.
  std::vector<std::string_view> names;
  /// Field of runtime.usage.
  std::string_view usage;
  /// Field of a container's run; its value is a quantity of bytes, or a number.
  std::string_view use_by_container;
  /// Key of evictionHard.
  std::string_view signal;
  bool is_in_bytes = true;
  /// "the node is short of memory".
  std::string_view sentence;
};

/// Memory, disk space, inodes and process ids.
[[nodiscard]] const std::vector<NodeResource>& node_resources();

/// Shortage of a resource on the node.
struct PressurePlan {
  const NodeResource* resource = &node_resources().front();
  /// Bytes or numbers. The usage by others begins `before_paste` before the paste.
  std::int64_t capacity = 0;
  std::int64_t other = 0;
  sim::Duration before_paste{};
};

/// One pod's part of a scenario.
struct Plan {
  release::Release kubelet;
  std::string name;
  std::string name_space;
  /// Time from the pod's creation to the paste.
  sim::Duration age{};
  /// Time between the preparations and the pod's creation.
  sim::Duration lead{};
  /// spec of the pod, without its containers.
  nlohmann::ordered_json spec = nlohmann::ordered_json::object();
  std::vector<ContainerPlan> containers;
  std::map<std::string, ImagePlan> images;
  std::vector<CallPlan> calls;
  std::vector<VolumePlan> volumes;
  std::vector<AnswerPlan> answers;
  std::vector<StepPlan> steps;
  std::optional<PressurePlan> pressure;
  std::vector<std::string> finalizers;
  /// Resources and labels of the node, as a scenario has them; null for the defaults.
  nlohmann::ordered_json allocatable{};
  nlohmann::ordered_json node_labels{};
  /// A node lifecycle controller watches the node.
  bool has_lifecycle = false;
  /// KubeletConfiguration.
  nlohmann::ordered_json configuration = nlohmann::ordered_json::object();
  /// Actions before the pod is created.
  std::vector<nlohmann::ordered_json> preparations;

  [[nodiscard]] ContainerPlan& container(std::string_view wanted);
};

/// Returns the scenario file of these pods, at least one. The oldest pod is created at 0; the paste of all pods is at
/// the end.
[[nodiscard]] nlohmann::ordered_json scenario_of(const std::vector<Plan>& plans, const std::string& name,
                                                 const std::string& description);

}  // namespace podreel::reproduce
