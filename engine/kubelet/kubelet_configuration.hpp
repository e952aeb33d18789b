// KubeletConfiguration, as far as a simulated kubelet obeys it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/kubelet/eviction/eviction_configuration.hpp"
#include "engine/kubelet/gc/image_gc.hpp"
#include "engine/kubelet/shutdown/shutdown_periods.hpp"
#include "engine/sim/time.hpp"
#include "engine/sync/pull_verification.hpp"
#include "engine/timing/table.hpp"

namespace podreel::kubelet {

/// A configuration as its file has it, in JSON; empty where none was written. It makes no difference between two.
struct WrittenConfiguration {
  std::string json;
  friend bool operator==(const WrittenConfiguration&, const WrittenConfiguration&) { return true; }
};

/// kubelet.config.k8s.io/v1beta1 with its defaults.
struct KubeletConfiguration {
  /// Between a sync that went well and the next, and up to half as much again.
  sim::Duration sync_frequency = timing::sync_frequency;
  sim::Duration runtime_request_timeout = timing::runtime_request_timeout;
  /// No value: one image is pulled at a time, unless several are allowed.
  std::optional<bool> serialize_image_pulls;
  /// At least 1; no value: as many as there are, if they are not serialized.
  std::optional<std::int32_t> max_parallel_image_pulls;
  /// Pulls a second, not negative; 0: no limit.
  std::int32_t registry_pull_qps = 5;
  /// Pulls at once, at least 1.
  std::int32_t registry_burst = 10;
  /// Requests a second, not negative; no value: the release's own. So are the next three; bursts are at least 1.
  std::optional<std::int32_t> kube_api_qps;
  std::optional<std::int32_t> kube_api_burst;
  std::optional<std::int32_t> event_record_qps;
  std::optional<std::int32_t> event_burst;
  /// imagePullCredentialsVerificationPolicy and preloadedImagesVerificationAllowlist.
  sync::PullVerification pull_verification;
  /// Names, and patterns that end in "*".
  std::vector<std::string> allowed_unsafe_sysctls;
  ImageGcPolicy image_gc;
  /// crashLoopBackOff.maxContainerRestartPeriod; no value: the release's own.
  std::optional<sim::Duration> max_container_restart_period;
  /// Between two looks at whether the node's status has changed; not negative.
  sim::Duration node_status_update_frequency = timing::node_status_period;
  /// Whole seconds, at least one; the lease is renewed four times as often.
  sim::Duration node_lease_duration = timing::node_lease_duration;
  /// singleProcessOOMKill; no value: the release's own.
  std::optional<bool> single_process_oom_kill;
  ShutdownPeriods shutdown;
  EvictionConfiguration eviction;
  /// All of these, for a kubelet that is none of podreel's.
  WrittenConfiguration written;

  /// SetDefaults_KubeletConfiguration: setting one of the two is enough.
  [[nodiscard]] bool pulls_images_one_by_one() const {
    return serialize_image_pulls.value_or(max_parallel_image_pulls.value_or(1) < 2);
  }

  friend bool operator==(const KubeletConfiguration&, const KubeletConfiguration&) = default;
};

}  // namespace podreel::kubelet
