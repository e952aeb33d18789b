#include "engine/kubelet/status/status_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

using nlohmann::ordered_json;

void StatusNotes::add(Notes& notes, ExplanationStep step, Explanation::Times times) const {
  step.kind = trace::StepKind::status;
  constexpr std::size_t max_kept = 16;
  if (notes.of_sync.size() == max_kept) notes.of_sync.erase(notes.of_sync.begin());
  Explanation explanation{start_};
  explanation.add(std::move(step), times);
  notes.of_sync.push_back(explanation.steps().front());
}

void StatusNotes::note_illegal(const memory::Text& uid) {
  add(pods_[uid], {.rule = sync_rule::status_illegal,
                   .found = "the new status reverts the termination of a container",
                   .effect = "not reported"});
}

void StatusNotes::note_unchanged(const memory::Text& uid) {
  Notes& notes = pods_[uid];
  ExplanationStep step{
      .rule = sync_rule::status_unchanged, .found = "same as before", .effect = "not written", .is_detail = true};
  if (!notes.set_at) return add(notes, std::move(step));
  step.found = "same as at " + Explanation{start_}.time_text(*notes.set_at);
  add(notes, std::move(step), {{"set", *notes.set_at}});
}

void StatusNotes::note_changed(const memory::Text& uid, std::vector<std::string> changes, SetBy by, sim::Time now,
                               bool is_busy) {
  Notes& notes = pods_[uid];
  notes.set_at = now;
  if (notes.changes.empty()) notes.changed_since = now;
  if (changes.empty()) changes.emplace_back("no change, but the pod is to be deleted");
  if (by == SetBy::sync) {
    add(notes,
        {.rule = sync_rule::status_changed,
         .found = fmt::format("{}", fmt::join(changes, ", ")),
         .effect = is_busy ? "written after the write in progress" : "written next",
         // The record of the write shows the changes.
         .is_detail = true},
        {{"set", now}});
  }
  notes.changes.insert(notes.changes.end(), std::make_move_iterator(changes.begin()),
                       std::make_move_iterator(changes.end()));
  // As long as the API does not answer, they grow more.
  constexpr std::ptrdiff_t max_recorded = 32;
  if (std::ssize(notes.changes) <= max_recorded) return;
  notes.changes.erase(notes.changes.begin(), notes.changes.end() - max_recorded);
}

void StatusNotes::note_same_in_api(const memory::Text& uid) {
  Notes& notes = pods_[uid];
  notes.changes.clear();
  notes.rate_wait = {};
  add(notes, {.rule = sync_rule::status_same_in_api, .found = "the API already has it", .effect = "not written"});
}

void StatusNotes::note_unreachable(const memory::Text& uid) {
  add(pods_[uid], {.rule = sync_rule::status_unreachable,
                   .found = "the API server did not answer",
                   .effect = "write failed, retried at a later tick"});
}

void StatusNotes::note_rate_wait(const memory::Text& uid, sim::Duration wait) {
  PODREEL_INVARIANT(wait >= sim::Duration{}, "a request does not go before it is made");
  pods_[uid].rate_wait += wait;
}

std::shared_ptr<const ordered_json> StatusNotes::written(const memory::Text& uid, sim::Time now,
                                                         bool holds_phase_back) {
  Notes& notes = pods_[uid];
  PODREEL_INVARIANT(notes.changes.empty() || notes.changed_since <= now, "a status is written after it was set");
  const std::vector<std::string> changes = std::exchange(notes.changes, {});
  const sim::Duration rate_wait = std::exchange(notes.rate_wait, {});
  constexpr auto kind = trace::StepKind::status;
  Explanation explanation{start_};
  if (changes.empty()) {
    explanation.add({.rule = sync_rule::status_reconciled,
                     .kind = kind,
                     .found = "the API had a different status",
                     .effect = "written again"});
  } else {
    explanation.add({.rule = sync_rule::status_written,
                     .kind = kind,
                     .found = fmt::format("set at {}", explanation.time_text(notes.changed_since)),
                     .effect = fmt::format("{}", fmt::join(changes, ", ")),
                     .facts = {{"waitedSeconds", Explanation::seconds(now - notes.changed_since)}}},
                    {{"set", notes.changed_since}});
  }
  if (rate_wait > sim::Duration{}) {
    explanation.add({.rule = sync_rule::client_rate,
                     .kind = kind,
                     .found = "limited by kubeAPIQPS",
                     .effect = fmt::format("written {} later because of the request rate limit",
                                           Explanation::duration_text(rate_wait)),
                     .facts = {{"waitedSeconds", Explanation::seconds(rate_wait)}}});
  }
  if (holds_phase_back) {
    explanation.add({.rule = sync_rule::terminal_phase_held_back,
                     .kind = kind,
                     .found = "containers may still run",
                     .effect = "the terminal phase is not written yet"});
  }
  return explanation.take();
}

ordered_json StatusNotes::take(const memory::Text& uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end()) return ordered_json::array();
  return std::exchange(found->second.of_sync, ordered_json::array());
}

}  // namespace podreel::kubelet
