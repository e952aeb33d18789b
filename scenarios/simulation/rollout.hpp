// Replaces the pods of a workload.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "scenarios/format/actions/action_context.hpp"

namespace podreel::simulation {

/// `kubectl rollout restart` as seen by the pods of one node: their owner's template gets another annotation
/// restartedAt, and its controller replaces one pod after the other. A Deployment uses 25% surge and 25% unavailable; a
/// StatefulSet replaces the highest ordinal first, under its name; a DaemonSet deletes before it creates.
class Rollout {
 public:
  /// All must outlive the rollout.
  Rollout(const sim::Process& context, timing::Timing& timing, apiserver::ApiServer& server,
          actions::RolloutStrategy strategy);
  ~Rollout() = default;
  Rollout(const Rollout&) = delete;
  Rollout& operator=(const Rollout&) = delete;

  /// Starts for the pods whose names match the pattern ("namespace/name", with * and ?).
  void begin(std::string_view pods);
  /// Called after a change of a pod: the controller continues soon.
  void pod_changed();

 private:
  struct Replaced {
    std::string name;
    std::string successor;
    api::Manifest manifest;
    bool is_deleted = false;
    bool is_succeeded = false;
  };

  void look();
  void continue_with_surge();
  void continue_in_order();
  void remove(Replaced& replaced);
  void succeed(Replaced& replaced);
  [[nodiscard]] bool is_ready(const std::string& name) const;
  [[nodiscard]] std::string successor_of(const api::Pod& pod) const;
  [[nodiscard]] api::Manifest manifest_of(const api::Pod& pod) const;

  const sim::Process& context_;
  apiserver::ApiServer& server_;
  actions::RolloutStrategy strategy_;
  timing::Stream work_;
  std::vector<Replaced> replaced_;
  bool is_looking_ = false;
};

}  // namespace podreel::simulation
