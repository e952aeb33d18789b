// Options that a kubelet is started with.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/decide/policy.hpp"
#include "engine/kubelet/config/file_source.hpp"
#include "engine/kubelet/kubelet_configuration.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "engine/sim/time.hpp"

namespace podreel::kubelet {

struct KubeletOptions {
  release::Release version;
  release::FeatureGates feature_gates;
  std::vector<release::Capability> overrides{};
  std::string node_ip = "192.168.0.1";
  /// Never null.
  std::shared_ptr<const decide::Policy> policy;
  ReadStaticPod read_static_pod;
  KubeletConfiguration config;
  /// Time for which the kubelet has been up when it is first seen; zero for one that is being started.
  sim::Duration up_since{};
  /// False: work without an effect is executed as well, such as resyncs of unchanged pods and work at ticks that
  /// nothing has requested. The timeline is the same.
  bool skip_idle_work = true;
  /// Reports the node's conditions to the API server, and renews its lease.
  bool reports_node_status = false;
  /// Origin of the instants in the member `explanation` of records, which says what led to them. No value: records have
  /// no explanation, at no cost.
  std::optional<sim::Time> explain_since{};
};

}  // namespace podreel::kubelet
