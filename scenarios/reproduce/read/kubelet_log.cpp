#include "scenarios/reproduce/read/kubelet_log.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>

#include "engine/api/ascii.hpp"
#include "scenarios/reproduce/read/cells.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
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

/// Whether the line begins with the place in the kubelet's source, because klog's header was cut off:
/// "remote_runtime.go:213] …".
bool begins_with_source(std::string_view line) {
  static const boost::regex source{R"(^\s*[a-z]\w*\.go:\d+\] )"};
  constexpr std::size_t max_before = 200;
  return boost::regex_search(std::string{line.substr(0, max_before)}, source);
}

/// Whether the header is that of another program: the first process of a container, in a source file that is none of
/// the kubelet's.
bool is_of_container(std::string_view from_header) {
  constexpr std::array<std::string_view, 17> of_kubelet{
      "kubelet",    "pod_",     "kuberuntime", "remote_", "nestedpending", "reconciler",
      "operation_", "eviction", "status_",     "prob",    "generic",       "setters",
      "event",      "cni",      "container_",  "image_",  "log.go"};
  for (int word = 0; word < 2; ++word) static_cast<void>(next_word(from_header));
  const std::string_view process = next_word(from_header);
  const std::string_view file = next_word(from_header);
  const auto begins = [file](std::string_view each) { return file.starts_with(each); };
  return process == "1" && std::ranges::none_of(of_kubelet, begins);
}

/// Whether a line without its header reports a failure.
bool reports_failure(std::string_view text) {
  return text.find("ailed") != std::string_view::npos || text.find("rror") != std::string_view::npos;
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

/// Removes the keys after a quoted message: `" pod="shop/web" podUID="…"`.
std::string without_keys(std::string message) {
  static const boost::regex keys{R"-(" [A-Za-z]+="?[^" ]*"?(?: [A-Za-z]+=.*)?$)-"};
  boost::smatch found;
  if (boost::regex_search(message, found, keys)) message.erase(static_cast<std::size_t>(found.position()));
  return message;
}

/// Finds every `failed to "StartContainer" for "app" with ErrImagePull: "…"` of the text.
void find_failures(std::string_view text, SeenError error, LoggedLine& found) {
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
    const std::string shown = without_keys(std::string{text.substr(0, next)});
    std::string_view message = trimmed(std::string_view{shown}.substr(std::min<std::size_t>(1, shown.size())));
    while (message.starts_with('"')) message.remove_prefix(1);
    while (message.ends_with('"') || message.ends_with(']') || message.ends_with(',')) message.remove_suffix(1);
    error.message = message;
    found.errors.push_back(error);
  }
}

/// Returns the text of `err="…"` up to the next key, or the text after the first colon.
std::string error_in(std::string_view text) {
  static const boost::regex key{R"-("? [A-Za-z]+="?[\w./:@-]*"?(?: [A-Za-z]+=.*)?$)-"};
  const std::size_t begin = text.find_first_of(":=");
  std::string error{trimmed(text.substr(std::min(begin + 1, text.size())))};
  boost::smatch found;
  if (text[std::min(begin, text.size() - 1)] == '=' && boost::regex_search(error, found, key)) {
    error.erase(static_cast<std::size_t>(found.position()));
  }
  while (error.starts_with('"')) error.erase(0, 1);
  while (error.ends_with('"')) error.pop_back();
  return error;
}

void find_call(std::string_view text, SeenError error, LoggedLine& found) {
  constexpr std::array<std::string_view, 6> calls{"RunPodSandbox",  "StopPodSandbox", "CreateContainer",
                                                  "StartContainer", "StopContainer",  "PullImage"};
  const std::size_t failed = text.find(" from runtime service failed");
  const std::size_t image_failed = text.find(" from image service failed");
  const std::size_t at = std::min(failed, image_failed);
  if (at == std::string_view::npos) return;
  for (const std::string_view call : calls) {
    if (text.substr(0, at).find(call) == std::string_view::npos) continue;
    error.action = call;
    error.container = found.pod.container;
    error.message = error_in(text.substr(at));
    found.errors.push_back(std::move(error));
    return;
  }
}

/// Reads `container &Container{Name:db,Image:db:1,…} start failed in pod db-0_shop(uid): ErrImagePull: …`.
void find_failed_start(const std::string& text, SeenError error, LoggedLine& found) {
  static const boost::regex start{R"(\b(init )?container &?(?:Container\{Name:([a-z0-9-]+),Image:([^,]*),.*|"[^"]*" ))"
                                  R"(start failed in pod [^:]*: ([A-Za-z]+): (.*))"};
  boost::smatch matched;
  if (!boost::regex_search(text, matched, start)) return;
  found.is_init = matched[1].matched;
  found.image = matched[3];
  error.action = "StartContainer";
  error.container = matched[2];
  error.reason = matched[4];
  error.message = matched[5];
  const std::size_t logger = error.message.find("\" logger=");
  if (logger != std::string::npos) error.message.resize(logger);
  found.errors.push_back(std::move(error));
}

/// Reads `"Event occurred" object="shop/web-0" kind="Pod" type="Warning" reason="BackOff" message="…"`
/// and `Event(v1.ObjectReference{Kind:"Pod", …}): type: 'Warning' reason: 'BackOff' …`.
void find_event(const std::string& text, LoggedLine& found) {
  static const boost::regex structured{
      R"~("Event occurred".*kind="Pod".*type="(\w+)" reason="([\w-]+)" message="(.*)"$)~"};
  static const boost::regex formatted{
      R"(Event\(v1\.ObjectReference\{Kind:"Pod".*type: '(\w+)' reason: '([\w-]+)' (.*)$)"};
  static const boost::regex field{R"~((?:fieldPath=|FieldPath:)"(spec\.[^"]+)")~"};
  boost::smatch matched;
  if (!boost::regex_search(text, matched, structured) && !boost::regex_search(text, matched, formatted)) return;
  SeenEvent event;
  event.line = found.text.line;
  event.type = matched[1];
  event.reason = matched[2];
  event.message = matched[3];
  leave_uncounted(event);
  if (boost::regex_search(text, matched, field)) set_container(event, matched[1].str());
  found.event = std::move(event);
}

/// Whether the line is about several pods: `pods=["shop/web-0","shop/web-1"]`.
bool lists_pods(const std::string& text) {
  static const boost::regex list{R"(\bpods=\[[^\]\s,]+[\s,])"};
  return boost::regex_search(text, list);
}

}  // namespace

bool is_log_line(std::string_view line) {
  // `kubectl describe` shows the end of a container's own log so.
  if (trimmed(line).starts_with("Message:")) return false;
  const std::size_t header = header_of(line);
  if (header == std::string_view::npos) return begins_with_source(line);
  return !is_of_container(line.substr(header));
}

LoggedLine logged_line(std::string_view line, int number) {
  // The longest line that is searched by patterns.
  constexpr std::size_t max_length = 8'000;
  LoggedLine found{.pod = {.name = {}}};
  const std::size_t header = header_of(line);
  const bool is_whole = header != std::string_view::npos;
  SeenError error;
  error.line = number;
  if (is_whole) error.at = parse_time_of_day(line.substr(header + 6)).value_or(sim::Duration{});
  const std::size_t bracket = line.find(']', is_whole ? header : 0);
  if (bracket == std::string_view::npos) return found;
  const std::string text = without_escapes(trimmed(line.substr(bracket + 1)).substr(0, max_length));
  // kubectl shows the warnings of an API server with klog's header.
  const bool is_warning_of_api = line.find(" warnings.go:") < bracket;
  const bool is_problem = is_whole ? line[header] != 'I' : reports_failure(text);
  found.text = {.line = number, .text = text, .is_problem = is_problem && !is_warning_of_api};
  if (auto pod = pod_named_in(text); pod && !lists_pods(text)) found.pod = *std::move(pod);
  if (found.pod.uid.empty()) found.pod.uid = uid_named_in(text);
  find_event(text, found);
  if (found.event) return found;
  find_failures(text, error, found);
  if (found.errors.empty()) find_call(text, error, found);
  if (found.errors.empty()) find_failed_start(text, error, found);
  return found;
}

}  // namespace podreel::reproduce
