// Does a run meet the expectations of its scenario?
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "engine/trace/record.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/checks/match.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::language {

/// A pod as the API had it from some time on.
struct PodVersion {
  sim::Time since{};
  /// As kubectl prints it. Null: the pod was gone.
  std::shared_ptr<const nlohmann::json> object;
};

/// What became of one expectation.
struct Verdict {
  const Expectation* expectation = nullptr;
  bool held = false;
  /// What was seen instead, in words; empty if it held.
  std::string seen{};
  /// Where the pod differed from what it should be, at the instant that `seen` names.
  std::vector<Difference> differences{};
  /// The records that came nearest, or that should not be, in the order of their times.
  std::vector<trace::Record> nearest{};
  /// Which choices of a question are right, by their places; none where the expectation is no question.
  std::vector<std::size_t> right{};
};

class Watch;

/// Checks expectations while a run goes on. Of what it is told it keeps what a verdict may show, no more: a long run
/// needs no more memory than a short one.
class ExpectationChecker final : public trace::Sink {
 public:
  /// Of the expectations that apply to this run, which begins at `start`; verdicts point into `scenario`.
  ExpectationChecker(const Scenario& scenario, sim::Time start);
  ~ExpectationChecker() override;
  ExpectationChecker(const ExpectationChecker&) = delete;
  ExpectationChecker& operator=(const ExpectationChecker&) = delete;

  /// An expectation is about this pod, "namespace/name".
  [[nodiscard]] bool asks_for(const std::string& pod) const { return pods_.contains(pod); }

  [[nodiscard]] trace::Kinds wanted() const override;
  void write(const trace::Record& record) override;
  /// Versions of a pod, in the order in which they came.
  void observe(const std::string& pod, const PodVersion& version);
  /// It wants every version of every pod, and, with `gone`, the last one again.
  [[nodiscard]] bool watches_pods() const;
  void observe(sim::Time time, const api::PodPtr& pod, bool gone);
  /// Of a run that ended at `end`, in the order of the file.
  [[nodiscard]] std::vector<Verdict> verdicts(sim::Time end) &&;

 private:
  struct Watched {
    const Expectation* expectation;
    std::unique_ptr<Watch> watch;
  };

  sim::Time start_;
  std::vector<Watched> watched_;
  std::set<std::string> pods_;
};

/// "1m3.508s": an instant of a run that began at `start`, for people, to the millisecond.
[[nodiscard]] std::string time_text(sim::Time time, sim::Time start);

/// Whether an expectation is judged in this run (`when`).
[[nodiscard]] bool applies(const Expectation& expectation, const Scenario& scenario);

/// A failed verdict for people: where it stands, what was expected, what was seen, and the nearest records. Several
/// lines, without colour.
[[nodiscard]] std::string render_verdict(const Verdict& verdict, const Scenario& scenario, sim::Time start);

}  // namespace podreel::language
