// A scenario while it is looked for: typed, so that its times and numbers can be varied.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::reproduce {

/// One life of a container, or several alike.
struct RunPlan {
  /// No value: until something stops it.
  std::optional<sim::Duration> runs_for{};
  std::int32_t exit_code = 0;
  std::string reason{};
  std::string message{};
  /// No value: as the fake runtime does by itself.
  std::optional<sim::Duration> exits_after_term{};
  std::int32_t term_exit_code = 143;
  bool ignores_term = false;
  /// Of what its node is short of (PressurePlan); empty: as the fake runtime has it by itself.
  std::string in_use{};
  std::uint32_t times = 1;
};

struct ContainerPlan {
  std::string name;
  bool is_init = false;
  /// As in a manifest, without its name.
  nlohmann::ordered_json spec = nlohmann::ordered_json::object();
  /// None: it runs for ever, an init container succeeds at once.
  std::vector<RunPlan> runs{};
};

struct ImagePlan {
  bool present = true;
  std::optional<sim::Duration> takes{};
  /// No value: each takes as long.
  std::optional<sim::Duration> takes_up_to{};
  /// How many pulls fail first; 0: none.
  std::uint32_t fails = 0;
  std::string error;
};

/// A fault of runtime calls about the pod.
struct CallPlan {
  std::string call;
  std::string container{};
  std::string error{};
  std::optional<sim::Duration> takes{};
  /// No value: all.
  std::optional<std::uint32_t> fails{};
  bool leaves_sandbox = false;
  /// Since the pod was created.
  sim::Duration from{};
};

/// What happens to a volume of the pod.
struct VolumePlan {
  /// "Attach", "SetUp": as in a scenario.
  std::string operation;
  std::string volume;
  /// Empty: it only takes long.
  std::string error{};
  std::optional<sim::Duration> takes{};
  /// No value: all.
  std::optional<std::uint32_t> fails{};
};

/// What a probe of a container is answered.
struct AnswerPlan {
  /// "http", "tcp", "grpc" or "exec".
  std::string protocol;
  /// Of "exec".
  std::string command{};
  /// As in a scenario, without its times.
  nlohmann::ordered_json answer = nlohmann::ordered_json::object();
  /// It answers well until the container has run for so long …
  sim::Duration after_start{};
  /// … and the pod is so much younger than it was at the paste; no value: from the beginning.
  std::optional<sim::Duration> before_paste{};
  /// So long before the paste all is well again.
  std::optional<sim::Duration> well_before_paste{};
  /// Once a container has run for so long, all is well.
  std::optional<sim::Duration> well_after_start{};
  /// When the pod was younger, it answered so as well.
  sim::Duration also_until{};
};

/// Something that happens to the node: a step of a timeline without its time.
struct StepPlan {
  /// So long before the paste.
  sim::Duration before_paste{};
  nlohmann::ordered_json action;
};

/// The node becomes short of memory or disk space.
struct PressurePlan {
  bool is_of_memory = true;
  /// Bytes; the others' use begins so long before the paste.
  std::int64_t capacity = 0;
  std::int64_t other = 0;
  sim::Duration before_paste{};
};

/// One pod's part of a scenario.
struct Plan {
  release::Release kubelet;
  std::string name;
  std::string name_space;
  /// When it was pasted, since the pod was created.
  sim::Duration age{};
  /// So long before the pod is created the preparations are made.
  sim::Duration lead{};
  /// spec of the pod without its containers.
  nlohmann::ordered_json spec = nlohmann::ordered_json::object();
  std::vector<ContainerPlan> containers;
  std::map<std::string, ImagePlan> images;
  std::vector<CallPlan> calls;
  std::vector<VolumePlan> volumes;
  std::vector<AnswerPlan> answers;
  std::vector<StepPlan> steps;
  std::optional<PressurePlan> pressure;
  /// KubeletConfiguration.
  nlohmann::ordered_json configuration = nlohmann::ordered_json::object();
  /// What happens before the pod is created.
  std::vector<nlohmann::ordered_json> preparations;

  [[nodiscard]] ContainerPlan& container(std::string_view wanted);
};

/// The scenario of these pods, as its file has it: the one that is oldest is created at 0, all are pasted at the end.
/// At least one.
[[nodiscard]] nlohmann::ordered_json scenario_of(const std::vector<Plan>& plans, const std::string& name,
                                                 const std::string& description);

}  // namespace podreel::reproduce
