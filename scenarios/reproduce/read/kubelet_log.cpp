#include "scenarios/reproduce/read/kubelet_log.hpp"

#include <algorithm>
#include <array>

#include "engine/api/ascii.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

namespace {

/// Returns where klog's header begins.
std::size_t header_of(std::string_view line) {
  constexpr std::size_t max_before = 200;
  for (std::size_t at = 0; at < std::min(line.size(), max_before); ++at) {
    const std::string_view rest = line.substr(at);
    if (rest.size() < 14 || std::string_view{"EWIF"}.find(rest[0]) == std::string_view::npos) continue;
    const bool is_word_start = at == 0 || line[at - 1] == ' ';
    if (is_word_start && std::ranges::all_of(rest.substr(1, 4), api::is_digit) && rest[5] == ' ' &&
        parse_time_of_day(rest.substr(6))) {
      return at;
    }
  }
  return std::string_view::npos;
}

/// Removes escapes of nested quotes, one more at each level.
std::string without_escapes(std::string_view text) {
  std::string plain;
  for (const char letter : text) {
    if (letter != '\\') plain += letter;
  }
  return plain;
}

/// Removes and returns the quoted text at the front of `text`.
std::string take_quoted(std::string_view& text) {
  const std::size_t begin = text.find('"');
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find('"', begin + 1);
  std::string quoted{text.substr(begin + 1, std::min(end, text.size()) - begin - 1)};
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return quoted;
}

/// Sets the pod from "web_default(uid)".
void set_pod(std::string_view full_name, LoggedErrors& found) {
  const std::size_t name_end = full_name.find('_');
  const std::size_t space_end = full_name.find('(');
  if (name_end == std::string_view::npos || space_end == std::string_view::npos || space_end < name_end) return;
  found.pod = full_name.substr(0, name_end);
  found.name_space = full_name.substr(name_end + 1, space_end - name_end - 1);
}

void find_pod(std::string_view text, LoggedErrors& found) {
  std::size_t at = text.find("pod=\"");
  if (at != std::string_view::npos) {
    std::string_view rest = text.substr(at);
    const std::string name = take_quoted(rest);
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return;
    found.name_space = name.substr(0, slash);
    found.pod = name.substr(slash + 1);
    return;
  }
  at = text.find("(\"");
  if (at == std::string_view::npos) return;
  std::string_view rest = text.substr(at);
  set_pod(take_quoted(rest), found);
}

/// Finds every `failed to "StartContainer" for "app" with ErrImagePull: "…"` of the text.
void find_failures(std::string_view text, SeenError error, LoggedErrors& found) {
  constexpr std::string_view begins = "failed to \"";
  for (std::size_t at = text.find(begins); at != std::string_view::npos; at = text.find(begins)) {
    text.remove_prefix(at);
    error.action = take_quoted(text);
    error.container = take_quoted(text);
    const std::size_t with = text.find(" with ");
    if (with == std::string_view::npos) return;
    text.remove_prefix(with + 6);
    const std::size_t colon = text.find(':');
    error.reason = text.substr(0, colon);
    text.remove_prefix(std::min(text.size(), colon));
    const std::size_t next = text.find(begins);
    std::string_view message = trimmed(text.substr(0, next).substr(std::min<std::size_t>(1, text.size())));
    while (message.starts_with('"')) message.remove_prefix(1);
    while (message.ends_with('"') || message.ends_with(']') || message.ends_with(',')) message.remove_suffix(1);
    error.message = message;
    found.errors.push_back(error);
  }
}

void find_call(std::string_view text, SeenError error, LoggedErrors& found) {
  constexpr std::array<std::string_view, 6> calls{"RunPodSandbox",  "StopPodSandbox", "CreateContainer",
                                                  "StartContainer", "StopContainer",  "PullImage"};
  const std::size_t failed = text.find(" from runtime service failed");
  const std::size_t image_failed = text.find(" from image service failed");
  const std::size_t at = std::min(failed, image_failed);
  if (at == std::string_view::npos) return;
  for (const std::string_view call : calls) {
    if (text.substr(0, at).find(call) == std::string_view::npos) continue;
    error.action = call;
    error.message = without_escapes(text.substr(text.find_first_of(":=", at) + 1));
    found.errors.push_back(std::move(error));
    return;
  }
}

}  // namespace

bool is_log_line(std::string_view line) {
  return header_of(line) != std::string_view::npos;
}

LoggedErrors logged_errors(std::string_view line, int number) {
  LoggedErrors found;
  const std::size_t header = header_of(line);
  if (header == std::string_view::npos) return found;
  SeenError error;
  error.line = number;
  error.at = parse_time_of_day(line.substr(header + 6)).value_or(sim::Duration{});
  const std::size_t bracket = line.find(']', header);
  if (bracket == std::string_view::npos) return found;
  const std::string text = without_escapes(line.substr(bracket + 1));
  find_pod(text, found);
  find_failures(text, error, found);
  if (found.errors.empty()) find_call(text, error, found);
  return found;
}

}  // namespace podreel::reproduce
