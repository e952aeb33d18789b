// Pods leave a node whose taint they do not tolerate, or not any longer.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "engine/kubelet/admission/taints.hpp"
#include "engine/release/behaviour.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::simulation {

/// pkg/controller/tainteviction (before 1.29 part of the node lifecycle controller): deletes each pod when the time is
/// over for which it tolerates the node's NoExecute taints.
class TaintEvictions {
 public:
  /// All must outlive the evictions. `behaviour`: of the controller's release.
  TaintEvictions(const sim::Process& world, trace::Recorder& recorder, apiserver::ApiServer& server,
                 const release::Behaviour& behaviour)
      : world_{world}, recorder_{recorder}, server_{server}, behaviour_{behaviour} {}

  /// The node has these taints from now on, those of other effects aside; where none is left, what was due is not any
  /// more.
  void set_taints(const std::vector<kubelet::Taint>& taints);
  void pod_added(const api::Pod& pod);
  void pod_removed(const std::string& name) { due_.erase(name); }

 private:
  struct Due {
    memory::Text uid;
    sim::EventId event;
  };

  void schedule(const api::Pod& pod);
  void evict(const std::string& name, const memory::Text& uid);
  void tell_disruption(const api::Pod& pod);

  const sim::Process& world_;
  trace::Recorder& recorder_;
  apiserver::ApiServer& server_;
  const release::Behaviour& behaviour_;
  /// All of the effect NoExecute.
  std::vector<kubelet::Taint> taints_;
  /// By "namespace/name".
  std::map<std::string, Due> due_;
};

}  // namespace podreel::simulation
