#include "scenarios/reproduce/read/bare_events.hpp"

#include <algorithm>
#include <array>
#include <boost/regex.hpp>

#include "engine/api/ascii.hpp"
#include "scenarios/format/event_reasons.hpp"
#include "scenarios/reproduce/read/event_rows.hpp"

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
  if (word.ends_with(':')) word.remove_suffix(1);
  if (is_known_reason(word) && (!event.type.empty() || !reason_of(std::string{trimmed(rest)}).empty())) {
    event.reason = word;
    event.message = trimmed(rest);
  } else {
    event.message = text;
    event.reason = reason_of(event.message);
  }
  if (event.reason.empty() || event.message.empty()) return std::nullopt;
  if (event.type.empty())
    event.type = event.reason == "Killing" || event.reason == "SandboxChanged" ? "Normal" : "Warning";
  leave_uncounted(event);
  return event;
}

}  // namespace podreel::reproduce
