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
  constexpr std::array causes{Cause::image_pull, Cause::create,  Cause::start,
                              Cause::mount,      Cause::sandbox, Cause::evicted};
  if (known.cause == Cause::deletion) return true;
  return known.strength == Strength::root && std::ranges::find(causes, known.cause) != causes.end();
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
    find_unused();
    found_.is_certain = found_.is_certain && found_.unused.empty();
    return std::move(found_);
  }

 private:
  void take_statement(const KnownCause& known) {
    cause_ = known.cause;
    found_.is_certain = true;
    const Explained* const simulated = explained(draft_, known.cause);
    const bool is_whole = simulated != nullptr && draft_->causes.back().cause == simulated->cause && fit_.is_complete();
    if (simulated == nullptr) {
      found_.headline = known.sentence;
      if (draft_ != nullptr) found_.simulated = text_of(*draft_);
    } else if (says_more(known)) {
      found_.headline = known.sentence;
    } else {
      found_.headline = is_whole ? draft_->explanation : simulated->sentence;
    }
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
    found_.is_certain = fit_.is_complete() && !draft_->is_guess;
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

  void find_unused() {
    for (const SeenEvent& event : pod_.events) {
      if (is_of_kubelet(event) && draft_ != nullptr) continue;
      const auto known = known_cause(event.reason, event.message, event.container);
      const bool is_context = !known && event.type != "Warning";
      if (is_context || (known && is_covered(known->cause))) continue;
      found_.unused.push_back({event.line, fmt::format("{} {}: {}", event.type, event.reason, event.message)});
    }
    for (const SeenLine& line : pod_.lines) {
      const auto known = known_cause("", line.text, "");
      if (known ? is_covered(known->cause) : !line.is_problem) continue;
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
