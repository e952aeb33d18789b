#include "scenarios/reproduce/fit.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/api/counted.hpp"
#include "engine/api/human_duration.hpp"
#include "engine/api/pod_printer.hpp"
#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/message.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

std::string container_of(const trace::ListedEvent& event) {
  const std::size_t begin = event.field_path.find('{');
  if (begin == std::string::npos) return {};
  return event.field_path.substr(begin + 1, event.field_path.size() - begin - 2);
}

/// Allowed difference of ages. `seen` covers kubectl's rounding; this covers the jitter of a run. Not every occurrence
/// of a frequent event is written.
sim::Duration tolerance(const Age& seen, const SeenEvent& event) {
  constexpr std::uint64_t spam_burst = 25;
  constexpr sim::Duration spam_pause = 330s;
  sim::Duration by_rate = event.count > spam_burst ? spam_pause : 3s;
  if (event.count > 2 && event.first && event.last) {
    const auto gaps = static_cast<sim::Duration::rep>(event.count - 1);
    const sim::Duration gap = (event.first->middle() - event.last->middle()) / gaps;
    by_rate = std::max(by_rate, std::min(gap * 3 / 4, spam_pause));
  }
  return std::max<sim::Duration>(by_rate, seen.minimum / 10);
}

/// Returns 1 within the observed range, 0 far away, and one half at a third of the allowed difference.
double age_score(const std::optional<Age>& seen, sim::Duration replayed, sim::Duration allowed, bool& is_near) {
  if (!seen) return 1;
  const sim::Duration distance = seen->distance(replayed);
  if (distance > allowed) is_near = false;
  return 1.0 / (1.0 + 3 * format::in_seconds(distance) / format::in_seconds(allowed));
}

/// Allows counts to differ by one or by a fifth.
double count_score(std::uint64_t seen, std::uint64_t replayed, bool& is_near) {
  const auto difference = static_cast<double>(seen > replayed ? seen - replayed : replayed - seen);
  const double allowed = std::max(1.0, static_cast<double>(seen) / 5);
  if (difference > allowed) is_near = false;
  if (seen == 1 && replayed > 1) is_near = false;
  return 1.0 / (1.0 + difference / allowed);
}

struct Comparison {
  double score = 0;
  double wording = 0;
  bool is_reproduced = false;
};

Comparison compare(const SeenEvent& seen, const trace::ListedEvent& replayed, sim::Time paste) {
  Comparison comparison;
  const bool same_container = seen.container.empty() || seen.container == container_of(replayed);
  if (seen.reason != replayed.reason || !same_container) return comparison;
  comparison.wording = likeness(seen.message, replayed.message);
  bool is_near = comparison.wording >= alike;
  const double count = seen.is_counted ? count_score(seen.count, replayed.count, is_near) : 1;
  const sim::Duration often = seen.last ? tolerance(*seen.last, seen) : 0s;
  const sim::Duration once = seen.first ? std::max<sim::Duration>(3s, seen.first->minimum / 10) : 0s;
  const double last = age_score(seen.last, paste - replayed.last_seen, often, is_near);
  const double first = age_score(seen.first, paste - replayed.first_seen, once, is_near);
  comparison.score = 0.25 + 0.25 * comparison.wording + 0.2 * count + 0.15 * last + 0.15 * first;
  comparison.is_reproduced = is_near;
  return comparison;
}

std::string text_of(const SeenEvent& event) {
  const auto age = [](const std::optional<Age>& seen) {
    return seen ? api::human_duration(seen->minimum) : std::string{"<unknown>"};
  };
  std::string text = fmt::format("{} {} {}", event.type, event.reason, age(event.last));
  if (event.count > 1) text += fmt::format(" (x{} over {})", event.count, age(event.first));
  if (!event.container.empty()) text += fmt::format(" {}", event.container);
  return text + ": " + event.message;
}

std::string text_of(const trace::ListedEvent& event, sim::Time paste) {
  std::string text = api::human_duration(paste - event.last_seen);
  if (event.count > 1)
    text += fmt::format(" (x{} over {})", event.count, api::human_duration(paste - event.first_seen));
  return text;
}

/// Merges rows about several sandboxes or attempts whose messages differ in ids alone.
std::vector<SeenEvent> merged(const std::vector<SeenEvent>& events) {
  std::vector<SeenEvent> rows;
  for (const SeenEvent& event : events) {
    const auto same = std::ranges::find_if(rows, [&event](const SeenEvent& row) {
      return row.reason == event.reason && row.container == event.container && row.message != event.message &&
             likeness(row.message, event.message) > 0.95;
    });
    if (same == rows.end()) {
      rows.push_back(event);
      continue;
    }
    same->count += event.count;
    same->is_counted = true;
    for (const std::optional<Age>& first : {same->last, event.first, event.last}) {
      if (first && (!same->first || first->minimum > same->first->minimum)) same->first = first;
    }
    if (event.last && (!same->last || event.last->minimum < same->last->minimum)) same->last = event.last;
  }
  return rows;
}

/// Merges simulated events in the same way.
std::vector<trace::ListedEvent> merged(const std::vector<trace::ListedEvent>& events) {
  std::vector<trace::ListedEvent> rows;
  for (const trace::ListedEvent& event : events) {
    const auto same = std::ranges::find_if(rows, [&event](const trace::ListedEvent& row) {
      return row.reason == event.reason && row.field_path == event.field_path && row.message != event.message &&
             likeness(row.message, event.message) > 0.95;
    });
    if (same == rows.end()) {
      rows.push_back(event);
      continue;
    }
    same->count += event.count;
    same->last_seen = std::max(same->last_seen, event.last_seen);
    same->first_seen = std::min(same->first_seen, event.first_seen);
  }
  return rows;
}

/// Notes simulated events that the table lacks, except those that the API server has expired after an hour.
void note_besides(const SeenPod& pod, const std::vector<trace::ListedEvent>& replayed, sim::Time paste, Fit& fit) {
  if (!pod.has_event_table || pod.events.empty()) return;
  for (const trace::ListedEvent& event : replayed) {
    const bool is_recent = paste - event.last_seen < 1h;
    const bool is_known = pod.event(event.reason) != nullptr;
    if (!is_recent || is_known || std::ranges::find(fit.besides, event.reason) != fit.besides.end()) continue;
    fit.besides.push_back(event.reason);
  }
}

/// Pairs every row with the most similar simulated event, each at most once.
Fit paired(const std::vector<SeenEvent>& rows, const std::vector<trace::ListedEvent>& replayed, sim::Time paste) {
  Fit fit;
  std::vector<bool> is_taken(replayed.size(), false);
  double wording = 0;
  std::size_t events = 0;
  for (const SeenEvent& seen : rows) {
    Comparison best;
    std::size_t best_at = replayed.size();
    for (std::size_t index = 0; index < replayed.size(); ++index) {
      const Comparison comparison = compare(seen, replayed[index], paste);
      if (is_taken[index] || comparison.score <= best.score) continue;
      best = comparison;
      best_at = index;
    }
    Observation observation{.line = seen.line, .text = text_of(seen), .instead = {}};
    observation.score = best.score;
    observation.is_reproduced = best.is_reproduced;
    if (best_at < replayed.size()) {
      is_taken[best_at] = true;
      observation.instead = text_of(replayed[best_at], paste);
      if (best.wording < alike) observation.instead += ": " + replayed[best_at].message;
    }
    wording += best.wording;
    ++events;
    fit.observations.push_back(std::move(observation));
  }
  fit.wording = events == 0 ? 1 : wording / static_cast<double>(events);
  return fit;
}

void judge_events(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time paste, Fit& fit) {
  std::vector<SeenEvent> rows;
  std::ranges::copy_if(pod.events, std::back_inserter(rows), is_of_kubelet);
  Fit together = paired(merged(rows), merged(simulated.events), paste);
  const Fit one_by_one = paired(rows, simulated.events, paste);
  if (one_by_one.score() > together.score()) together = one_by_one;
  fit.observations.insert(fit.observations.end(), together.observations.begin(), together.observations.end());
  fit.wording = together.wording;
  note_besides(pod, simulated.events, paste, fit);
}

bool is_near(std::uint64_t seen, std::int64_t replayed) {
  const double difference = std::abs(static_cast<double>(seen) - static_cast<double>(replayed));
  return difference <= std::max(seen > 4 ? 1.0 : 0.0, static_cast<double>(seen) / 10);
}

/// Distance of the last restart from the one in a row; 0 if the row shows none.
double restart_distance(const SeenRow& seen, const api::PodColumns& replayed, sim::Time time) {
  if (!seen.restarted || !replayed.restarted_at) return 0;
  const sim::Duration allowed = std::max<sim::Duration>(5s, seen.restarted->minimum / 5);
  return format::in_seconds(seen.restarted->distance(time - *replayed.restarted_at)) / format::in_seconds(allowed);
}

double row_score(const SeenRow& seen, const api::PodColumns& replayed, sim::Time time, bool& is_reproduced) {
  const std::string ready = fmt::format("{}/{}", seen.ready.value_or(0), seen.containers.value_or(0));
  const auto restarts = static_cast<std::int64_t>(seen.restarts.value_or(0));
  const bool same_ready = ready == replayed.ready;
  const bool same_status = seen.status == replayed.status;
  const double off = restart_distance(seen, replayed, time);
  is_reproduced = same_ready && same_status && is_near(seen.restarts.value_or(0), replayed.restart_count) && off <= 1;
  const double apart = std::abs(static_cast<double>(restarts - replayed.restart_count));
  return (same_ready ? 0.2 : 0) + (same_status ? 0.3 : 0) + 0.1 / (1 + off) +
         0.4 / (1 + apart / std::max<double>(1, static_cast<double>(restarts) / 10));
}

/// Time at which a row was printed, by its age, and the allowed difference.
struct Printed {
  sim::Time from{};
  sim::Time until{};
  sim::Duration allowed{};

  [[nodiscard]] sim::Duration distance(sim::Time time) const {
    return std::max({sim::Duration{}, from - time, time - until});
  }
};

Printed printed(const SeenRow& row, const SimulatedEvidence& simulated) {
  if (!row.age) return {simulated.ended, simulated.ended, 0s};
  const sim::Time from = std::min(simulated.created + row.age->minimum, simulated.ended);
  return {from, std::min(simulated.created + row.age->maximum, simulated.ended),
          std::max<sim::Duration>(3s, row.age->minimum / 10)};
}

/// Instants near `when` from which on the pod's status was constant.
std::vector<sim::Time> instants(const SimulatedEvidence& simulated, const Printed& when) {
  std::vector<sim::Time> found{when.from, std::max(when.from, when.until - 1ms)};
  for (const auto& [time, pod] : simulated.versions) {
    if (when.distance(time) <= 3 * when.allowed && time <= simulated.ended) found.push_back(time);
  }
  return found;
}

std::string text_of(const SeenRow& row) {
  std::string text = fmt::format("{}/{} {} {}", row.ready.value_or(0), row.containers.value_or(0), row.status,
                                 row.restarts.value_or(0));
  if (row.restarted) text += fmt::format(" ({} ago)", api::human_duration(row.restarted->minimum));
  if (row.age) text += " at " + api::human_duration(row.age->minimum);
  return text;
}

void judge_rows(const SeenPod& pod, const SimulatedEvidence& simulated, Fit& fit) {
  for (const SeenRow& row : pod.rows) {
    if (waits_for_scheduler(row)) continue;
    Observation observation{.line = row.line, .text = text_of(row), .instead = {}};
    const Printed when = printed(row, simulated);
    for (const sim::Time time : instants(simulated, when)) {
      const api::PodPtr version = simulated.pod_at(time);
      if (version == nullptr) continue;
      const api::PodColumns replayed = api::pod_columns(*version, time);
      bool is_reproduced = false;
      const double off =
          when.allowed > 0s ? format::in_seconds(when.distance(time)) / format::in_seconds(when.allowed) : 0;
      const double score = row_score(row, replayed, time, is_reproduced) * (1 - std::min(off, 3.0) / 10);
      if (score <= observation.score) continue;
      observation.score = score;
      observation.is_reproduced = is_reproduced && off <= 1;
      observation.instead = fmt::format("{} {} {}", replayed.ready, replayed.status, replayed.restarts);
    }
    fit.observations.push_back(std::move(observation));
  }
}

void judge_phase(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time paste, Fit& fit) {
  if (pod.phase.empty()) return;
  Observation observation{.text = "phase " + pod.phase};
  if (!pod.reason.empty()) observation.text += ", reason " + pod.reason;
  const api::PodPtr found = simulated.pod_at(paste);
  if (found != nullptr) {
    const std::string phase{api::to_string(found->status.phase)};
    const std::string reason{found->status.reason};
    observation.instead = reason.empty() ? "phase " + phase : fmt::format("phase {}, reason {}", phase, reason);
    observation.score = (phase == pod.phase ? 0.6 : 0.0) + (reason == pod.reason ? 0.4 : 0.0);
  }
  observation.is_reproduced = observation.score > 0.9;
  fit.observations.push_back(std::move(observation));
}

/// Sums up how many facts of a container's state match.
class StateScore {
 public:
  void add(bool is_same, double weight = 1) {
    total_ += weight;
    if (is_same) same_ += weight;
  }
  [[nodiscard]] double value() const { return total_ == 0 ? 1 : same_ / total_; }

 private:
  double same_ = 0;
  double total_ = 0;
};

std::string_view name_of(const api::ContainerState& state) {
  if (std::holds_alternative<api::StateRunning>(state)) return "Running";
  return std::holds_alternative<api::StateTerminated>(state) ? "Terminated" : "Waiting";
}

std::string text_of(const api::ContainerState& state) {
  if (const auto* waiting = std::get_if<api::StateWaiting>(&state)) {
    return fmt::format("Waiting ({})", std::string_view{waiting->reason});
  }
  if (const auto* ended = std::get_if<api::StateTerminated>(&state)) {
    const sim::Duration ran =
        sim::truncated_to_seconds(ended->finished_at) - sim::truncated_to_seconds(ended->started_at);
    return fmt::format("Terminated ({}, {}, after {}s)", std::string_view{ended->reason}, ended->exit_code,
                       std::chrono::floor<std::chrono::seconds>(ran).count());
  }
  return std::string{name_of(state)};
}

std::string text_of(const Ended& ended) {
  std::string text = fmt::format("Terminated ({}, {}", ended.reason, ended.exit_code);
  if (ended.ran) text += fmt::format(", after {}s", std::chrono::floor<std::chrono::seconds>(*ended.ran).count());
  return text + ")";
}

std::string text_of(const SeenContainer& container) {
  std::string text = container.name + ":";
  if (container.state == "Waiting") {
    text += fmt::format(" Waiting ({})", container.waiting_reason);
  } else if (container.ended && container.state == "Terminated") {
    text += " " + text_of(*container.ended);
  } else if (!container.state.empty()) {
    text += " " + container.state;
  }
  if (container.last) text += ", last " + text_of(*container.last);
  if (container.ready) text += *container.ready ? ", ready" : ", not ready";
  if (container.restarts) text += ", " + api::counted(*container.restarts, "restart");
  return text;
}

std::string text_of(const api::ContainerStatus& status) {
  std::string text = text_of(status.state);
  if (std::holds_alternative<api::StateTerminated>(status.last_state)) text += ", last " + text_of(status.last_state);
  return text +
         fmt::format(", {}, {}", status.ready ? "ready" : "not ready", api::counted(status.restart_count, "restart"));
}

void compare_ended(const std::optional<Ended>& seen, const api::ContainerState& state, StateScore& score) {
  if (!seen) return;
  const auto* const replayed = std::get_if<api::StateTerminated>(&state);
  score.add(replayed != nullptr);
  if (replayed == nullptr) return;
  score.add(seen->exit_code == replayed->exit_code);
  if (!seen->reason.empty()) score.add(seen->reason == std::string_view{replayed->reason});
  if (!seen->ran) return;
  const sim::Duration ran =
      sim::truncated_to_seconds(replayed->finished_at) - sim::truncated_to_seconds(replayed->started_at);
  const sim::Duration apart = ran > *seen->ran ? ran - *seen->ran : *seen->ran - ran;
  score.add(apart <= std::max<sim::Duration>(1s, *seen->ran / 20));
}

double score_of(const SeenContainer& seen, const api::ContainerStatus& replayed) {
  StateScore score;
  if (!seen.state.empty()) score.add(seen.state == name_of(replayed.state), 2);
  if (!seen.waiting_reason.empty()) {
    const auto* const waiting = std::get_if<api::StateWaiting>(&replayed.state);
    score.add(waiting != nullptr && seen.waiting_reason == std::string_view{waiting->reason}, 2);
  }
  if (seen.state == "Terminated") compare_ended(seen.ended, replayed.state, score);
  compare_ended(seen.last, replayed.last_state, score);
  if (seen.ready) score.add(*seen.ready == replayed.ready);
  if (seen.restarts) {
    const auto wanted = static_cast<std::int64_t>(*seen.restarts);
    const std::int64_t apart =
        wanted > replayed.restart_count ? wanted - replayed.restart_count : replayed.restart_count - wanted;
    score.add(apart == 0 || apart * 20 <= wanted, 2);
  }
  return score.value();
}

void judge_containers(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time paste, Fit& fit) {
  const api::PodPtr found = simulated.pod_at(paste);
  for (const SeenContainer& container : pod.containers) {
    const bool says_something = !container.state.empty() || container.last || container.restarts || container.ready;
    if (!says_something) continue;
    Observation observation{.line = container.line, .text = text_of(container), .instead = {}};
    if (found != nullptr) {
      const auto& statuses =
          container.is_init ? found->status.init_container_statuses : found->status.container_statuses;
      if (const api::ContainerStatus* const replayed = api::find_status(statuses, container.name)) {
        observation.score = score_of(container, *replayed);
        observation.instead = text_of(*replayed);
      }
    }
    observation.is_reproduced = observation.score > 0.99;
    fit.observations.push_back(std::move(observation));
  }
}

/// Whether the messages have the same back-off, if the first has one.
bool has_same_back_off(std::string_view seen, std::string_view replayed) {
  const auto back_off = stated_back_off(seen);
  return !back_off || stated_back_off(replayed) == back_off;
}

bool is_same(const SeenError& seen, const SimulatedError& replayed) {
  if (seen.reason.empty()) return replayed.call == seen.action;
  const std::string with = "with " + seen.reason;
  if (!replayed.call.empty() || replayed.message.find(with) == std::string::npos) return false;
  if (!has_same_back_off(seen.message, replayed.message.substr(replayed.message.find(with)))) return false;
  return seen.container.empty() || replayed.message.find('"' + seen.container + '"') != std::string::npos;
}

/// Distance between the observed and the simulated time of a failure, if `from` is the first failure.
std::optional<sim::Duration> distance(const SeenError& seen, sim::Duration since_first, sim::Time from,
                                      const std::vector<SimulatedError>& replayed) {
  std::optional<sim::Duration> nearest;
  for (const SimulatedError& error : replayed) {
    if (!is_same(seen, error)) continue;
    const sim::Duration apart = error.at - from - since_first;
    const sim::Duration size = apart < 0s ? -apart : apart;
    if (!nearest || size < *nearest) nearest = size;
  }
  return nearest;
}

sim::Duration allowed(sim::Duration since_first) {
  return std::max<sim::Duration>(4s, since_first / 8);
}

std::vector<Observation> judged_from(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Time from) {
  std::vector<Observation> observations;
  for (const SeenError& seen : pod.errors) {
    const sim::Duration since = std::max<sim::Duration>(0s, seen.at - pod.errors.front().at);
    Observation observation{.line = seen.line, .text = {}, .instead = {}};
    observation.text = seen.reason.empty()
                           ? fmt::format("{} fails", seen.action)
                           : fmt::format("{} of {} fails: {}", seen.action,
                                         seen.container.empty() ? "the pod" : seen.container, seen.reason);
    observation.text += fmt::format(", {:.1f}s after the first", format::in_seconds(since));
    if (const auto apart = distance(seen, since, from, simulated.errors)) {
      observation.score = 0.5 + 0.5 / (1 + format::in_seconds(*apart) / format::in_seconds(allowed(since)));
      observation.is_reproduced = *apart <= allowed(since);
      observation.instead = fmt::format("{:.1f}s off", format::in_seconds(*apart));
    }
    observations.push_back(std::move(observation));
  }
  return observations;
}

double sum_of(const std::vector<Observation>& observations) {
  double sum = 0;
  for (const Observation& observation : observations) sum += observation.score + (observation.is_reproduced ? 1 : 0);
  return sum;
}

void judge_errors(const SeenPod& pod, const SimulatedEvidence& simulated, Fit& fit) {
  if (pod.errors.empty()) return;
  constexpr std::size_t max_beginnings = 40;
  std::vector<Observation> best = judged_from(pod, simulated, simulated.created);
  std::size_t beginnings = 0;
  for (const SimulatedError& replayed : simulated.errors) {
    if (!is_same(pod.errors.front(), replayed) || ++beginnings > max_beginnings) continue;
    std::vector<Observation> judged = judged_from(pod, simulated, replayed.at);
    if (sum_of(judged) > sum_of(best)) best = std::move(judged);
  }
  fit.observations.insert(fit.observations.end(), best.begin(), best.end());
}

}  // namespace

std::size_t Fit::reproduced() const noexcept {
  return static_cast<std::size_t>(std::ranges::count(observations, true, &Observation::is_reproduced));
}

double Fit::score() const noexcept {
  if (observations.empty()) return 0;
  double sum = 0;
  for (const Observation& observation : observations) sum += observation.score + (observation.is_reproduced ? 1 : 0);
  constexpr double each_besides = 0.04;
  constexpr double max_extra_events = 0.2;
  const double against = std::min(max_extra_events, each_besides * static_cast<double>(besides.size()));
  return std::max(0.0, sum / (2.0 * static_cast<double>(observations.size())) - against);
}

Fit fit_of(const SeenPod& pod, const SimulatedEvidence& simulated, sim::Duration age) {
  Fit fit;
  const sim::Time paste = simulated.created + age;
  judge_events(pod, simulated, paste, fit);
  judge_rows(pod, simulated, fit);
  judge_phase(pod, simulated, paste, fit);
  judge_containers(pod, simulated, paste, fit);
  judge_errors(pod, simulated, fit);
  return fit;
}

}  // namespace podreel::reproduce
