// Evicts pods from a node whose taints they do not tolerate, or no longer tolerate.
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

/// pkg/controller/tainteviction (before 1.29 part of the node lifecycle controller): deletes each pod when its
/// toleration of the node's NoExecute taints expires.
class TaintEvictions {
 public:
  /// All must outlive the evictions. `behaviour` is of the controller's release.
  TaintEvictions(const sim::Process& context, trace::Recorder& recorder, apiserver::ApiServer& server,
                 const release::Behaviour& behaviour)
      : context_{context}, recorder_{recorder}, server_{server}, behaviour_{behaviour} {}

  /// Sets the node's taints, of which only NoExecute matters; without any, cancels pending deletions.
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
  void report_disruption(const api::Pod& pod);

  const sim::Process& context_;
  trace::Recorder& recorder_;
  apiserver::ApiServer& server_;
  const release::Behaviour& behaviour_;
  /// Taints with the effect NoExecute.
  std::vector<kubelet::Taint> taints_;
  /// By "namespace/name".
  std::map<std::string, Due> due_;
};

}  // namespace podreel::simulation
