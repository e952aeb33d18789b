// The kernel's killer of processes that have more memory in use than they may.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/memory/text_map.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"
#include "runtime_fake/container_life.hpp"
#include "runtime_fake/inventory.hpp"
#include "runtime_fake/usage_stats.hpp"

namespace podreel::runtime_fake {

class OomKiller {
 public:
  /// All must outlive it. `kills_groups`: the kernel can kill control groups as a whole.
  OomKiller(const sim::Process& process, trace::Recorder& recorder, Inventory& inventory, ContainerLife& life,
            const UsageStats& stats, bool kills_groups)
      : process_{process},
        recorder_{recorder},
        inventory_{inventory},
        life_{life},
        stats_{stats},
        kills_groups_{kills_groups} {}

  /// Kills the container as soon as it has more in use than its limit. To be called at its start, and whenever its
  /// limit changes; without effect while it does not run.
  void watch(const PodEntry& pod, const Container& container);
  /// Sets the limit of the pod's control group, in bytes; no value: unlimited. Containers of a pod that has more in use
  /// are killed, the one with the most memory first.
  void limit_pod(const memory::Text& pod_uid, std::optional<std::int64_t> limit);
  /// Kills the main process of a running container, or another one. A control group that is killed as a whole is so in
  /// any case, unless it is the node whose memory is out.
  void kill_process(PodEntry& pod, Container& container, bool is_main, bool of_node);

 private:
  void kill_if_over_limit(const memory::Text& container_id);
  /// Checks the pod whenever one of its running containers wants more, if together they can exceed its limit.
  void watch_pod(const PodEntry& pod);
  void kill_if_pod_is_over_limit(const memory::Text& pod_uid);
  /// The control group is killed as a whole when its own memory is out.
  [[nodiscard]] bool is_killed_as_group(const Container& container) const;
  void kill(PodEntry& pod, Container& container, bool kills_all);

  const sim::Process& process_;
  trace::Recorder& recorder_;
  Inventory& inventory_;
  ContainerLife& life_;
  const UsageStats& stats_;
  bool kills_groups_;
  NamePool words_;
  /// Bytes, by UID.
  memory::TextMap<std::int64_t> pod_limits_;
};

}  // namespace podreel::runtime_fake
