// Explains probes that fail.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

struct ProbeKind {
  std::string_view word;
  const char* field;
  Cause cause;
};
constexpr std::array probe_kinds{ProbeKind{"Liveness", "livenessProbe", Cause::liveness},
                                 ProbeKind{"Readiness", "readinessProbe", Cause::readiness},
                                 ProbeKind{"Startup", "startupProbe", Cause::startup}};

bool has_word(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

bool is_timeout(std::string_view message) {
  return has_word(message, "Client.Timeout") || has_word(message, "deadline exceeded") ||
         has_word(message, "request canceled") || has_word(message, "i/o timeout") || has_word(message, "timed out");
}

int number_after(std::string_view text, std::string_view word, int otherwise) {
  const std::size_t at = text.find(word);
  if (at == std::string_view::npos) return otherwise;
  text.remove_prefix(at + word.size());
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && value > 0 && value < 65'536 ? value : otherwise;
}

/// Returns the httpGet of a URL in a message: "http://10.0.0.1:8181/ready".
Json http_get_of(std::string_view message) {
  const std::size_t scheme = message.find("://");
  if (scheme == std::string_view::npos) return {{"path", "/"}, {"port", 80}};
  std::string_view place = message.substr(scheme + 3);
  place = place.substr(0, place.find_first_of("\" \\"));
  if (place.ends_with(':')) place.remove_suffix(1);
  const std::size_t slash = std::min(place.find('/'), place.size());
  const std::string_view path = place.substr(slash);
  const std::string_view host = place.substr(0, slash);
  const std::size_t colon = host.rfind(':');
  const int port = colon == std::string_view::npos ? 80 : number_after(host.substr(colon), ":", 80);
  Json get{{"path", path.empty() ? "/" : std::string{path}}, {"port", port}};
  if (scheme >= 5 && message.substr(scheme - 5, 5) == "https") get["scheme"] = "HTTPS";
  return get;
}

/// The handler that fails with such a message, and its answer.
struct Failing {
  Json handler;
  AnswerPlan answer;
};

Failing failing(std::string_view message, const std::string& command) {
  const std::size_t colon = message.find("failed: ");
  const std::string_view stated = colon == std::string_view::npos ? "" : message.substr(colon + 8);
  Failing found;
  if (has_word(stated, "HTTP probe failed")) {
    found.handler = {{"httpGet", {{"path", "/"}, {"port", 80}}}};
    found.answer = {.protocol = "http", .answer = {{"status", number_after(stated, "statuscode: ", 500)}}};
  } else if (stated.starts_with("Get ")) {
    found.handler = {{"httpGet", http_get_of(stated)}};
    found.answer = {.protocol = "http", .answer = {{"refused", true}}};
  } else if (stated.starts_with("dial tcp")) {
    const std::size_t port = stated.find(": ");
    found.handler = {{"tcpSocket", {{"port", number_after(stated.substr(stated.rfind(':', port - 1)), ":", 80)}}}};
    found.answer = {.protocol = "tcp", .answer = {{"refused", true}}};
  } else if (has_word(stated, "service unhealthy") || has_word(stated, "failed to connect service")) {
    found.handler = {{"grpc", {{"port", 80}}}};
    found.answer = {.protocol = "grpc", .answer = {{"refused", true}}};
  } else {
    found.handler = {{"exec", {{"command", {command}}}}};
    found.answer = {.protocol = "exec", .command = command, .answer = {{"exitCode", 1}}};
    if (!stated.empty() && !is_timeout(stated)) found.answer.answer["output"] = stated;
  }
  if (is_timeout(stated)) {
    found.answer.answer = {{"takes", "10m"}};
  }
  return found;
}

/// Seconds between consecutive failures; 10 if the event does not show them.
double period_of(const SeenEvent& event) {
  constexpr double usual = 10;
  if (event.count < 2 || !event.first || !event.last) return usual;
  const double span = format::in_seconds(event.first->middle() - event.last->middle());
  const double period = std::round(span / static_cast<double>(event.count - 1));
  return std::clamp(period, 1.0, 300.0);
}

std::uint64_t kills_by(const SeenPod& pod, const std::string& container) {
  std::uint64_t kills = 0;
  for (const SeenEvent* event : events_of(pod, "Killing", container)) {
    if (has_word(event->message, "probe") || has_word(event->message, "unhealthy")) kills += event->count;
  }
  return kills;
}

/// Time before the paste at which the container was stopped for another reason than a probe; no value if it was not.
std::optional<sim::Duration> stopped_before(const SeenPod& pod, const std::string& container) {
  const auto killings = events_of(pod, "Killing", container);
  if (killings.empty() || kills_by(pod, container) > 0 || !killings.front()->last) return std::nullopt;
  return killings.front()->last->middle();
}

/// In seconds. Most failures that began before a stop came after it.
double likely_period(const SeenPod& pod, const SeenEvent& event) {
  const auto stopped = stopped_before(pod, event.container);
  const bool is_while_stopping = stopped && event.last && event.last->middle() < *stopped && event.count > 2;
  if (!is_while_stopping) return period_of(event);
  const double span = format::in_seconds(*stopped - event.last->middle());
  return std::clamp(std::round(span / static_cast<double>(event.count - 1)), 1.0, 300.0);
}

/// Time from a container's first start to its first failure.
double fails_after(const SeenPod& pod, const SeenEvent& event, const std::string& container, const Plan& plan) {
  std::optional<Age> started;
  for (const char* reason : {"Started", "Created", "Pulled"}) {
    const auto seen = events_of(pod, reason, container);
    if (!seen.empty() && !started) started = seen.front()->first;
  }
  if (!event.first) return 0;
  const double since = format::in_seconds(started ? started->middle() : plan.age);
  return std::max(0.0, since - format::in_seconds(event.first->middle()));
}

void open_setting(const std::string& name, const std::string& container, const char* probe, const char* field,
                  double value, double maximum, Draft& draft) {
  draft.open(
      fmt::format("{} of {}", name, container), value, 1, maximum,
      [container, probe, field](Plan& plan, double now) {
        plan.container(container).spec[probe][field] = std::llround(now);
      },
      true);
}

/// Adds the probe's settings as parameters if neither manifest nor description has them.
void open_settings(const SeenPod& pod, const SeenEvent& event, const ProbeKind& kind, const std::string& container,
                   Draft& draft) {
  const std::uint64_t kills = kills_by(pod, container);
  const std::uint64_t starts = times_of(pod, "Created", container);
  const std::string name = kind.field;
  open_setting(name + ".periodSeconds", container, kind.field, "periodSeconds", likely_period(pod, event), 300, draft);
  draft.assume(fmt::format("settings for the {} of {}", name, container));
  if (kind.word == "Readiness") return;
  const std::uint64_t lives = kills > 0 ? kills : starts > 1 ? starts - 1 : 0;
  constexpr std::uint64_t usual = 3;
  const bool restarts = times_of(pod, "BackOff", container) > 0;
  const auto threshold = lives > 0  ? std::max<std::uint64_t>(1, (event.count + lives / 2) / lives)
                         : restarts ? usual
                                    : std::max<std::uint64_t>(usual, std::min<std::uint64_t>(event.count + 1, 1000));
  open_setting(name + ".failureThreshold", container, kind.field, "failureThreshold", static_cast<double>(threshold),
               static_cast<double>(threshold) * 2 + 3, draft);
}

/// Adds starting points whose rounds of failures and termination are as long as the events show.
void add_beginnings(const SeenPod& pod, const SeenEvent& event, const ProbeKind& kind, Draft& draft) {
  if (kind.word == "Readiness") return;
  std::vector<const SeenEvent*> rounds = events_of(pod, "Killing", event.container);
  if (rounds.empty() || rounds.front()->count < 2) rounds = events_of(pod, "Created", event.container);
  if (rounds.empty() || rounds.front()->count < 2 || !rounds.front()->first || !rounds.front()->last) return;
  const auto times = static_cast<double>(rounds.front()->count - 1);
  const double round = format::in_seconds(rounds.front()->first->middle() - rounds.front()->last->middle()) / times;
  const double lives = kills_by(pod, event.container) > 0 ? times + 1 : times;
  const double threshold = std::max(1.0, std::round(static_cast<double>(event.count) / lives));
  const std::string name = kind.field;
  for (const double period : {1.0, 2.0, 3.0, 5.0, 10.0, 15.0, 20.0, 30.0, 60.0}) {
    const double rest = round - period * threshold;
    if (rest < 0 || rest > 600) continue;
    draft.beginnings.push_back({{fmt::format("{}.periodSeconds of {}", name, event.container), period},
                                {fmt::format("{}.failureThreshold of {}", name, event.container), threshold},
                                {event.container + " ends after SIGTERM", std::min(rest, 1.0)}});
    draft.beginnings.push_back(draft.beginnings.back());
    draft.beginnings.back()[event.container + " ends after SIGTERM"] = std::max(0.05, rest - 2);
  }
}

/// Ends failures that have not repeated for a long time.
void open_recovery(const SeenEvent& event, std::size_t index, const std::string& container, Draft& draft) {
  constexpr std::uint64_t often_enough_to_be_left_out = 25;
  if (!event.last || !event.first || event.count >= often_enough_to_be_left_out) return;
  const double last = format::in_seconds(event.last->middle());
  const double period = event.count > 1 ? period_of(event) : 10;
  if (last < 2.5 * period + 4) return;
  draft.plan.answers[index].well_before_paste = seconds(last - 0.5);
  draft.open(container + " is well again before the paste", last - 0.5, std::max(0.0, last - period), last + 1,
             [index](Plan& plan, double value) { plan.answers[index].well_before_paste = seconds(value); });
}

/// Sets when the failures begin: after a time in every run, or before the paste if something came between.
void open_beginning(const SeenPod& pod, const SeenEvent& event, const std::string& container, Draft& draft) {
  const std::size_t index = draft.plan.answers.size() - 1;
  if (const auto stopped = stopped_before(pod, container)) {
    draft.plan.answers[index].before_paste = *stopped;
    if (!event.first || event.first->minimum < *stopped + 1min) return;
    const double period = likely_period(pod, event);
    draft.plan.answers[index].also_until = seconds(period);
    draft.open(container + " fails at first for", period, 1, 600,
               [index](Plan& plan, double value) { plan.answers[index].also_until = seconds(value); });
    return;
  }
  open_recovery(event, index, container, draft);
  const double after = fails_after(pod, event, container, draft.plan);
  draft.open(container + " is well for", after > 1 ? after - 1 : 0, 0, after + 30,
             [index](Plan& plan, double value) { plan.answers[index].after_start = seconds(value < 0.5 ? 0 : value); });
}

void explain_probe(const SeenPod& pod, const SeenEvent& event, const ProbeKind& kind, Draft& draft) {
  Json& spec = draft.plan.container(event.container).spec;
  const bool is_known = spec.contains(kind.field);
  std::string command = fmt::format("probe-{}", kind.field);
  if (is_known && spec[kind.field].contains("exec")) command = spec[kind.field]["exec"]["command"][0];
  Failing found = failing(event.message, command);
  const char* const protocol = found.answer.protocol == "http"   ? "httpGet"
                               : found.answer.protocol == "tcp"  ? "tcpSocket"
                               : found.answer.protocol == "grpc" ? "grpc"
                                                                 : "exec";
  if (is_known && !spec[kind.field].contains(protocol)) {
    draft.assume(fmt::format("the {} of {} fails, although its message does not match its handler", kind.field,
                             event.container));
    return;
  }
  draft.plan.answers.push_back(found.answer);
  if (!is_known) {
    spec[kind.field] = found.handler;
    open_settings(pod, event, kind, event.container, draft);
    add_beginnings(pod, event, kind, draft);
  }
  open_beginning(pod, event, event.container, draft);
  draft.explain(kind.cause, fmt::format("the {} of {} fails", kind.field, event.container));
}

/// Adds the time that a container needs to exit after SIGTERM.
void open_ending(const std::string& container, Draft& draft) {
  ContainerPlan& plan = draft.plan.container(container);
  if (plan.runs.empty()) plan.runs.emplace_back();
  if (plan.runs.front().ignores_term || plan.runs.front().runs_for) return;
  draft.open(container + " ends after SIGTERM", 0.5, 0.05, 600, [container](Plan& changed, double value) {
    constexpr double usual_grace = 30;
    changed.container(container).runs.front().exits_after_term = seconds(value);
    if (value > usual_grace) {
      changed.spec["terminationGracePeriodSeconds"] = static_cast<std::int64_t>(std::ceil(value)) + 1;
    }
  });
}

}  // namespace

void explain_probes(const SeenPod& pod, Draft& draft) {
  for (const ProbeKind& kind : probe_kinds) {
    for (const SeenContainer& container : pod.containers) {
      const auto failures = events_of(pod, "Unhealthy", container.name);
      const auto first = std::ranges::find_if(
          failures, [&kind](const SeenEvent* event) { return event->message.starts_with(kind.word); });
      if (first == failures.end()) continue;
      explain_probe(pod, **first, kind, draft);
      if (kind.word != "Readiness") open_ending(container.name, draft);
    }
  }
}

}  // namespace podreel::reproduce
