// What an upgrade of the kubelet does to the pods of its manifest folder.
#pragma once

#include <string>
#include <vector>

#include "engine/identity/static_forecast.hpp"
#include "tools/cli/hash_subjects.hpp"
#include "tools/cli/upgrade_judge.hpp"

namespace podreel::cli {

enum class StaticEffect : std::uint8_t {
  stays,
  /// Another UID: a new pod is started, the old one is killed as an orphan.
  recreated,
  /// The same UID, but the hash of a container differs.
  containers_restart,
  /// The kubelet taking over does not accept the manifest: the old pod is killed, no new one is started.
  refused,
  /// No kubelet accepts the manifest.
  never_ran,
};

/// "stays", "recreated", "containers restart", "refused", "refused before and after".
[[nodiscard]] std::string_view to_string(StaticEffect effect) noexcept;

/// What one step does to one static pod.
struct StaticFate {
  std::string namespace_name;
  /// With the node's name: "etcd-cp-1".
  std::string pod;
  StaticEffect effect = StaticEffect::stays;
  identity::StaticForecast forecast;
  /// Why, in words: types, fields and releases; or what is refused.
  std::string cause;
  /// The pod has the node's network, and so the ports of the one it replaces.
  bool uses_host_network = false;
  bool has_pre_stop_hook = false;
  int grace_seconds = 30;
  std::string file;
  int line = 0;
  int column = 0;
};

[[nodiscard]] StaticFate judge_static_pod(const HashedStaticPod& pod, const UpgradeStep& step);

/// What the kubelet that takes over does with the old pods, in sentences; `fates` of one step. None if it leaves all
/// alone.
[[nodiscard]] std::vector<std::string> what_happens(const std::vector<StaticFate>& fates, const UpgradeStep& step);

}  // namespace podreel::cli
