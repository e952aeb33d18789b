// A simulated kubelet's API server that is elsewhere, behind HTTP.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "engine/trace/recorder.hpp"
#include "scenarios/simulation/node.hpp"
#include "tools/cri/client/reflector.hpp"
#include "tools/cri/client/remote_config.hpp"
#include "tools/cri/client/request_queue.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Keeps the node's own API server a copy of the remote one: what the pods of the node become there becomes so here,
/// and what the kubelet writes here is written there, in the order in which it was written; so with the node's labels
/// and taints, ConfigMaps and Secrets. The node registers itself, says how it is, and renews its lease. While nobody
/// answers, the node is cut off.
class RemoteApi final : private trace::Sink {
 public:
  /// All must outlive it; `node` has been neither booted nor observed.
  RemoteApi(simulation::Node& node, PacedLoop& loop, server::ServerAddress address);
  /// Registers the node and brings its pods here, on the calling thread, which is then the loop's. Returns what is
  /// wrong; empty: nothing.
  [[nodiscard]] std::string connect();
  /// From then on threads of its own follow and write.
  void begin();

 private:
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::EventWrite>(); }
  void write(const trace::Record& record) override;
  void pod_changed(const apiserver::ApiServer::Change& change);
  void tell_node();
  void renew_lease();

  [[nodiscard]] Reflector::Listener pod_listener();
  [[nodiscard]] Reflector::Listener node_listener();
  using PodConfig = std::vector<RemoteConfig::Known>;
  void take_list(const nlohmann::json& list, const std::vector<PodConfig>& configs);
  void take_change(const nlohmann::json& change, const PodConfig& config);
  void take_node(const nlohmann::json& node);
  /// On its thread, which is the calling one before begin().
  void on_loop(std::function<void()> work);
  /// On the loop's thread, and without telling the remote server of it.
  void bring(const std::function<void(apiserver::ApiServer&)>& change);

  simulation::Node& node_;
  PacedLoop& loop_;
  sim::Process world_;
  RequestQueue requests_;
  bool has_begun_ = false;
  /// What comes from the remote server is being brought here.
  bool is_bringing_ = false;
  std::set<memory::Text> pods_;
  /// Those that the kubelet has deleted, and that stay for a finalizer.
  std::set<memory::Text> deleted_;
  /// The names of those that were written, by what they say about what.
  std::map<std::string, std::string> events_;
  std::uint64_t last_event_ = 0;
  RemoteConfig config_;
  Reflector pod_reflector_;
  Reflector node_reflector_;
};

}  // namespace podreel::cri
