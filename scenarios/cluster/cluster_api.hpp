// The API of a cluster for controllers: all objects by version, and operations on them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/apiserver/api_server.hpp"
#include "engine/apiserver/object_store.hpp"
#include "engine/sim/process.hpp"
#include "engine/timing/timing.hpp"
#include "engine/trace/recorder.hpp"
#include "scenarios/cluster/event_log.hpp"

namespace podreel::cluster {

using apiserver::controller_of;
using apiserver::is_deleted;
using apiserver::key_of;
using apiserver::ObjectChange;
using apiserver::ObjectId;
using apiserver::ObjectStore;
using apiserver::Propagation;
using apiserver::StoredObject;

/// Requests take effect immediately. All objects are those of an API server of the engine.
class ClusterApi {
 public:
  /// All must outlive it.
  struct Parts {
    apiserver::ApiServer& server;
    const sim::Process& world;
    timing::Timing& timing;
    trace::Recorder& recorder;
    std::string node{};
  };

  explicit ClusterApi(Parts parts) : parts_{std::move(parts)}, events_{parts_.server.objects()} {}

  [[nodiscard]] const ObjectStore& objects() const noexcept { return parts_.server.objects(); }
  [[nodiscard]] ObjectStore& store() noexcept { return parts_.server.objects(); }
  [[nodiscard]] apiserver::ApiServer& pods() noexcept { return parts_.server; }
  [[nodiscard]] const apiserver::ApiServer& pods() const noexcept { return parts_.server; }
  [[nodiscard]] const sim::Process& world() const noexcept { return parts_.world; }
  [[nodiscard]] timing::Timing& timing() noexcept { return parts_.timing; }
  [[nodiscard]] const std::string& node() const noexcept { return parts_.node; }
  [[nodiscard]] sim::Time now() const noexcept { return parts_.world.now(); }
  /// Current time as in objects: "2024-01-01T00:00:00Z".
  [[nodiscard]] std::string timestamp() const;

  /// Returns null if there is no such object.
  [[nodiscard]] std::shared_ptr<const nlohmann::json> find(const ObjectId& id) const;

  // Objects other than pods; they must be valid.

  [[nodiscard]] std::string new_uid(const std::string& resource, const nlohmann::json& object) {
    return store().new_uid(resource, object);
  }
  void create(const std::string& resource, nlohmann::json object) {
    store().create(resource, std::move(object), now());
  }
  void update(const ObjectId& id, nlohmann::json object) { store().update(id, std::move(object)); }
  void update_status(const ObjectId& id, nlohmann::json status) { store().update_status(id, std::move(status)); }
  /// Removes the object, which may be a pod.
  void remove(const ObjectId& id, Propagation propagation = Propagation::background);

  /// Removes an emptied namespace, unless it has other finalizers.
  void finish_namespace(const std::string& name);

  // Pods.

  /// Maximum number of pods.
  static constexpr std::size_t max_pods = 5'000;
  /// Maximum number of objects of another resource that users or CronJobs create.
  static constexpr std::size_t max_objects = 20'000;
  /// Creates a pod from a valid manifest with name and namespace. A pod that names this node is bound immediately.
  /// Returns false, without effect, if there are too many pods, or if its namespace is being deleted.
  bool create_pod(nlohmann::json manifest);
  void delete_pod(const std::string& key, std::optional<std::int64_t> grace = std::nullopt);
  /// Sets the labels, annotations, owners and finalizers of a pod to those of `metadata`.
  void update_pod_metadata(const std::string& key, const nlohmann::json& metadata);

  [[nodiscard]] EventLog& events() noexcept { return events_; }
  /// Writes an event about an existing object. `type` is "Normal" or "Warning".
  void record_event(const nlohmann::json& about, std::string_view component, std::string_view type,
                    std::string_view reason, const std::string& message);
  /// Writes an event about a pod, which is also recorded in the timeline.
  void record_pod_event(const std::string& key, std::string_view component, std::string_view type,
                        std::string_view reason, const std::string& message);

  /// Returns five letters as the API server appends to generateName, such that no such object exists.
  [[nodiscard]] std::string free_name(const std::string& resource, const std::string& name_space,
                                      const std::string& prefix);

 private:
  Parts parts_;
  EventLog events_;
  std::uint64_t named_ = 0;
};

}  // namespace podreel::cluster
