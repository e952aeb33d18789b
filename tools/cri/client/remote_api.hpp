// A simulated kubelet's API server that is elsewhere, behind HTTP.
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/trace/recorder.hpp"
#include "scenarios/simulation/node.hpp"
#include "tools/cri/paced_loop.hpp"
#include "tools/server/http_client.hpp"

namespace podreel::cri {

/// Keeps the node's own API server a copy of the remote one: what the pods of the node become there becomes so here,
/// and what the kubelet writes here is written there, in the order in which it was written. The node registers itself,
/// says how it is, and renews its lease. While nobody answers, the node is cut off.
class RemoteApi final : private trace::Sink {
 public:
  /// All must outlive it; `node` has been neither booted nor observed.
  RemoteApi(simulation::Node& node, PacedLoop& loop, server::ServerAddress address);
  ~RemoteApi() override;
  RemoteApi(const RemoteApi&) = delete;
  RemoteApi& operator=(const RemoteApi&) = delete;

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

  void follow();
  /// Lists and watches until the watch ends. Throws std::exception where nobody answers.
  void follow_once();
  void take_list(const nlohmann::json& list);
  void take_change(const nlohmann::json& change);
  /// On the loop's thread, and without telling the remote server of it.
  void bring(const std::function<void(apiserver::ApiServer&)>& change);

  void send(server::Request request);
  void send_waiting();
  [[nodiscard]] bool waits(std::chrono::milliseconds pause);

  simulation::Node& node_;
  PacedLoop& loop_;
  sim::Process world_;
  server::HttpClient follower_;
  server::HttpClient writer_;
  /// What comes from the remote server is being brought here.
  bool is_bringing_ = false;
  std::string version_;
  std::set<api::Text> pods_;
  /// Those that the kubelet has deleted, and that stay for a finalizer.
  std::set<api::Text> deleted_;
  /// The names of those that were written, by what they say about what.
  std::map<std::string, std::string> events_;
  std::uint64_t last_event_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<server::Request> waiting_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace podreel::cri
