// All objects of an API server, with versions and a history for watches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/sim/time.hpp"

namespace podreel::apiserver {

/// An object as it is stored. A pod is kept as its API server needs it, and printed only in a store with a history.
struct StoredObject {
  /// As `kubectl get -o json` prints it; null of pods in a store without history.
  std::shared_ptr<const nlohmann::json> json{};
  /// Null unless it is a pod.
  api::PodPtr pod{};
  /// Object of a pod as it was sent, except name and namespace; derived members are in the pod.
  std::shared_ptr<const nlohmann::json> metadata{};
  /// For a pod: pods of other nodes share its spec, which may name another node.
  bool has_shared_spec = false;
  /// For a pod: it has no node, or not the API server's.
  bool is_elsewhere = false;
  /// For a ConfigMap or Secret: it may have more keys than the object shows, since its contents are unknown.
  bool is_assumed = false;
};

/// "pods" and "default/web"; the key of an object without namespace is its name.
struct ObjectId {
  std::string resource{};
  std::string key{};
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

struct ObjectChange {
  std::uint64_t version = 0;
  ObjectId id{};
  /// "ADDED", "MODIFIED" or "DELETED".
  std::string_view type{};
  StoredObject object{};
  /// As it was before; its JSON is null if it is new.
  StoredObject before{};
};

/// metav1.DeletionPropagation: what becomes of the objects that an object owns.
enum class Propagation : std::uint8_t { background, foreground, orphan };

/// Versions only grow, and watchers are notified of changes in their order.
class ObjectStore {
 public:
  using Objects = std::map<std::string, StoredObject, std::less<>>;
  /// By key, as they are now.
  using Pods = std::map<std::string, const StoredObject*, std::less<>>;

  ObjectStore() : pods_{objects_["pods"]} {}
  ~ObjectStore() = default;
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  // Objects as the generic registry changes them (apiserver/pkg/registry/generic/registry/store.go); they are valid,
  // and no pods.

  /// Returns another UID for every object with a name and, perhaps, a namespace.
  [[nodiscard]] std::string new_uid(const std::string& resource, const nlohmann::json& object);
  /// Stores a new object with UID, unless it has one, creation time and, if it has a spec, generation 1; its name must
  /// be free.
  void create(const std::string& resource, nlohmann::json object, sim::Time now, bool is_assumed = false);
  /// Replaces the object that is there. Whoever changes the spec makes a new generation, and an object that is being
  /// deleted and has no finalizers any more goes.
  void update(const ObjectId& id, nlohmann::json object, bool is_assumed = false);
  void update_status(const ObjectId& id, nlohmann::json status);
  /// Removes the object at once in the background; otherwise it stays, with a finalizer, until the garbage collector
  /// has done its work. A namespace stays, too, until its controller has emptied it.
  void request_removal(const ObjectId& id, Propagation propagation, sim::Time now);

  /// Stores the object as it is, with its metadata.resourceVersion; without effect if nothing else of it changes.
  void put(const ObjectId& id, nlohmann::json object, bool is_assumed = false);
  /// Gives the object a new version although nothing of it has changed that is stored here: its managers have.
  void touch(const ObjectId& id);
  void remove(const ObjectId& id);

  // Pods, which their API server changes in place.

  [[nodiscard]] Objects& pods() noexcept { return pods_; }
  /// From now on pods are printed, and their changes have versions; there are none yet.
  void keep_history();
  [[nodiscard]] bool keeps_history() const noexcept { return keeps_history_; }
  /// Notes that a pod is new, or has changed from `before`; without effect if it is printed as it was.
  void publish_pod(const std::string& key, StoredObject& pod, api::PodPtr before, nlohmann::json printed);
  /// Notes that a pod has been erased, which was last like this.
  void publish_removal(const std::string& key, const StoredObject& last);

  /// Calls `listener` after every change; it must not change anything itself.
  void on_change(std::function<void(const ObjectChange&)> listener) { listeners_.push_back(std::move(listener)); }

  /// Objects that name this UID among their owners.
  [[nodiscard]] const std::set<ObjectId>& owned_by(std::string_view uid) const;
  /// Pods whose controller has this UID.
  [[nodiscard]] const Pods& pods_controlled_by(std::string_view uid) const;
  /// Null: no object has this UID.
  [[nodiscard]] const ObjectId* with_uid(std::string_view uid) const;

  /// By key.
  [[nodiscard]] const Objects& all(std::string_view resource) const;
  /// Null: there is none.
  [[nodiscard]] const StoredObject* find(std::string_view resource, std::string_view key) const;

  /// All objects of a namespace.
  [[nodiscard]] std::vector<ObjectId> in_namespace(std::string_view name) const;

  /// Objects as they were at that version, which is at least oldest_version().
  [[nodiscard]] Objects at(std::string_view resource, std::uint64_t version) const;

  /// Forgets the changes up to that version. Not a change itself, so that listeners may call it.
  void forget_history(std::uint64_t version);
  /// Makes all later versions greater than `last`, and forgets the history, as if the store had been restored from a
  /// backup (etcd's --bump-revision and --mark-compacted).
  void continue_versions(std::uint64_t last);

  [[nodiscard]] std::uint64_t version() const noexcept { return version_; }
  /// Changes after an older version are not known any more.
  [[nodiscard]] std::uint64_t oldest_version() const noexcept { return oldest_; }
  /// The next change after that version, which is at least oldest_version(); null: none yet.
  [[nodiscard]] const ObjectChange* after(std::uint64_t version) const;

 private:
  void publish(const ObjectId& id, StoredObject& object, const StoredObject& before, nlohmann::json printed);
  /// Stores the object with the next version.
  void store(const ObjectId& id, StoredObject& object, const StoredObject& before, nlohmann::json printed);
  void log(ObjectChange change);
  /// Logs that an object has gone, which was last like this.
  void log_removal(const ObjectId& id, const StoredObject& last);
  void forget_owners(const ObjectId& id, const nlohmann::json& object);
  void learn_owners(const ObjectId& id, const StoredObject& object);

  std::map<std::string, Objects, std::less<>> objects_;
  Objects& pods_;
  bool keeps_history_ = false;
  std::map<std::string, std::set<ObjectId>, std::less<>> owned_;
  std::map<std::string, Pods, std::less<>> controlled_;
  std::map<std::string, ObjectId, std::less<>> by_uid_;
  std::vector<std::function<void(const ObjectChange&)>> listeners_;
  /// By version.
  std::map<std::uint64_t, ObjectChange> changes_;
  std::uint64_t version_ = 1;
  std::uint64_t oldest_ = 1;
  /// Number of UIDs that were made.
  std::uint64_t created_ = 0;
  bool is_notifying_ = false;
};

/// Whether the object is going to be removed, which may take a while.
[[nodiscard]] bool is_deleted(const nlohmann::json& object);

/// "default/web" of an object with a namespace.
[[nodiscard]] std::string key_of(const nlohmann::json& object);

/// The owner reference of the object's controller; null: it has none.
[[nodiscard]] const nlohmann::json* controller_of(const nlohmann::json& object);

}  // namespace podreel::apiserver
