// The ConfigMaps and Secrets of an API server that is elsewhere, for a simulated kubelet.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "tools/cri/client/reflector.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Keeps those of `server` as they are there. What a pod refers to is asked for when the kubelet hears of the pod, so
/// that it is known by then (pkg/kubelet/util/manager); changes are followed.
class RemoteConfig {
 public:
  /// Both must outlive it; `server` is the loop's.
  RemoteConfig(apiserver::ApiServer& server, PacedLoop& loop, const server::ServerAddress& address);

  void begin();

  using Object = std::shared_ptr<const nlohmann::json>;
  struct Known {
    apiserver::ObjectId id;
    /// Null: there is none.
    Object object;
  };
  /// What the pod refers to. By one thread; throws std::exception.
  [[nodiscard]] std::vector<Known> ask_for(const nlohmann::json& pod);
  /// On the loop's thread, before the pod comes.
  void take(const nlohmann::json& pod, const std::vector<Known>& answers);

 private:
  [[nodiscard]] Reflector::Listener listener_of(const std::string& resource);
  void take_list(const std::string& resource, const nlohmann::json& list);
  void put(const apiserver::ObjectId& id, const Object& object);

  apiserver::ApiServer& server_;
  PacedLoop& loop_;
  server::HttpClient client_;
  Reflector config_maps_;
  Reflector secrets_;
};

}  // namespace podreel::cri
