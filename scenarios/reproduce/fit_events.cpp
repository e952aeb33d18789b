// Events that were seen, and those that a run tells.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "engine/api/human_duration.hpp"
#include "scenarios/reproduce/draft/draft.hpp"
#include "scenarios/reproduce/fit.hpp"
#include "scenarios/reproduce/message.hpp"

namespace podreel::reproduce {

namespace {

using namespace std::chrono_literals;

std::string container_of(const trace::ListedEvent& event) {
  const std::size_t begin = event.field_path.find('{');
  if (begin == std::string::npos) return {};
  return event.field_path.substr(begin + 1, event.field_path.size() - begin - 2);
}

/// How far ages may lie apart: what kubectl rounds away is in `seen`, a pod's jitter is here. An event that comes often
/// is not written each time.
sim::Duration tolerance(const Age& seen, const SeenEvent& event) {
  constexpr std::uint64_t spam_burst = 25;
  constexpr sim::Duration spam_pause = 330s;
  sim::Duration by_rate = event.count > spam_burst ? spam_pause : 3s;
  if (event.count > 2 && event.first && event.last) {
    const auto gaps = static_cast<sim::Duration::rep>(event.count - 1);
    const sim::Duration gap = (event.first->middle() - event.last->middle()) / gaps;
    by_rate = std::max(by_rate, std::min(gap * 3 / 4, spam_pause));
  }
  return std::max<sim::Duration>(by_rate, seen.least / 10);
}

/// 1 inside of what was seen, 0 far away; a half at a third of what is allowed.
double age_score(const std::optional<Age>& seen, sim::Duration told, sim::Duration allowed, bool& is_near) {
  if (!seen) return 1;
  const sim::Duration distance = seen->distance(told);
  if (distance > allowed) is_near = false;
  return 1.0 / (1.0 + 3 * in_seconds(distance) / in_seconds(allowed));
}

/// Counts may differ by one, or by a fifth.
double count_score(std::uint64_t seen, std::uint64_t told, bool& is_near) {
  const auto difference = static_cast<double>(seen > told ? seen - told : told - seen);
  const double allowed = std::max(1.0, static_cast<double>(seen) / 5);
  if (difference > allowed) is_near = false;
  if (seen == 1 && told > 1) is_near = false;
  return 1.0 / (1.0 + difference / allowed);
}

struct Comparison {
  double score = 0;
  double wording = 0;
  bool is_told = false;
};

Comparison compare(const SeenEvent& seen, const trace::ListedEvent& told, sim::Time paste) {
  Comparison comparison;
  const bool same_container = seen.container.empty() || seen.container == container_of(told);
  if (seen.reason != told.reason || !same_container) return comparison;
  comparison.wording = likeness(seen.message, told.message);
  bool is_near = comparison.wording >= alike;
  const double count = seen.is_counted ? count_score(seen.count, told.count, is_near) : 1;
  const sim::Duration often = seen.last ? tolerance(*seen.last, seen) : 0s;
  const sim::Duration once = seen.first ? std::max<sim::Duration>(3s, seen.first->least / 10) : 0s;
  const double last = age_score(seen.last, paste - told.last_seen, often, is_near);
  const double first = age_score(seen.first, paste - told.first_seen, once, is_near);
  comparison.score = 0.25 + 0.25 * comparison.wording + 0.2 * count + 0.15 * last + 0.15 * first;
  comparison.is_told = is_near;
  return comparison;
}

std::string text_of(const SeenEvent& event) {
  const auto age = [](const std::optional<Age>& seen) {
    return seen ? api::human_duration(seen->least) : std::string{"<unknown>"};
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

/// Rows that say the same of several sandboxes or tries are one: their messages differ in ids alone.
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
      if (first && (!same->first || first->least > same->first->least)) same->first = first;
    }
    if (event.last && (!same->last || event.last->least < same->last->least)) same->last = event.last;
  }
  return rows;
}

/// The same of what podreel tells.
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

/// What the API forgets after an hour is not missed in a table.
void note_besides(const SeenPod& pod, const std::vector<trace::ListedEvent>& told, sim::Time paste, Fit& fit) {
  if (!pod.has_event_table || pod.events.empty()) return;
  for (const trace::ListedEvent& event : told) {
    const bool is_recent = paste - event.last_seen < 1h;
    const bool is_known = pod.event(event.reason) != nullptr;
    if (!is_recent || is_known || std::ranges::find(fit.besides, event.reason) != fit.besides.end()) continue;
    fit.besides.push_back(event.reason);
  }
}

}  // namespace

namespace {

/// Every row takes the one that is most like it, once.
Fit paired(const std::vector<SeenEvent>& rows, const std::vector<trace::ListedEvent>& told, sim::Time paste) {
  Fit fit;
  std::vector<bool> is_taken(told.size(), false);
  double wording = 0;
  std::size_t events = 0;
  for (const SeenEvent& seen : rows) {
    Comparison best;
    std::size_t best_at = told.size();
    for (std::size_t index = 0; index < told.size(); ++index) {
      const Comparison comparison = compare(seen, told[index], paste);
      if (is_taken[index] || comparison.score <= best.score) continue;
      best = comparison;
      best_at = index;
    }
    Observation observation{.line = seen.line, .text = text_of(seen), .instead = {}};
    observation.score = best.score;
    observation.is_told = best.is_told;
    if (best_at < told.size()) {
      is_taken[best_at] = true;
      observation.instead = text_of(told[best_at], paste);
      if (best.wording < alike) observation.instead += ": " + told[best_at].message;
    }
    wording += best.wording;
    ++events;
    fit.observations.push_back(std::move(observation));
  }
  fit.wording = events == 0 ? 1 : wording / static_cast<double>(events);
  return fit;
}

}  // namespace

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

}  // namespace podreel::reproduce
