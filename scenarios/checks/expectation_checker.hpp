// Checks whether a run meets the expectations of its scenario.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/sim/time.hpp"
#include "engine/trace/record.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/checks/match.hpp"
#include "scenarios/format/scenario.hpp"

namespace podreel::format {

/// A version of a pod in the API.
struct PodVersion {
  sim::Time since{};
  /// As kubectl prints it; null if the pod was deleted.
  std::shared_ptr<const nlohmann::json> object;
};

/// Result of one expectation.
struct Verdict {
  const Expectation* expectation = nullptr;
  bool held = false;
  /// Time of the record or the version of a pod that completes the expectation; the end of its period if none does. No
  /// value if the expectation failed.
  std::optional<sim::Time> shown_at{};
  /// Description of the failure; empty if the expectation held.
  std::string seen{};
  /// Differences between the pod and the expectation, at the time in `seen`.
  std::vector<Difference> differences{};
  /// The closest records, or those that should not exist, in order of time.
  std::vector<trace::Record> nearest{};
  /// Indices of the right choices of a question; empty if the expectation is no question.
  std::vector<std::size_t> right{};
};

class Watch;

/// Checks expectations during a run. Only keeps data that a verdict may show, so that memory does not grow with the
/// run.
class ExpectationChecker final : public trace::Sink {
 public:
  /// Takes the expectations that apply to this run, which begins at `start`; verdicts point into `scenario`.
  ExpectationChecker(const Scenario& scenario, sim::Time start);
  ~ExpectationChecker() override;
  ExpectationChecker(const ExpectationChecker&) = delete;
  ExpectationChecker& operator=(const ExpectationChecker&) = delete;

  /// Whether an expectation is about this pod, "namespace/name".
  [[nodiscard]] bool expects_pod(const std::string& pod) const { return pods_.contains(pod); }

  [[nodiscard]] trace::Kinds wanted() const override;
  void write(const trace::Record& record) override;
  /// Takes the versions of a pod, in order.
  void observe(const std::string& pod, const PodVersion& version);
  /// Whether it needs every version of every pod, and, with `gone`, the last one again.
  [[nodiscard]] bool watches_pods() const;
  void observe(sim::Time time, const api::PodPtr& pod, bool gone);
  /// Returns the verdicts of a run that ended at `end`, in the order of the file.
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

/// Formats an instant of a run that began at `start`, to the millisecond: "1m3.508s".
[[nodiscard]] std::string time_text(sim::Time time, sim::Time start);

/// Whether an expectation applies to this run (`when`).
[[nodiscard]] bool applies(const Expectation& expectation, const Scenario& scenario);

/// Formats a failed verdict: its position, the expectation, the result, and the closest records. Several lines, without
/// colour.
[[nodiscard]] std::string render_verdict(const Verdict& verdict, const Scenario& scenario, sim::Time start);

}  // namespace podreel::format
