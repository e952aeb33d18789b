#include "scenarios/public/engine_replay.hpp"

#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/decide/named_policies.hpp"
#include "engine/sim/scheduler.hpp"
#include "podreel/runtime.hpp"
#include "podreel/trace.hpp"
#include "scenarios/public/conversions.hpp"
#include "scenarios/public/policy_adapter.hpp"
#include "scenarios/public/record_source.hpp"
#include "scenarios/public/runtime_adapter.hpp"

namespace podreel::facade {

class EngineReplay::RecordSink final : public trace::Sink {
 public:
  RecordSink(const std::function<void(const Record&)>& on_record, sim::Time start)
      : on_record_{on_record}, start_{start} {}

  void write(const trace::Record& record) override {
    const Record::Source source{record, start_};
    on_record_(Record{source});
  }

 private:
  const std::function<void(const Record&)>& on_record_;
  sim::Time start_;
};

namespace {

/// Returns the scenario with another policy of its kubelet, as the option --policy of the command has it.
std::optional<format::Scenario> with_policy(const format::Scenario& scenario, const decide::CustomPolicy& policy) {
  if (!policy.make) return std::nullopt;
  std::optional<format::Scenario> changed{scenario};
  decide::PolicySettings& own = changed->node.kubelet.identity_policy;
  decide::PolicySettings made;
  made.kind = decide::PolicyKind::custom;
  made.custom = &policy;
  own = decide::replaced_policy(own, std::move(made));
  return changed;
}

}  // namespace

EngineReplay::EngineReplay(const format::Scenario& scenario, const ReplayOptions& options)
    : made_policy_{.name = {}, .summary = {}, .make = options.make_policy ? adapted(options.make_policy) : nullptr},
      with_policy_{with_policy(scenario, made_policy_)},
      scenario_{with_policy_ ? *with_policy_ : scenario},
      options_{options} {
  if (options.policy && options.make_policy) {
    throw std::invalid_argument{"ReplayOptions: policy and make_policy are both set; accepted: one of them"};
  }
  how_.seed = options.seed;
  how_.until = options.duration;
  how_.policies = policy_factory(options.policy);
  how_.explain = options.explain;
  how_.print_objects = true;
  if (options.runtime) {
    how_.make_runtime = [this](sim::Scheduler& scheduler, trace::Recorder& recorder) {
      return std::make_unique<RuntimeAdapter>(scheduler, recorder,
                                              scenario_.node.kubelet.config.runtime_request_timeout, options_.runtime);
    };
  }
  start_ = simulation::start_time(scenario_, how_);
  observe_records();
  observe_pods();
}

EngineReplay::~EngineReplay() = default;

void EngineReplay::observe_records() {
  if (options_.on_record) {
    records_ = std::make_unique<RecordSink>(options_.on_record, start_);
    how_.sinks.push_back(records_.get());
  }
  if (options_.compute_digest) how_.sinks.push_back(&digest_.emplace(start_));
  if (options_.check_expectations) how_.sinks.push_back(&checker_.emplace(scenario_, start_));
}

void EngineReplay::observe_pods() {
  if (!options_.on_pod && !checker_) return;
  how_.observes = [this](const std::string& pod) { return options_.on_pod || checker_->expects_pod(pod); };
  how_.observe_pods = [this](sim::Time time, const std::string& pod, std::shared_ptr<const nlohmann::json> object) {
    if (checker_ && checker_->expects_pod(pod)) checker_->observe(pod, {time, object});
    if (options_.on_pod) options_.on_pod({time - start_, pod, std::move(object)});
  };
  if (!checker_ || !checker_->watches_pods()) return;
  how_.watch_pods = [this](sim::Time time, const api::PodPtr& pod, bool gone) { checker_->observe(time, pod, gone); };
}

void EngineReplay::record_history(invariants::History& history) {
  how_.sinks.push_back(&history);
  how_.watch_pods = [&history, watch = std::move(how_.watch_pods)](sim::Time time, const api::PodPtr& pod, bool gone) {
    history.observe(time, pod, gone);
    if (watch) watch(time, pod, gone);
  };
}

ReplayResult EngineReplay::run() {
  ReplayResult result;
  result.problem = why_runtime_is_refused();
  if (result.problem) return result;
  try {
    simulation::ReplayResult replayed = simulation::replay(scenario_, how_);
    result.length = replayed.length;
    result.is_settled = replayed.settled;
    for (const release::Release kubelet : replayed.kubelets) result.kubelets.push_back(to_public(kubelet));
    result.pods = std::move(replayed.objects);
    if (checker_) result.expectations = expectations(replayed.started_at + replayed.length);
  } catch (const sim::LivelockError& livelock) {
    result.problem = problem_at({}, {}, livelock.what());
  }
  if (digest_) result.digest = digest_->hex();
  return result;
}

std::optional<Problem> EngineReplay::why_runtime_is_refused() const {
  if (!options_.runtime) return std::nullopt;
  if (scenario_.node.settled) {
    return problem_at({}, "spec.node.settled",
                      "not accepted with another runtime: settled pods require podreel's own runtime");
  }
  for (const format::Step& step : scenario_.timeline) {
    if (step.action->side() == actions::Side::cluster) continue;
    return problem_at(step.mark, step.path,
                      fmt::format("{} acts on podreel's own runtime; remove the step, or run the scenario without "
                                  "another runtime",
                                  step.action->name()));
  }
  return std::nullopt;
}

Problem EngineReplay::problem_at(api::Mark mark, std::string path, std::string message) const {
  return {scenario_.file, mark.line, mark.column, std::move(path), std::move(message)};
}

std::vector<ExpectationResult> EngineReplay::expectations(sim::Time end) {
  std::vector<ExpectationResult> results;
  for (const format::Verdict& verdict : std::move(*checker_).verdicts(end)) {
    const format::Expectation& expectation = *verdict.expectation;
    results.push_back({expectation.text, scenario_.file, expectation.mark.line, expectation.mark.column, verdict.held,
                       verdict.held ? std::string{} : format::render_verdict(verdict, scenario_, start_)});
  }
  return results;
}

}  // namespace podreel::facade
