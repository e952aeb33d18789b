#include "scenarios/reproduce/read/nodes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/reproduce/known_causes.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

namespace {

std::string name_of(const SeenNode& node) {
  return node.name.empty() ? "the node" : "the node " + node.name;
}

bool has_word(std::string_view text, std::string_view wanted) {
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    if (word == wanted) return true;
  }
  return false;
}

/// Whether the pod's rows, its status or its scheduling name the node.
bool is_on(const SeenPod& pod, const SeenNode& node) {
  if (node.name.empty()) return false;
  const auto has_row = [&node](const SeenRow& row) { return has_word(row.more, node.name); };
  const auto is_assigned = [&node](const SeenEvent& event) {
    return event.reason == "Scheduled" && event.message.ends_with(" to " + node.name);
  };
  return pod.node == node.name || std::ranges::any_of(pod.rows, has_row) ||
         std::ranges::any_of(pod.events, is_assigned);
}

}  // namespace

std::optional<SeenNode> node_row(std::string_view row) {
  SeenNode found;
  found.name = next_word(row);
  const std::string_view status = next_word(row);
  const bool is_status = status.starts_with("Ready") || status.starts_with("NotReady") || status.starts_with("Unknown");
  if (!is_status || next_word(row).empty() || !parse_age(next_word(row))) return std::nullopt;
  found.is_ready = status.starts_with("Ready");
  found.version = node_version(next_word(row));
  return found.version.empty() ? std::nullopt : std::optional{found};
}

std::optional<NodeCondition> condition_row(std::string_view row) {
  constexpr std::array<std::string_view, 6> types{"Ready",       "MemoryPressure",     "DiskPressure",
                                                  "PIDPressure", "NetworkUnavailable", "OutOfDisk"};
  NodeCondition found;
  found.type = next_word(row);
  found.status = next_word(row);
  const bool is_status = found.status == "True" || found.status == "False" || found.status == "Unknown";
  if (!is_status || std::ranges::find(types, found.type) == types.end()) return std::nullopt;
  while (take_moment(row)) continue;
  found.reason = next_word(row);
  found.message = trimmed(row);
  return found.reason.empty() ? std::nullopt : std::optional{found};
}

std::string node_version(std::string_view text) {
  if (!text.starts_with("v1.")) return {};
  text.remove_prefix(1);
  return std::string{text.substr(0, text.find_first_not_of("0123456789."))};
}

void report_condition(const NodeCondition& condition, int line, SeenNode& node) {
  const bool is_ready = condition.type == "Ready";
  if (condition.status == (is_ready ? "True" : "False") || condition.status.empty()) return;
  const std::string text =
      fmt::format("{} {}: {}: {}", name_of(node), is_ready ? "is NotReady" : "has " + condition.type, condition.reason,
                  condition.message);
  node.lines.push_back({.line = line, .text = text, .is_problem = true, .is_of_node = true});
}

void report_event(std::string_view reason, std::string_view message, int line, SeenNode& node) {
  if (!known_cause(reason, message, "")) return;
  node.lines.push_back({.line = line, .text = fmt::format("{}: {}", reason, message), .is_of_node = true});
}

void report_nodes(Evidence& evidence) {
  for (const SeenNode& node : evidence.nodes) {
    std::vector<SeenLine> lines = node.lines;
    if (!node.is_ready && lines.empty()) {
      lines.push_back(
          {.line = node.line, .text = name_of(node) + " is NotReady", .is_problem = true, .is_of_node = true});
    }
    const bool has_pods = std::ranges::any_of(evidence.pods, [&node](const SeenPod& pod) { return is_on(pod, node); });
    for (SeenPod& pod : evidence.pods) {
      if (is_on(pod, node)) pod.lines.insert(pod.lines.end(), lines.begin(), lines.end());
    }
    if (!has_pods) evidence.node_lines.insert(evidence.node_lines.end(), lines.begin(), lines.end());
  }
}

}  // namespace podreel::reproduce
