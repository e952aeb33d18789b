// A remote API server of a simulated kubelet, over HTTP.
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

/// Mirrors the remote API server in the node's own one: changes of the node's pods, labels, taints, ConfigMaps and
/// Secrets are copied here, and the kubelet's writes are sent there, in order. The node registers itself, reports its
/// status, and renews its lease. While the remote server does not answer, the node is disconnected.
class RemoteApi final : private trace::Sink {
 public:
  /// All arguments must outlive the object; `node` must not be booted or observed yet.
  RemoteApi(simulation::Node& node, PacedLoop& loop, serve::ServerAddress address);
  /// Registers the node and copies its pods, on the calling thread, which must be that of the loop. Returns an error
  /// message; empty on success.
  [[nodiscard]] std::string connect();
  /// Starts the threads that watch and write.
  void begin();

 private:
  [[nodiscard]] trace::Kinds wanted() const override { return trace::Kinds::of<trace::EventWrite>(); }
  void write(const trace::Record& record) override;
  void pod_changed(const apiserver::ApiServer::PodChange& change);
  void report_node();
  void renew_lease();

  [[nodiscard]] Reflector::Listener pod_listener();
  [[nodiscard]] Reflector::Listener node_listener();
  using PodConfig = std::vector<RemoteConfig::Known>;
  void take_list(const nlohmann::json& list, const std::vector<PodConfig>& configs);
  void take_change(const nlohmann::json& change, const PodConfig& config);
  void take_node(const nlohmann::json& node);
  /// Runs `work` on the loop's thread; on the calling thread before begin().
  void on_loop(std::function<void()> work);
  /// Applies a change on the loop's thread without sending it to the remote server.
  void bring(const std::function<void(apiserver::ApiServer&)>& change);

  simulation::Node& node_;
  PacedLoop& loop_;
  sim::Process world_;
  RequestQueue requests_;
  bool has_begun_ = false;
  /// A change from the remote server is being applied.
  bool is_bringing_ = false;
  std::set<memory::Text> pods_;
  /// Pods that the kubelet has deleted, but that a finalizer keeps.
  std::set<memory::Text> deleted_;
  /// Names of the written events, by subject and message.
  std::map<std::string, std::string> events_;
  std::uint64_t last_event_ = 0;
  RemoteConfig config_;
  Reflector pod_reflector_;
  Reflector node_reflector_;
};

}  // namespace podreel::cri
