#include "engine/kubelet/prober/probe_worker.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/decide/restart_all.hpp"
#include "engine/decide/restart_policy.hpp"
#include "engine/invariant.hpp"
#include "engine/kubelet/observation.hpp"
#include "engine/kubelet/status/container_id.hpp"
#include "engine/kubelet/status/container_readiness.hpp"
#include "engine/release/behaviour/deciding.hpp"
#include "engine/release/behaviour/probing.hpp"
#include "engine/release/behaviour/reporting.hpp"
#include "engine/sim/task.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

namespace {

using decide::ProbeResult;

/// The container's status among the regular and the init containers; null until it has an instance.
const api::ContainerStatus* find_started(const api::PodStatus& status, std::string_view name) {
  const api::ContainerStatus* container = api::find_status(status.container_statuses, name);
  if (container == nullptr || container->container_id.empty()) {
    container = api::find_status(status.init_container_statuses, name);
  }
  return container == nullptr || container->container_id.empty() ? nullptr : container;
}

}  // namespace

ProbeWorker::ProbeWorker(const Dependencies& dependencies, api::PodPtr pod, std::string container, ProbeType type)
    : deps_{dependencies},
      pod_{std::move(pod)},
      container_name_{std::move(container)},
      type_{type},
      ticks_{sim::Duration{1}},
      start_jitter_{deps_.timing.stream(timing::Site::probe_start_jitter, probe_key())},
      trigger_race_{deps_.timing.stream(timing::Site::readiness_trigger_race, container_key())},
      trigger_latency_{deps_.timing.stream(timing::Site::readiness_trigger, container_key())},
      latency_{deps_.timing.stream(timing::Site::probe_latency, probe_key())} {
  const api::FoundContainer found = api::find_container(*pod_->spec, container_name_);
  container_ = found.container;
  spec_ = &*probe_of(*found.container, type_);
  ticks_ = ProbeTicks{period()};
  is_sidecar_ = found.kind == api::ContainerKind::init && api::is_restartable_init_container(*found.container);
}

std::string ProbeWorker::container_key() const {
  return fmt::format("{}/{}", pod_->metadata.uid, container_name_);
}

std::string ProbeWorker::probe_key() const {
  return fmt::format("{}/{}", container_key(), to_string(type_));
}

sim::Duration ProbeWorker::period() const {
  return std::chrono::seconds{spec_->period_seconds};
}

void ProbeWorker::start(bool kubelet_is_young) {
  const bool waits = kubelet_is_young || !deps_.behaviour.has(release::probe_jitter_after_kubelet_start_only);
  const sim::Duration delay =
      waits ? start_jitter_.draw(timing::probe_start_jitter, period()) : start_jitter_.draw(timing::probe_start);
  tick_timer_ = deps_.process.after(delay, [self = shared_from_this()] { self->begin_ticking(); });
}

void ProbeWorker::begin_ticking() {
  has_begun_ = true;
  tick_at(deps_.process.now() + period());
  do_probe();
  if (!probing_ && !stopped_) catch_up();
}

void ProbeWorker::tick_at(sim::Time when) {
  ticks_.restart(when);
  tick_timer_ = deps_.process.at_beginning_of(when, tick_order(), [self = shared_from_this()] { self->tick(); });
}

void ProbeWorker::tick() {
  const sim::Time now = deps_.process.now();
  if (ticks_.is_skipping()) ticks_.count_until(now - sim::Duration{1}, latency_);
  ticks_.stop_skipping();
  tick_at(now + period());
  if (probing_) {
    tick_missed_ = true;
  } else {
    do_probe();
  }
}

sim::Duration ProbeWorker::trigger() {
  if (stopped_ || is_woken_) return {};
  execute_ticks();
  if (probing_ || !has_begun_) {
    trigger_missed_ = true;
    return {};
  }
  const sim::Duration delay = trigger_latency_.draw(timing::readiness_trigger);
  // The worker reads the status that is being set while it is woken: whether it reads the old or the new one is a race.
  if (trigger_race_.draw(timing::either(deps_.behaviour, timing::readiness_trigger_is_lost,
                                        timing::readiness_trigger_is_lost_before))) {
    answer_trigger(delay);
    return delay;
  }
  is_woken_ = true;
  deps_.process.after(delay, [self = shared_from_this()] {
    self->is_woken_ = false;
    self->answer_trigger({});
  });
  return delay;
}

void ProbeWorker::answer_trigger(sim::Duration delay) {
  if (stopped_) return;
  execute_ticks();
  if (probing_) {
    trigger_missed_ = true;
    return;
  }
  if (deps_.behaviour.has(release::manual_probe_moves_ticker)) {
    deps_.process.cancel(tick_timer_);
    tick_at(deps_.process.now() + period());
  }
  do_probe(delay);
}

void ProbeWorker::stop() {
  execute_ticks();
  stopped_ = true;
  deps_.process.cancel(tick_timer_);
  if (!probing_) end();
}

void ProbeWorker::end() {
  deps_.process.cancel(tick_timer_);
  stopped_ = true;
  if (!container_id_.empty()) deps_.results.remove(container_id_);
  deps_.owner.remove_worker(pod_->metadata.uid, container_name_, type_);
}

void ProbeWorker::do_probe(sim::Duration delay) {
  is_invalidated_ = false;
  const std::uint64_t results_before = deps_.results.version();
  const api::PodStatus* status = deps_.statuses.status_of(pod_->metadata.uid);
  TickPlan turn = status == nullptr ? TickPlan{} : consider(*status);
  if (expectation_) check_tick(turn, results_before);
  if (turn.is_last) {
    end();
  } else if (turn.request) {
    probing_ = true;
    sim::launch(deps_.process, run(std::move(*turn.request), delay));
  } else {
    skip_ticks_until(turn.idle_until, Skipped::nothing);
  }
}

ProbeWorker::TickPlan ProbeWorker::consider(const api::PodStatus& status) {
  if (is_terminal(status.phase)) return {.is_last = true};
  const api::ContainerStatus* container = find_started(status, container_name_);
  if (container == nullptr) return {};
  see_container(*container);
  if (on_hold_) return {};
  if (!std::holds_alternative<api::StateRunning>(container->state)) return {.is_last = !outlives(*container)};
  if (is_ended_by_deletion()) {
    deps_.results.set(pod_->metadata.uid, container_id_, ProbeResult::success);
    return {.is_last = true};
  }
  const sim::Time first = end_of_initial_delay(*container);
  if (deps_.process.now() < first) return {.idle_until = first};
  const bool started = container->started.value_or(!deps_.behaviour.has(release::started_field));
  if (started == (type_ == ProbeType::startup)) return {};
  return {.request = request_of(status)};
}

Prober::Request ProbeWorker::request_of(const api::PodStatus& status) const {
  return {pod_, container_name_, container_id_, status.pod_ip, type_, context_cancelled_};
}

std::optional<ProbeResult> ProbeWorker::first_result(const api::ContainerStatus& container) const {
  const auto* running = std::get_if<api::StateRunning>(&container.state);
  const bool is_the_same = !deps_.behaviour.has(release::readiness_belongs_to_container) ||
                           type_ != ProbeType::readiness || is_reported(pod_->status, container);
  const bool was_there = running != nullptr && outlived_a_kubelet(*running, deps_.kubelet_started_at) && is_the_same;
  if (deps_.behaviour.has(release::kubelet_restart_resets_readiness) || !was_there) return initial_result(type_);
  const bool has_started = is_sidecar_ && type_ == ProbeType::startup && container.started.value_or(false);
  if (deps_.behaviour.has(release::sidecars_stay_started) && has_started) return ProbeResult::success;
  return std::nullopt;
}

void ProbeWorker::see_container(const api::ContainerStatus& container) {
  const std::string id{runtime_container_id(container.container_id)};
  if (id == container_id_) return;
  const std::optional<ProbeResult> result = first_result(container);
  if (!container_id_.empty()) deps_.results.remove(container_id_);
  container_id_ = id;
  if (result) deps_.results.set(pod_->metadata.uid, container_id_, *result);
  on_hold_ = false;
}

bool ProbeWorker::outlives(const api::ContainerStatus& container) {
  deps_.results.set(pod_->metadata.uid, container_id_, ProbeResult::failure);
  const auto* terminated = std::get_if<api::StateTerminated>(&container.state);
  if (terminated == nullptr) return true;
  if (deps_.behaviour.has(release::probes_end_by_exit_code)) return restarts_after(terminated->exit_code);
  if (deps_.behaviour.has(release::container_restart_rules)) return true;
  return (is_sidecar_ && deps_.behaviour.has(release::sidecar_probes_outlive_containers)) ||
         pod_->spec->restart_policy != api::RestartPolicy::never;
}

bool ProbeWorker::restarts_after(std::int32_t exit_code) const {
  static const runtime::PodStatus nothing;
  const decide::Observed observed = observation(*pod_, nothing, deps_.behaviour);
  if (decide::restarts_after_exit(observed, *container_, exit_code).restart) return true;
  return deps_.behaviour.has(release::restart_all_containers) &&
         (decide::restarts_all(*container_, exit_code) ||
          decide::should_all_containers_restart(*pod_, nothing, deps_.behaviour,
                                                deps_.statuses.status_of(pod_->metadata.uid)));
}

bool ProbeWorker::is_ended_by_deletion() const {
  return deps_.behaviour.has(release::probes_end_for_deleted_pods) && type_ != ProbeType::readiness &&
         pod_->metadata.deletion_timestamp.has_value();
}

sim::Time ProbeWorker::end_of_initial_delay(const api::ContainerStatus& container) const {
  const sim::Time started = sim::truncated_to_seconds(std::get<api::StateRunning>(container.state).started_at);
  return started + std::chrono::seconds{spec_->initial_delay_seconds};
}

sim::Task<> ProbeWorker::run(Prober::Request request, sim::Duration delay) {
  const std::shared_ptr<ProbeWorker> self = shared_from_this();
  PODREEL_INVARIANT(probing_ && !ticks_.is_skipping(), "one probe of a worker at a time");
  if (delay > sim::Duration{}) co_await sim::sleep_for(deps_.process, delay);
  ProbeAnswer answer = co_await deps_.prober.probe(request);
  const sim::Time known_at = deps_.process.now() + latency_.draw(timing::probe_latency);
  deps_.process.at_beginning_of(known_at, tick_order() + 1,
                                [self, request = std::move(request), answer = std::move(answer)] {
                                  self->deps_.prober.report(request, answer);
                                  self->conclude(answer.result());
                                });
}

void ProbeWorker::conclude(std::optional<ProbeResult> result) {
  PODREEL_INVARIANT(probing_, "a probe that has a result was under way");
  probing_ = false;
  if (expects(Skipped::successful_probes)) {
    deps_.sleeper.expect_idle(result != decide::ProbeResult::success, describe());
  }
  if (result) evaluate(*result);
  if (stopped_) {
    end();
  } else {
    catch_up();
    skip_ticks_if_probes_repeat();
  }
}

void ProbeWorker::catch_up() {
  if (std::exchange(trigger_missed_, false)) trigger();
  if (stopped_ || probing_ || !std::exchange(tick_missed_, false)) return;
  // The trigger may have found nothing to probe, so that ticks are skipped since.
  execute_ticks();
  do_probe();
}

void ProbeWorker::evaluate(ProbeResult result) {
  result_run_ = result == last_result_ ? result_run_ + 1 : 1;
  last_result_ = result;
  const std::int32_t needed = result == ProbeResult::failure ? spec_->failure_threshold : spec_->success_threshold;
  if (result_run_ < needed) return;
  deps_.results.set(pod_->metadata.uid, container_id_, result);
  if (!waits_for_next_container(result)) return;
  on_hold_ = true;
  result_run_ = 0;
}

bool ProbeWorker::waits_for_next_container(ProbeResult result) const {
  const release::Behaviour& behaviour = deps_.behaviour;
  const bool failed = result == ProbeResult::failure;
  if (type_ == ProbeType::readiness) return false;
  if (type_ == ProbeType::liveness) return failed;
  return failed ? behaviour.has(release::probe_holds_after_startup_failure)
                : behaviour.has(release::probe_holds_after_startup_success);
}

// Ticks that are skipped.

void ProbeWorker::skip_ticks_until(sim::Time until, Skipped what) {
  if (deps_.idle_work == sim::IdleWork::executed || until <= ticks_.next()) return;
  if (deps_.idle_work == sim::IdleWork::checked) {
    expectation_ = Expectation{what, until};
    return;
  }
  deps_.process.cancel(tick_timer_);
  ticks_.skip(what);
  if (until == sim::Time::max()) return;
  tick_timer_ = deps_.process.at_beginning_of(ticks_.first_from(until), tick_order(),
                                              [self = shared_from_this()] { self->tick(); });
}

void ProbeWorker::skip_ticks_if_probes_repeat() {
  const bool succeeds = last_result_ == ProbeResult::success && result_run_ >= spec_->success_threshold;
  if (!succeeds || is_invalidated_ || stopped_ || probing_ || ticks_.is_skipping() || on_hold_) return;
  if (deps_.idle_work == sim::IdleWork::executed) return;
  const api::PodStatus* status = deps_.statuses.status_of(pod_->metadata.uid);
  if (status == nullptr || !latency_.skips_unnoticed()) return;
  const auto until = deps_.prober.succeeds_until(request_of(*status));
  if (until) skip_ticks_until(*until, Skipped::successful_probes);
}

void ProbeWorker::execute_ticks() {
  expectation_.reset();
  if (!ticks_.is_skipping()) return;
  PODREEL_INVARIANT(!probing_, "ticks are skipped only while no probe is under way");
  const sim::Time now = deps_.process.now();
  ticks_.count_until(now, latency_);
  const sim::Time probe_ends = ticks_.last_probe_ends();
  ticks_.stop_skipping();
  deps_.process.cancel(tick_timer_);
  tick_at(ticks_.next());
  if (now >= probe_ends) return;
  probing_ = true;
  deps_.process.at_beginning_of(probe_ends, tick_order() + 1,
                                [self = shared_from_this()] { self->conclude(ProbeResult::success); });
}

bool ProbeWorker::is_probing() {
  if (!ticks_.is_skipping()) return probing_;
  const sim::Time now = deps_.process.now();
  ticks_.count_until(now, latency_);
  return now < ticks_.last_probe_ends();
}

void ProbeWorker::invalidate() {
  is_invalidated_ = true;
  execute_ticks();
}

void ProbeWorker::cancel_context() {
  invalidate();
  context_cancelled_ = true;
}

bool ProbeWorker::expects(Skipped what) const {
  return expectation_ && expectation_->what == what && deps_.process.now() < expectation_->until;
}

void ProbeWorker::check_tick(const TickPlan& turn, std::uint64_t results_before) const {
  const bool has_new_results = deps_.results.version() != results_before;
  if (expects(Skipped::nothing)) {
    deps_.sleeper.expect_idle(turn.is_last || turn.request || has_new_results, describe());
  } else if (expects(Skipped::successful_probes)) {
    deps_.sleeper.expect_idle(turn.is_last || !turn.request || has_new_results, describe());
  }
}

std::string ProbeWorker::describe() const {
  return fmt::format("{} probe of {} in {}", to_string(type_), container_name_, api::full_name(*pod_));
}

}  // namespace podreel::kubelet
