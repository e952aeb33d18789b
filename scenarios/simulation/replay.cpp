#include "scenarios/simulation/replay.hpp"

#include <algorithm>

#include "engine/timing/table.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/simulation/node.hpp"
#include "scenarios/simulation/stepped_replay.hpp"

namespace podreel::simulation {

namespace {

/// Records the time of the last change.
class ActivityWatch final : public trace::Sink {
 public:
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::activity_kinds(); }
  void write(const trace::Record& record) override { touch(record.time); }
  void touch(sim::Time time) { last_ = std::max(last_, time); }
  [[nodiscard]] sim::Time last() const noexcept { return last_; }

 private:
  sim::Time last_{};
};

sim::Choices choices_of(const format::Scenario& scenario, const ReplayOptions& options) {
  std::vector<sim::Choice> fixed = scenario.choices;
  fixed.insert(fixed.end(), options.choices.begin(), options.choices.end());
  sim::Choices choices{options.seed.value_or(scenario.seed), fixed};
  if (options.record_choices) choices.record();
  return choices;
}

}  // namespace

class SteppedReplay::Implementation {
 public:
  Implementation(const format::Scenario& scenario, const ReplayOptions& options)
      : scenario_{scenario},
        options_{options},
        timing_{choices_of(scenario, options), scenario.timing},
        node_{scenario, timing_} {
    // Many pods may be created in one second, each with its events.
    constexpr std::uint64_t for_each_pod = 10'000;
    constexpr std::uint64_t for_the_node = 50'000;
    const std::size_t settled = scenario.node.settled ? scenario.node.settled->pods.size() : 0;
    node_.scheduler().limit_second(for_the_node + for_each_pod * (scenario.timeline.size() + settled));
    for (trace::Sink* sink : options.sinks) node_.recorder().add(*sink);
    node_.skip_idle_work(options.skip_idle_work);
    if (options.make_runtime) {
      runtime_ = options.make_runtime(node_.scheduler(), node_.recorder());
      node_.skip_idle_work(false);
      node_.use_runtime(*runtime_);
    }
    node_.explain(options.explain);
    node_.use_policies(options.policies, options.shared_policies);
    if (options.observe_pods || options.watch_pods) {
      node_.observe([this](const apiserver::ApiServer::PodChange& change) { observe(change); });
    }
  }

  void begin() {
    SettledPods own{options_.policies};
    node_.begin(options_.settled == nullptr ? own : *options_.settled);
  }

  /// Executes the next steps, of the first `num_steps`, that are not after `end`.
  void perform(std::size_t num_steps, sim::Duration end) {
    for (; next_ < num_steps && scenario_.timeline[next_].at <= end; ++next_) {
      advance_into(scenario_.timeline[next_].at);
      scenario_.timeline[next_].action->perform(node_);
      watch_.touch(node_.scheduler().now());
      time_choices();
    }
  }

  ReplayResult run() {
    const std::optional<sim::Duration> duration = options_.until ? options_.until : scenario_.duration;
    if (!duration) node_.recorder().add(watch_);
    begin();
    const sim::Duration end = duration.value_or(format::max_settling);
    perform(scenario_.timeline.size(), end);
    const bool settled = !duration && settle(end);
    if (duration) advance_to(end);
    node_.recorder().flush();
    ReplayResult result;
    result.started_at = node_.start_time();
    result.length = elapsed();
    result.settled = settled;
    result.kubelets = node_.kubelet_releases();
    result.pods = node_.api_server().list();
    if (options_.print_objects) {
      for (const api::PodPtr& pod : result.pods) result.objects.push_back(node_.api_server().printed(*pod));
    }
    time_choices();
    result.choices = timing_.taken();
    result.choice_times = std::move(choice_times_);
    result.events_run = node_.scheduler().events_run();
    return result;
  }

  void advance_to(sim::Duration time) {
    run_before(time);
    node_.scheduler().run_until(node_.start_time() + time);
  }

  /// Includes the last events of an instant after its steps.
  void advance_into(sim::Duration time) {
    run_before(time);
    node_.scheduler().run_into(node_.start_time() + time);
  }

  [[nodiscard]] bool has_events_at(sim::Duration time) {
    return node_.scheduler().next_event_time() == node_.start_time() + time;
  }

  void preview_end() {
    trace::Recorder copy = node_.recorder();
    copy.flush();
  }

 private:
  [[nodiscard]] sim::Duration elapsed() { return node_.scheduler().now() - node_.start_time(); }

  void observe(const apiserver::ApiServer::PodChange& change) {
    const bool is_gone = change.kind == apiserver::ApiServer::ChangeKind::deleted;
    if (options_.watch_pods) options_.watch_pods(node_.scheduler().now(), change.pod, is_gone);
    if (!options_.observe_pods) return;
    const std::string name = api::full_name(*change.pod);
    if (options_.observes && !options_.observes(name)) return;
    std::shared_ptr<const nlohmann::json> object;
    if (!is_gone) object = std::make_shared<nlohmann::json>(node_.api_server().printed(change));
    options_.observe_pods(node_.scheduler().now(), name, std::move(object));
  }

  /// Runs what comes before that time, one instant after another, if each is announced or its choices are timed.
  void run_before(sim::Duration time) {
    if (!options_.before_advance && !options_.record_choices) return;
    for (auto next = node_.scheduler().next_event_time(); next && *next < node_.start_time() + time;
         next = node_.scheduler().next_event_time()) {
      advance(*next - node_.start_time());
      node_.scheduler().run_until(*next);
    }
    advance(time);
  }

  void advance(sim::Duration time) {
    time_choices();
    if (options_.before_advance) options_.before_advance(time);
  }

  /// All choices without a time were taken at this one.
  void time_choices() { choice_times_.resize(timing_.taken().size(), elapsed()); }

  /// Runs until nothing has changed for a while and no scripted change is pending; returns false at the limit.
  bool settle(sim::Duration limit) {
    while (elapsed() < limit) {
      const sim::Time quiet_since = watch_.last();
      const bool scripted = node_.runtime().has_scripted_changes() || node_.is_changing();
      if (!scripted && node_.scheduler().now() - quiet_since >= timing::settled_after) return true;
      advance_to(std::min<sim::Duration>(limit, elapsed() + timing::settling_step));
    }
    return false;
  }

  const format::Scenario& scenario_;
  const ReplayOptions& options_;
  timing::Timing timing_;
  /// Null: the node's own. It outlives the node's kubelets.
  std::unique_ptr<runtime::Runtime> runtime_;
  Node node_;
  ActivityWatch watch_;
  std::vector<sim::Duration> choice_times_;
  /// Index of the next step.
  std::size_t next_ = 0;
};

SteppedReplay::SteppedReplay(const format::Scenario& scenario, const ReplayOptions& options)
    : implementation_{std::make_unique<Implementation>(scenario, options)} {
  implementation_->begin();
}

SteppedReplay::~SteppedReplay() = default;

bool SteppedReplay::run_into(sim::Duration end, std::size_t num_steps) {
  implementation_->perform(num_steps, end);
  implementation_->advance_into(end);
  return !implementation_->has_events_at(end);
}

void SteppedReplay::run_until(sim::Duration end, std::size_t num_steps) {
  implementation_->perform(num_steps, end);
  implementation_->advance_to(end);
}

void SteppedReplay::preview_end() const {
  implementation_->preview_end();
}

sim::Time start_time(const format::Scenario& scenario, const ReplayOptions& options) {
  timing::Timing timing{choices_of(scenario, options), scenario.timing};
  return Node::start_time(timing);
}

ReplayResult replay(const format::Scenario& scenario, const ReplayOptions& options) {
  return SteppedReplay::Implementation{scenario, options}.run();
}

}  // namespace podreel::simulation
