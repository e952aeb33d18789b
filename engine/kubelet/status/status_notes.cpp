#include "engine/kubelet/status/status_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::kubelet {

using nlohmann::ordered_json;

void StatusNotes::add(Notes& notes, Step step, std::initializer_list<std::pair<const char*, sim::Time>> times) const {
  constexpr std::size_t kept_at_most = 16;
  if (notes.of_sync.size() == kept_at_most) notes.of_sync.erase(notes.of_sync.begin());
  Explanation explanation{start_};
  explanation.add(std::move(step), times);
  notes.of_sync.push_back(explanation.steps().front());
}

void StatusNotes::note_illegal(const memory::Text& uid) {
  add(pods_[uid], {.rule = sync_rule::status_illegal,
                   .found = "its status takes back the end of a container",
                   .effect = "not reported"});
}

void StatusNotes::note_unchanged(const memory::Text& uid) {
  Notes& notes = pods_[uid];
  Step step{.rule = sync_rule::status_unchanged, .found = "its status is the one before", .effect = "not written"};
  if (!notes.set_at) return add(notes, std::move(step));
  step.found = "its status is that of " + Explanation{start_}.told(*notes.set_at);
  add(notes, std::move(step), {{"set", *notes.set_at}});
}

void StatusNotes::note_changed(const memory::Text& uid, std::vector<std::string> changes, SetBy by, sim::Time now,
                               bool is_busy) {
  Notes& notes = pods_[uid];
  notes.set_at = now;
  if (notes.changes.empty()) notes.changed_since = now;
  if (changes.empty()) changes.emplace_back("nothing, but its pod is to be deleted");
  if (by == SetBy::sync) {
    add(notes,
        {.rule = sync_rule::status_changed,
         .found = fmt::format("its status says {}", fmt::join(changes, ", ")),
         .effect = is_busy ? "written when the write under way is done" : "written next"},
        {{"set", now}});
  }
  notes.changes.insert(notes.changes.end(), std::make_move_iterator(changes.begin()),
                       std::make_move_iterator(changes.end()));
  // As long as the API does not answer, they grow more.
  constexpr std::ptrdiff_t told_at_most = 32;
  if (std::ssize(notes.changes) <= told_at_most) return;
  notes.changes.erase(notes.changes.begin(), notes.changes.end() - told_at_most);
}

void StatusNotes::note_same_in_api(const memory::Text& uid) {
  Notes& notes = pods_[uid];
  notes.changes.clear();
  notes.rate_wait = {};
  add(notes,
      {.rule = sync_rule::status_same_in_api, .found = "the API has its status already", .effect = "not written"});
}

void StatusNotes::note_unreachable(const memory::Text& uid) {
  add(pods_[uid], {.rule = sync_rule::status_unreachable,
                   .found = "the API server did not answer",
                   .effect = "written at a later tick"});
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
  Explanation explanation{start_};
  if (changes.empty()) {
    explanation.add(
        {.rule = sync_rule::status_reconciled, .found = "the API had another one", .effect = "written again"});
  } else {
    explanation.add(
        {.rule = sync_rule::status_written,
         .found = fmt::format("set at {}: {}", explanation.told(notes.changed_since), fmt::join(changes, ", ")),
         .facts = {{"waitedSeconds", Explanation::seconds(now - notes.changed_since)}}},
        {{"set", notes.changed_since}});
  }
  if (rate_wait > sim::Duration{}) {
    explanation.add({.rule = sync_rule::client_rate,
                     .found = fmt::format("requests had to wait for {}", Explanation::told(rate_wait)),
                     .facts = {{"waitedSeconds", Explanation::seconds(rate_wait)}}});
  }
  if (holds_phase_back) {
    explanation.add({.rule = sync_rule::terminal_phase_held_back,
                     .found = "the pod is over, but its containers may still run",
                     .effect = "written with the phase that the API has"});
  }
  return explanation.take();
}

ordered_json StatusNotes::take(const memory::Text& uid) {
  const auto found = pods_.find(uid);
  if (found == pods_.end()) return ordered_json::array();
  return std::exchange(found->second.of_sync, ordered_json::array());
}

}  // namespace podreel::kubelet
