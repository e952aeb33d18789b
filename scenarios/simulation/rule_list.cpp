#include "scenarios/simulation/rule_list.hpp"

#include <array>

#include "engine/decide/rules.hpp"
#include "engine/kubelet/explain/sync_rules.hpp"

namespace podreel::simulation {

namespace {

namespace decision = decide::rules;
namespace sync = kubelet::sync_rule;

constexpr std::array decision_list{decision::no_sandbox.name,
                                   decision::several_sandboxes.name,
                                   decision::sandbox_not_ready.name,
                                   decision::network_changed.name,
                                   decision::sandbox_without_ip.name,
                                   decision::network_missing.name,
                                   decision::sandbox_fine.name,
                                   decision::never_pod_not_restarted.name,
                                   decision::never_pod_keeps_dead_sandbox.name,
                                   decision::sandbox_retried.name,
                                   decision::nothing_left_to_start.name,
                                   decision::succeeded_stays.name,
                                   decision::starts_in_new_sandbox.name,
                                   decision::init_first.name,
                                   decision::failed_init_restarts_all.name,
                                   decision::not_kept.name,
                                   decision::ephemeral_started_once.name,
                                   decision::running_means_initialized.name,
                                   decision::failed_init_ends_pod.name,
                                   decision::failed_init_restarted.name,
                                   decision::unknown_init_killed.name,
                                   decision::init_running.name,
                                   decision::next_init.name,
                                   decision::last_init_done.name,
                                   decision::first_init.name,
                                   decision::started_means_initialized.name,
                                   decision::exited_means_initialized.name,
                                   decision::created_init_restarted.name,
                                   decision::created_init_waits.name,
                                   decision::sidecar_gone.name,
                                   decision::sidecar_exited.name,
                                   decision::sidecar_startup_failed.name,
                                   decision::sidecar_starting.name,
                                   decision::sidecar_started.name,
                                   decision::sidecar_changed.name,
                                   decision::sidecar_liveness_failed.name,
                                   decision::pod_deleted.name,
                                   decision::never_started.name,
                                   decision::not_running_yet.name,
                                   decision::unknown_killed.name,
                                   decision::restart_rule.name,
                                   decision::container_policy.name,
                                   decision::pod_policy.name,
                                   decision::definition_changed.name,
                                   decision::liveness_failed.name,
                                   decision::startup_failed.name,
                                   decision::container_kept.name,
                                   decision::nothing_left.name,
                                   decision::resized.name,
                                   decision::resize_restarts.name,
                                   decision::all_restart.name};
constexpr std::array sync_list{sync::worker_notified.name,
                               sync::config_add.name,
                               sync::config_update.name,
                               sync::config_delete.name,
                               sync::config_remove.name,
                               sync::config_reconcile.name,
                               sync::mirror_changed.name,
                               sync::relist_event.name,
                               sync::runtime_event.name,
                               sync::probe_result.name,
                               sync::active_deadline.name,
                               sync::preempted.name,
                               sync::shut_down.name,
                               sync::node_pressure.name,
                               sync::resized.name,
                               sync::resync.name,
                               sync::retry.name,
                               sync::transient_retry.name,
                               sync::back_off_end.name,
                               sync::waits_for_name.name,
                               sync::next_stage.name,
                               sync::continues.name,
                               sync::orphaned.name,
                               sync::wanted_again.name,
                               sync::one_sync_at_a_time.name,
                               sync::waits_for_status.name,
                               sync::status_changed.name,
                               sync::status_unchanged.name,
                               sync::status_illegal.name,
                               sync::status_same_in_api.name,
                               sync::status_unreachable.name,
                               sync::status_written.name,
                               sync::status_reconciled.name,
                               sync::client_rate.name,
                               sync::terminal_phase_held_back.name,
                               sync::start_failed.name,
                               sync::start_not_reached.name,
                               sync::kill_failed.name,
                               sync::terminal_phase.name,
                               sync::terminating.name,
                               sync::terminated.name,
                               sync::crash_back_off.name,
                               sync::crash_back_off_over.name,
                               sync::crash_back_off_begins.name,
                               sync::crash_back_off_forgotten.name,
                               sync::crash_back_off_reset.name,
                               sync::image_back_off.name,
                               sync::image_back_off_over.name,
                               sync::image_back_off_reset.name,
                               sync::next_sync.name};

}  // namespace

std::span<const std::string_view> decision_rules() noexcept {
  return decision_list;
}

std::span<const std::string_view> sync_rules() noexcept {
  return sync_list;
}

}  // namespace podreel::simulation
