#include "scenarios/reproduce/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "scenarios/reproduce/statements.hpp"

namespace podreel::reproduce {

namespace {

/// Whether an explanation by `simulated` also explains a text that names `stated`.
bool covers(Cause simulated, Cause stated) {
  constexpr std::array pairs{std::pair{Cause::missing_config, Cause::create},
                             std::pair{Cause::root_user, Cause::create},
                             std::pair{Cause::create, Cause::start},
                             std::pair{Cause::start, Cause::create},
                             std::pair{Cause::hook, Cause::crash},
                             std::pair{Cause::out_of_memory, Cause::crash},
                             std::pair{Cause::liveness, Cause::crash},
                             std::pair{Cause::startup, Cause::crash},
                             std::pair{Cause::start, Cause::crash},
                             std::pair{Cause::attach, Cause::mount},
                             std::pair{Cause::missing_config, Cause::mount},
                             std::pair{Cause::network, Cause::sandbox},
                             std::pair{Cause::node_shutdown, Cause::evicted},
                             std::pair{Cause::preempted, Cause::evicted},
                             std::pair{Cause::unmount, Cause::deletion},
                             std::pair{Cause::finalizer, Cause::deletion},
                             std::pair{Cause::node_lost, Cause::deletion},
                             std::pair{Cause::node_runtime, Cause::stop},
                             std::pair{Cause::image_name, Cause::image_pull}};
  return simulated == stated || std::ranges::find(pairs, std::pair{simulated, stated}) != pairs.end();
}

/// Returns the draft's sentence about the cause; null if it does not simulate the cause.
const Explained* explained(const Draft* draft, Cause cause) {
  if (draft == nullptr) return nullptr;
  const auto found =
      std::ranges::find_if(draft->causes, [cause](const Explained& each) { return covers(each.cause, cause); });
  return found == draft->causes.end() ? nullptr : &*found;
}

std::string text_of(const Draft& draft) {
  return draft.explanation.empty() ? "the pod runs without failures" : draft.explanation;
}

/// Whether a root cause says more than the draft's sentence about it.
bool says_more(const KnownCause& known) {
  constexpr std::array by_root{Cause::image_pull, Cause::evicted, Cause::missing_config};
  constexpr std::array by_decision{Cause::create, Cause::start, Cause::sandbox, Cause::mount, Cause::attach};
  if (known.cause == Cause::deletion) return true;
  if (std::ranges::find(by_decision, known.cause) != by_decision.end()) return known.strength >= Strength::decision;
  return known.strength == Strength::root && std::ranges::find(by_root, known.cause) != by_root.end();
}

class Diagnoser {
 public:
  Diagnoser(const SeenPod& pod, const Draft* draft, const Fit& fit)
      : pod_{pod}, draft_{draft}, fit_{fit}, statements_{statements_of(pod)} {}

  Diagnosis diagnose() {
    found_.is_stated = !statements_.empty() && statements_.front().known.strength >= Strength::state;
    if (found_.is_stated) {
      take_statement(statements_.front().known);
    } else {
      take_draft();
    }
    find_others();
    find_unused();
    found_.is_certain = found_.is_certain && found_.unused.empty();
    return std::move(found_);
  }

 private:
  void take_statement(const KnownCause& known) {
    cause_ = known.cause;
    // A sentence about the incident may mention what is not its cause.
    found_.is_certain = std::ranges::any_of(statements_, [&known](const Statement& each) {
      return !each.is_quoted && covers(known.cause, each.known.cause) && each.known.strength >= Strength::state;
    });
    const Explained* const simulated = explained(draft_, known.cause);
    const bool is_whole = simulated != nullptr && draft_->causes.back().cause == simulated->cause && fit_.is_complete();
    if (simulated == nullptr) {
      found_.headline = known.sentence;
      if (draft_ != nullptr) found_.simulated = text_of(*draft_);
    } else if (says_more(known) && !(is_whole && are_several(known.cause))) {
      found_.headline = known.sentence;
    } else {
      found_.headline = is_whole ? draft_->explanation : simulated->sentence;
    }
  }

  /// Whether several texts name causes of this kind, which the scenario explains together.
  [[nodiscard]] bool are_several(Cause cause) const {
    const auto is_other = [&](const Statement& each) {
      return each.known.cause == cause && each.known.strength >= Strength::decision &&
             each.known.sentence != statements_.front().known.sentence;
    };
    return std::ranges::any_of(statements_, is_other);
  }

  void take_draft() {
    if (shows_health()) {
      found_.headline = "the pod runs without failures";
      found_.is_certain = true;
      return;
    }
    if (draft_ == nullptr || (draft_->causes.empty() && draft_->explanation.empty() && !fit_.is_complete())) {
      found_.headline = "no cause found";
      return;
    }
    if (!draft_->causes.empty()) cause_ = draft_->causes.back().cause;
    found_.headline = text_of(*draft_);
    found_.is_certain = fit_.is_complete() && !draft_->is_guess && (cause_ != Cause::crash || shows_exits());
  }

  /// Whether the evidence shows how a container ends, or would show a failed probe. A number of restarts and a back-off
  /// do not, whether an event or a line of a log reports it.
  [[nodiscard]] bool shows_exits() const {
    const auto has_end = [](const SeenContainer& each) { return each.ended || each.last; };
    const auto is_other = [](const SeenEvent& each) { return each.reason != "BackOff"; };
    return pod_.has_event_table || std::ranges::any_of(pod_.events, is_other) || !pod_.spec.is_null() ||
           std::ranges::any_of(pod_.containers, has_end);
  }

  void find_others() {
    constexpr std::size_t max_others = 3;
    for (const Statement& each : statements_) {
      const auto is_known = [&each](const NamedCause& other) { return other.sentence == each.known.sentence; };
      const bool is_new = !covers(cause_, each.known.cause) && std::ranges::none_of(found_.others, is_known);
      if (!is_new || each.is_explained || found_.others.size() == max_others) continue;
      if (each.known.strength < Strength::state && !each.is_of_node) continue;
      found_.others.push_back({each.known.sentence, {each.line, each.text}});
    }
  }

  /// Whether rows alone show the pod running and ready, without a restart.
  [[nodiscard]] bool shows_health() const {
    const auto is_well = [](const SeenRow& row) {
      return row.status == "Running" && row.ready == row.containers && row.restarts == 0U;
    };
    return !pod_.rows.empty() && std::ranges::all_of(pod_.rows, is_well) && pod_.events.empty() &&
           pod_.errors.empty() && pod_.containers.size() <= 1;
  }

  [[nodiscard]] bool is_covered(Cause cause) const {
    return covers(cause_, cause) || explained(draft_, cause) != nullptr;
  }

  [[nodiscard]] bool is_explained(int line) const {
    return std::ranges::any_of(statements_,
                               [line](const Statement& each) { return each.line == line && each.is_explained; });
  }

  void find_unused() {
    for (const SeenEvent& event : pod_.events) {
      if (is_of_kubelet(event) && draft_ != nullptr) continue;
      const auto known = known_cause(event.reason, event.message, event.container);
      const bool is_context = !known && event.type != "Warning";
      if (is_context || (known && is_covered(known->cause)) || is_explained(event.line)) continue;
      found_.unused.push_back({event.line, fmt::format("{} {}: {}", event.type, event.reason, event.message)});
    }
    for (const SeenLine& line : pod_.lines) {
      const auto known = known_cause("", line.text, "");
      if (line.is_quoted || line.is_of_node || (known ? is_covered(known->cause) : !line.is_problem)) continue;
      found_.unused.push_back({line.line, line.text});
    }
  }

  const SeenPod& pod_;
  const Draft* draft_;
  const Fit& fit_;
  std::vector<Statement> statements_;
  Cause cause_ = Cause::unknown;
  Diagnosis found_;
};

}  // namespace

Diagnosis diagnose(const SeenPod& pod, const Draft* draft, const Fit& fit) {
  return Diagnoser{pod, draft, fit}.diagnose();
}

}  // namespace podreel::reproduce
