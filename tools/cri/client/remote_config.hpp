// The ConfigMaps and Secrets of an API server that is elsewhere, for a simulated kubelet.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/apiserver/config_objects.hpp"
#include "scenarios/cluster/object_log.hpp"
#include "tools/cri/client/reflector.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Keeps `config` as they are there. What a pod refers to is asked for when the kubelet hears of the pod, so that it is
/// known by then (pkg/kubelet/util/manager); changes are followed.
class RemoteConfig {
 public:
  /// Both must outlive it; `config` is the loop's.
  RemoteConfig(apiserver::ConfigObjects& config, PacedLoop& loop, const server::ServerAddress& address);

  void begin();

  using Object = std::shared_ptr<const nlohmann::json>;
  struct Known {
    controllers::ObjectId id;
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
  void put(const controllers::ObjectId& id, const Object& object);

  apiserver::ConfigObjects& config_;
  PacedLoop& loop_;
  /// The loop's.
  std::map<controllers::ObjectId, Object> known_;
  server::HttpClient client_;
  Reflector config_maps_;
  Reflector secrets_;
};

}  // namespace podreel::cri
