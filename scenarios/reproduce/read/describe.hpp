// Reads `kubectl describe pod` and `describe node` line by line, also if it is pasted in part or without its
// indentation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "scenarios/reproduce/evidence.hpp"

namespace podreel::reproduce {

class DescribeReader {
 public:
  explicit DescribeReader(Evidence& evidence) : evidence_{evidence} {}

  /// Returns false if the line belongs to no description.
  bool take(std::string_view line, int number);
  /// Ends the description.
  void leave();
  /// The described pod; empty if the paste has not named it.
  [[nodiscard]] const std::string& pod() const noexcept { return pod_; }
  /// Sets the pod of the following lines, which rows before its description name.
  void set_pod(std::string name);
  /// The described node; empty if a pod is described.
  [[nodiscard]] const std::string& node() const noexcept { return node_; }

 private:
  /// `details` are conditions, volumes and others, which podreel does not use.
  enum class Section : std::uint8_t { pod, init_containers, containers, details, other, node };
  enum class Block : std::uint8_t { none, state, last_state };

  bool take_heading(std::string_view line);
  bool take_node_line(std::string_view line, int number);
  bool take_pod_field(std::string_view key, std::string_view value);
  bool take_container_name(std::string_view line, int number);
  bool take_container_field(std::string_view key, std::string_view value);
  bool take_state_field(std::string_view key, std::string_view value);
  void take_status(std::string_view value);
  /// Enters the status of a pod that the paste does not name.
  void enter_status();
  /// Notes that the pod existed at this instant.
  void note(const std::optional<sim::Time>& instant);
  SeenPod& pod_seen();
  SeenContainer& container();
  Ended& ended();

  Evidence& evidence_;
  std::string pod_;
  std::string name_space_;
  std::string node_;
  Section section_ = Section::pod;
  Block block_ = Block::none;
  std::string container_;
  bool has_container_ = false;
  int line_ = 0;
  std::optional<sim::Time> pod_started_;
  std::optional<sim::Time> started_;
};

}  // namespace podreel::reproduce
