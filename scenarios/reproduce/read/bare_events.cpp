#include "scenarios/reproduce/read/bare_events.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>

#include "engine/api/ascii.hpp"
#include "scenarios/format/event_reasons.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"
#include "scenarios/reproduce/read/moment.hpp"

namespace podreel::reproduce {

namespace {

/// The beginning of a message, and the reason of its event.
struct Beginning {
  std::string_view message;
  std::string_view reason;
};

constexpr std::array known_messages{Beginning{"Back-off restarting failed", "BackOff"},
                                    Beginning{"Back-off pulling image", "BackOff"},
                                    Beginning{"Failed to pull image", "Failed"},
                                    Beginning{"Error: ", "Failed"},
                                    Beginning{"MountVolume.", "FailedMount"},
                                    Beginning{"Unable to attach or mount volumes", "FailedMount"},
                                    Beginning{"Unable to mount volumes", "FailedMount"},
                                    Beginning{"AttachVolume.", "FailedAttachVolume"},
                                    Beginning{"Multi-Attach error", "FailedAttachVolume"},
                                    Beginning{"Readiness probe failed", "Unhealthy"},
                                    Beginning{"Readiness probe errored", "Unhealthy"},
                                    Beginning{"Liveness probe failed", "Unhealthy"},
                                    Beginning{"Liveness probe errored", "Unhealthy"},
                                    Beginning{"Startup probe failed", "Unhealthy"},
                                    Beginning{"Startup probe errored", "Unhealthy"},
                                    Beginning{"The node was low on resource", "Evicted"},
                                    Beginning{"Usage of EmptyDir volume", "Evicted"},
                                    Beginning{"Pod ephemeral local storage usage exceeds", "Evicted"},
                                    Beginning{"Failed to create pod sandbox", "FailedCreatePodSandBox"},
                                    Beginning{"Failed create pod sandbox", "FailedCreatePodSandBox"},
                                    Beginning{"Pod sandbox changed, it will be killed", "SandboxChanged"},
                                    Beginning{"error killing pod", "FailedKillPod"},
                                    Beginning{"Predicate NodeAffinity failed", "NodeAffinity"},
                                    Beginning{"Pod was active on the node longer", "DeadlineExceeded"},
                                    Beginning{"Stopping container ", "Killing"},
                                    Beginning{"network is not ready", "NetworkNotReady"}};

/// Returns the reason of a message whose beginning varies; empty for other texts.
std::string reason_of(const std::string& message) {
  static const boost::regex stopped{
      R"(^Container \S+ (?:definition changed|failed liveness probe|failed startup probe), will be restarted)"};
  static const boost::regex resource{R"(^Node didn.t have enough resource: ([\w./-]+), requested)"};
  static const boost::regex nodes{R"(^\d+/\d+ nodes are available: )"};
  boost::smatch found;
  if (boost::regex_search(message, stopped)) return "Killing";
  if (boost::regex_search(message, nodes)) return "FailedScheduling";
  if (boost::regex_search(message, found, resource)) return "OutOf" + found[1].str();
  const auto* const begins = std::ranges::find_if(
      known_messages, [&message](const Beginning& each) { return message.starts_with(each.message); });
  return begins == known_messages.end() ? std::string{} : std::string{begins->reason};
}

bool is_known_reason(std::string_view word) {
  return std::ranges::find(format::event_reasons(), word) != format::event_reasons().end();
}

/// Returns the text without a list mark and without quotes around it.
std::string_view unmarked(std::string_view text) {
  text = trimmed(text);
  for (const std::string_view mark : {"- ", "* ", "Message:", "message:"}) {
    if (text.starts_with(mark)) text = trimmed(text.substr(mark.size()));
  }
  const bool is_quoted =
      text.size() > 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// Whether a cell or a colon separates the reason from the rest: a sentence that begins with the same word has a blank.
bool is_cell(std::string_view reason, std::string_view rest) {
  constexpr std::size_t min_length = 6;
  return reason.size() >= min_length && (reason.ends_with(':') || rest.starts_with("  ") || rest.starts_with('\t'));
}

/// Whether the text is that of a row that ends within its age.
bool is_cut(std::string_view text) {
  return take_moment(text).has_value() && std::ranges::none_of(text, api::is_letter);
}

/// Type of an event whose text does not show it.
std::string likely_type(std::string_view reason) {
  constexpr std::array<std::string_view, 9> normal{"Scheduled",        "Pulling",        "Pulled",
                                                   "Created",          "Started",        "Killing",
                                                   "SuccessfulCreate", "SandboxChanged", "AddedInterface"};
  return std::ranges::find(normal, reason) != normal.end() ? "Normal" : "Warning";
}

}  // namespace

std::optional<SeenEvent> bare_event(std::string_view line) {
  SeenEvent event;
  std::string_view text = unmarked(line);
  std::string_view rest = text;
  std::string_view word = next_word(rest);
  if (is_event_type(word)) {
    event.type = word;
    text = trimmed(rest);
    word = next_word(rest);
  }
  const bool is_separate = is_cell(word, rest);
  if (word.ends_with(':')) word.remove_suffix(1);
  const bool is_row = !event.type.empty() || is_separate || !reason_of(std::string{trimmed(rest)}).empty();
  if (is_known_reason(word) && is_row) {
    event.reason = word;
    event.message = trimmed(rest);
  } else {
    event.message = text;
    event.reason = reason_of(event.message);
  }
  if (event.reason.empty() || event.message.empty() || is_cut(event.message)) return std::nullopt;
  if (event.type.empty()) event.type = likely_type(event.reason);
  leave_uncounted(event);
  return event;
}

std::optional<EventRow> tested_event(std::string_view line) {
  static const boost::regex pattern{
      R"~((?:\bAt (\S+ \S+ \S+ \S+)[^-]* - )?\bevent for ([a-z0-9][a-z0-9.-]*): \{([a-z][\w-]*)[^}]*\} ([A-Z]\w+): (.*)$)~"};
  constexpr std::size_t max_length = 8'000;
  const std::string searched{line.substr(0, max_length)};
  boost::smatch found;
  if (!boost::regex_search(searched, found, pattern)) return std::nullopt;
  EventRow row;
  row.name = found[2];
  row.event.source = found[3];
  row.event.reason = found[4];
  row.event.message = found[5];
  row.event.type = likely_type(row.event.reason);
  constexpr std::array<std::string_view, 4> of_pods{"kubelet", "default-scheduler", "attachdetach-controller",
                                                    "taint-eviction-controller"};
  const bool is_of_pod = std::ranges::find(of_pods, row.event.source) != of_pods.end();
  row.kind = is_of_pod ? "pod" : "other";
  const std::string at = found[1];
  std::string_view time = at;
  if (const auto moment = take_moment(time)) row.event.last_at = moment->at;
  leave_uncounted(row.event);
  return row;
}

std::optional<EventRow> quoted_event(std::string_view line) {
  for (const std::string_view type : {"Normal ", "Warning "}) {
    const std::size_t at = line.find(type);
    if (at == std::string_view::npos || at == 0) continue;
    std::string_view row = trimmed(line.substr(at));
    if (line[at - 1] == row.back()) row.remove_suffix(1);
    if (auto event = described_event(row)) return event;
  }
  return std::nullopt;
}

}  // namespace podreel::reproduce
