// ConfigMaps and Secrets of a remote API server, for a simulated kubelet.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/apiserver/api_server.hpp"
#include "tools/cri/client/reflector.hpp"
#include "tools/net/paced_loop.hpp"

namespace podreel::cri {

/// Mirrors ConfigMaps and Secrets in `server`. The objects that a pod refers to are fetched before the kubelet gets the
/// pod (pkg/kubelet/util/manager); changes are watched.
class RemoteConfig {
 public:
  /// Both must outlive the object; `server` belongs to the loop's thread.
  RemoteConfig(apiserver::ApiServer& server, PacedLoop& loop, const serve::ServerAddress& address);

  void begin();

  using Object = std::shared_ptr<const nlohmann::json>;
  struct Known {
    apiserver::ObjectId id;
    /// Null: the object does not exist.
    Object object;
  };
  /// Fetches the objects that the pod refers to. Not thread-safe. Throws std::exception.
  [[nodiscard]] std::vector<Known> ask_for(const nlohmann::json& pod);
  /// Stores the objects; must be called on the loop's thread, before the pod is added.
  void take(const nlohmann::json& pod, const std::vector<Known>& answers);

 private:
  [[nodiscard]] Reflector::Listener listener_of(const std::string& resource);
  void take_list(const std::string& resource, const nlohmann::json& list);
  void put(const apiserver::ObjectId& id, const Object& object);

  apiserver::ApiServer& server_;
  PacedLoop& loop_;
  serve::HttpClient client_;
  Reflector config_maps_;
  Reflector secrets_;
};

}  // namespace podreel::cri
