#include "scenarios/fleet/node_run.hpp"

#include <optional>
#include <span>
#include <utility>

#include "scenarios/fleet/node_watch.hpp"
#include "scenarios/simulation/stepped_replay.hpp"

namespace podreel::fleet {

namespace {

/// Simulates a node, and watches each of its stages.
class NodeRun final : private trace::Sink {
 public:
  NodeRun(const format::Scenario& scenario, const std::vector<Replica>& pods, std::span<const ObservedStage> stages,
          const simulation::ReplayOptions& options)
      : scenario_{scenario}, stages_{stages}, options_{options} {
    const sim::Time start = simulation::start_time(scenario, options);
    for (const ObservedStage& stage : stages) {
      NodeWatch& watch = watches_.emplace_back(start + stage.begin);
      for (std::size_t index = 0; index < pods.size(); ++index) {
        watch.expect(scenario.node.settled->pods[index].name, pods[index]);
      }
    }
    options_.sinks = {this};
    options_.watch_pods = [this](sim::Time time, const api::PodPtr& pod, bool gone) {
      for (NodeWatch& watch : current()) watch.see(time, *pod, gone);
    };
  }

  std::vector<NodeResult> results(sim::Duration recovery) {
    simulation::SteppedReplay replay{scenario_, options_};
    std::vector<NodeResult> results;
    for (; stage_ < stages_.size(); ++stage_) {
      const ObservedStage& stage = stages_[stage_];
      const sim::Duration end = stage.begin + stage.length;
      const bool can_continue = replay.run_into(end, stage.num_steps);
      if (!can_continue || stage_ + 1 == stages_.size()) replay.run_until(end, stage.num_steps);
      results.push_back(result(replay, stage.length));
      if (!results.back().has_recovered && recovery > stage.length) {
        replay.run_until(stage.begin + recovery, stage.num_steps);
        results.back() = result(replay, recovery);
        break;
      }
      if (!can_continue) break;
    }
    return results;
  }

 private:
  /// Watches of the current stage and of later ones.
  [[nodiscard]] std::span<NodeWatch> current() { return std::span{watches_}.subspan(stage_); }

  [[nodiscard]] trace::Kinds wanted() const override { return watches_.front().wanted(); }
  void write(const trace::Record& record) override {
    if (!is_preview_) {
      for (NodeWatch& watch : current()) watch.write(record);
    } else {
      if (!at_end_) at_end_ = watches_[stage_];
      at_end_->write(record);
    }
  }

  [[nodiscard]] NodeResult result(const simulation::SteppedReplay& replay, sim::Duration length) {
    const ObservedStage& stage = stages_[stage_];
    NodeWatch& watch = watches_[stage_];
    for (const format::Step& step : std::span{scenario_.timeline}.first(stage.num_steps)) {
      if (step.at < stage.begin + length) watch.expect_step(step.at - stage.begin);
    }
    is_preview_ = true;
    replay.preview_end();
    is_preview_ = false;
    const std::optional<NodeWatch> at_end = std::exchange(at_end_, std::nullopt);
    return (at_end ? *at_end : watch).result(length);
  }

  const format::Scenario& scenario_;
  std::span<const ObservedStage> stages_;
  simulation::ReplayOptions options_;
  std::vector<NodeWatch> watches_{};
  /// Index of the current stage.
  std::size_t stage_ = 0;
  /// Records are those of the end of a run, which is not over.
  bool is_preview_ = false;
  /// The current stage's watch, with these records.
  std::optional<NodeWatch> at_end_{};
};

}  // namespace

NodeResult result_of(const format::Scenario& scenario, const std::vector<Replica>& pods, sim::Duration from,
                     sim::Duration until, const simulation::ReplayOptions& options) {
  const ObservedStage stage{from, until - from, scenario.timeline.size()};
  return results_of(scenario, pods, {stage}, {}, options).front();
}

std::vector<NodeResult> results_of(const format::Scenario& scenario, const std::vector<Replica>& pods,
                                   const std::vector<ObservedStage>& stages, sim::Duration recovery,
                                   const simulation::ReplayOptions& options) {
  return NodeRun{scenario, pods, stages, options}.results(recovery);
}

}  // namespace podreel::fleet
