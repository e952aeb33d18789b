// How a kubelet is started.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "engine/decide/policy.hpp"
#include "engine/kubelet/config/file_source.hpp"
#include "engine/kubelet/gc/image_gc.hpp"
#include "engine/kubelet/pod_workers.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::kubelet {

struct KubeletOptions {
  release::Release version;
  release::FeatureGates feature_gates;
  std::string node_ip = "192.168.0.1";
  /// Never null.
  std::shared_ptr<const decide::Policy> policy;
  ReadStaticPod read_static_pod;
  WorkerRules workers;
  /// KubeletConfiguration.crashLoopBackOff.maxContainerRestartPeriod; the release's own if absent.
  std::optional<sim::Duration> crash_backoff_maximum;
  bool serialize_image_pulls = true;
  /// 0: unbounded.
  std::size_t parallel_image_pulls_max = 0;
  ImageGcPolicy image_gc;
  /// How long the kubelet has been up already when it is first seen; zero for one that is being started.
  sim::Duration up_since{};
  /// False: a resync that finds everything as it left it is executed all the same. The timeline is the same.
  bool skip_idle_resyncs = true;
  /// Syncs tell what was decided and why (trace::Sync::explanation).
  bool explain = false;
};

}  // namespace podreel::kubelet
