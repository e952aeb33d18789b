#include "scenarios/reproduce/read/describe.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "engine/api/ascii.hpp"
#include "scenarios/reproduce/known_causes.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/described_probe.hpp"
#include "scenarios/reproduce/read/moment.hpp"
#include "scenarios/reproduce/read/nodes.hpp"

namespace podreel::reproduce {

namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  constexpr std::int64_t maximum = 1'000'000'000;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value < 0 || value > maximum) return std::nullopt;
  return value;
}

bool is_container_name(std::string_view text) {
  return !text.empty() && text.size() <= 63 && std::ranges::all_of(text, [](char letter) {
    return api::is_lower(letter) || api::is_digit(letter) || letter == '-';
  });
}

/// Whether this key of a container is irrelevant to the kubelet's lifecycle.
bool is_known_container_key(std::string_view key) {
  constexpr std::array<std::string_view, 16> keys{"Container ID",
                                                  "Image ID",
                                                  "Port",
                                                  "Ports",
                                                  "Host Port",
                                                  "Host Ports",
                                                  "Command",
                                                  "Args",
                                                  "Environment",
                                                  "Mounts",
                                                  "Limits",
                                                  "Requests",
                                                  "cpu",
                                                  "memory",
                                                  "ephemeral-storage",
                                                  "Environment Variables from"};
  return std::ranges::find(keys, key) != keys.end();
}

/// Whether the line begins the status of a pod whose description has lost its first lines.
bool begins_status(std::string_view key, std::string_view value) {
  constexpr std::array<std::string_view, 4> phases{"Failed", "Pending", "Running", "Succeeded"};
  if (key == "Status") return std::ranges::find(phases, value) != phases.end();
  return key == "Reason" && known_cause(value, "", "").has_value();
}

}  // namespace

void DescribeReader::leave() {
  node_.clear();
  section_ = Section::other;
  block_ = Block::none;
  has_container_ = false;
}

SeenContainer& DescribeReader::container() {
  SeenContainer& found = pod_seen().container(has_container_ ? container_ : "", section_ == Section::init_containers);
  if (found.line == 0) found.line = line_;
  return found;
}

Ended& DescribeReader::ended() {
  SeenContainer& seen = container();
  std::optional<Ended>& wanted = block_ == Block::last_state ? seen.last : seen.ended;
  if (!wanted) wanted.emplace();
  return *wanted;
}

bool DescribeReader::take_heading(std::string_view line) {
  constexpr std::array<std::string_view, 8> others{
      "Conditions:", "Volumes:",        "Tolerations:",          "QoS Class:",
      "Events:",     "Node-Selectors:", "Ephemeral Containers:", "IPs:"};
  const std::string_view text = trimmed(line);
  if (text == "Init Containers:") {
    section_ = Section::init_containers;
  } else if (text == "Containers:") {
    section_ = Section::containers;
  } else if (std::ranges::any_of(others, [text](std::string_view other) { return text.starts_with(other); })) {
    section_ = text.starts_with("Events:") ? Section::other : Section::details;
    if (section_ == Section::other) pod_seen().has_event_table = true;
  } else {
    return false;
  }
  block_ = Block::none;
  has_container_ = false;
  return true;
}

bool DescribeReader::take_pod_field(std::string_view key, std::string_view value) {
  if (key == "Name") {
    set_pod(std::string{value});
    pod_started_.reset();
    section_ = Section::pod;
    return !pod_.empty();
  }
  if (key == "Roles" && !pod_.empty()) {
    const std::string name = pod_;
    set_pod({});
    node_ = name;
    section_ = Section::node;
    return true;
  }
  SeenPod& pod = pod_seen();
  if (key == "Namespace") {
    name_space_ = value;
    static_cast<void>(pod_seen());
  } else if (key == "Node") {
    pod.node = value.substr(0, value.find('/'));
  } else if (key == "Status") {
    take_status(value);
  } else if (key == "Start Time") {
    pod_started_ = parse_written_time(value);
  } else if (key == "Reason") {
    if (pod_.empty() && !pod.reason.empty() && pod.reason != value) enter_status();
    pod.reason = value;
  } else if (key == "Message") {
    pod.message = value;
  } else if (key == "Controlled By") {
    pod.controller = value;
  } else if (key == "Termination Grace Period") {
    pod.grace_seconds = whole_number(value);
    pod.is_deleted = true;
  } else {
    constexpr std::array<std::string_view, 7> known{"Labels",          "Annotations",         "Priority",  "IP",
                                                    "Service Account", "Priority Class Name", "Created By"};
    return std::ranges::find(known, key) != known.end();
  }
  return true;
}

void DescribeReader::take_status(std::string_view value) {
  SeenPod& pod = pod_seen();
  pod.is_deleted = value.starts_with("Terminating");
  pod.phase = pod.is_deleted ? "Running" : std::string{value.substr(0, value.find(' '))};
  constexpr std::string_view ends{"(expires "};
  constexpr std::string_view has_ended{"(lasts "};
  if (const std::size_t at = value.find(ends); at != std::string_view::npos) {
    const auto instant = parse_written_time(value.substr(at + ends.size(), value.find(')', at) - at - ends.size()));
    if (!instant) return;
    note(instant);
    pod.overdue = Age{{}, std::chrono::minutes{10}};
  } else if (const std::size_t since = value.find(has_ended); since != std::string_view::npos) {
    pod.overdue = parse_age(value.substr(since + has_ended.size(), value.find(')', since) - since - has_ended.size()));
  }
}

void DescribeReader::note(const std::optional<sim::Time>& instant) {
  if (!pod_started_ || !instant || *instant < *pod_started_) return;
  std::optional<sim::Duration>& lived = pod_seen().lived;
  lived = std::max(lived.value_or(sim::Duration{}), *instant - *pod_started_);
}

bool DescribeReader::take_container_name(std::string_view line, int number) {
  const std::string_view text = trimmed(line);
  if (!text.ends_with(':') || !is_container_name(text.substr(0, text.size() - 1))) return false;
  const std::size_t indent = line.find_first_not_of(' ');
  // Names are indented by at most two blanks, keys of maps further.
  if (indent > 3) return false;
  container_ = text.substr(0, text.size() - 1);
  has_container_ = true;
  block_ = Block::none;
  line_ = number;
  static_cast<void>(container());
  return true;
}

bool DescribeReader::take_state_field(std::string_view key, std::string_view value) {
  if (block_ == Block::none) return false;
  SeenContainer& seen = container();
  const bool waits = block_ == Block::state && seen.state == "Waiting";
  if (key == "Reason") {
    (waits ? seen.waiting_reason : ended().reason) = value;
  } else if (key == "Message") {
    (waits ? seen.waiting_message : ended().message) = value;
  } else if (key == "Exit Code") {
    ended().exit_code = static_cast<std::int32_t>(std::min<std::int64_t>(whole_number(value).value_or(1), 255));
  } else if (key == "Started") {
    started_ = parse_written_time(value);
    // A container that never started shows the beginning of 1970.
    if (started_ && *started_ < sim::Time{std::chrono::years{1}}) started_.reset();
    note(started_);
  } else if (key == "Finished") {
    const auto finished = parse_written_time(value);
    note(finished);
    if (started_ && finished && *finished >= *started_) ended().ran = *finished - *started_;
  } else {
    return false;
  }
  return true;
}

bool DescribeReader::take_container_field(std::string_view key, std::string_view value) {
  constexpr std::array probes{std::pair{"Liveness", "livenessProbe"}, std::pair{"Readiness", "readinessProbe"},
                              std::pair{"Startup", "startupProbe"}};
  const auto* const probe = std::ranges::find(probes, key, [](const auto& each) { return each.first; });
  if (key == "State") {
    container().state = value;
    block_ = Block::state;
    if (value == "Terminated") static_cast<void>(ended());
  } else if (key == "Last State") {
    block_ = Block::last_state;
    if (value == "Terminated") static_cast<void>(ended());
  } else if (key == "Ready" && (value == "True" || value == "False")) {
    if (section_ == Section::other || section_ == Section::details) return false;
    container().ready = value == "True";
    block_ = Block::none;
  } else if (key == "Restart Count") {
    container().restarts = static_cast<std::uint32_t>(whole_number(value).value_or(0));
    block_ = Block::none;
  } else if (key == "Image") {
    // "..." is a redaction.
    if (value.find_first_not_of('.') != std::string_view::npos) container().image = value;
  } else if (probe != probes.end()) {
    nlohmann::json written = described_probe(value);
    if (!written.is_null()) container().probes[probe->second] = std::move(written);
  } else {
    return take_state_field(key, value) || is_known_container_key(key);
  }
  return true;
}

void DescribeReader::enter_status() {
  leave();
  section_ = Section::pod;
  SeenPod& pod = pod_seen();
  if (pod.reason.empty() && pod.message.empty()) return;
  // Another pod's status without its name: both are kept.
  pod.lines.push_back({.line = line_, .text = pod.reason + ": " + pod.message, .is_quoted = true});
  pod.reason.clear();
  pod.message.clear();
}

void DescribeReader::set_pod(std::string name) {
  pod_ = std::move(name);
  name_space_.clear();
  node_.clear();
}

SeenPod& DescribeReader::pod_seen() {
  return evidence_.pod(pod_, name_space_);
}

bool DescribeReader::take_node_line(std::string_view line, int number) {
  SeenNode& node = evidence_.node(node_);
  const std::string_view text = trimmed(line);
  constexpr std::string_view version = "Kubelet Version:";
  if (text.starts_with(version)) node.version = node_version(trimmed(text.substr(version.size())));
  if (const auto condition = condition_row(line)) report_condition(*condition, number, node);
  return true;
}

bool DescribeReader::take(std::string_view line, int number) {
  const bool is_next = line.starts_with("Name:");
  if (section_ == Section::node && !is_next) return take_node_line(line, number);
  if (take_heading(line)) return true;
  const bool is_in_containers = section_ == Section::containers || section_ == Section::init_containers;
  if (is_in_containers && take_container_name(line, number)) return true;
  const std::string_view text = trimmed(line);
  if (section_ == Section::details && line.starts_with("  ")) return true;
  const std::size_t colon = text.find(':');
  // Labels, arguments and mounts continue below their key.
  const bool goes_on = line.find_first_not_of(' ') > 4 && (has_container_ || section_ == Section::pod);
  if (colon == std::string_view::npos) return goes_on;
  const std::string_view key = trimmed(text.substr(0, colon));
  const std::string_view value = trimmed(text.substr(colon + 1));
  line_ = number;
  const bool is_at_margin = line.find_first_not_of(" \t") == 0;
  if (is_at_margin && key == "Name") return take_pod_field(key, value);
  const bool is_outside = section_ == Section::other && block_ == Block::none;
  if (is_at_margin && is_outside && begins_status(key, value)) enter_status();
  if (take_container_field(key, value)) return true;
  return section_ == Section::pod && take_pod_field(key, value);
}

}  // namespace podreel::reproduce
