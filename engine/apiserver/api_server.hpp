// The pods as the API has them: what users ask for, and what kubelets report.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/pod.hpp"
#include "engine/apiserver/api_client.hpp"
#include "engine/apiserver/config_objects.hpp"
#include "engine/apiserver/node_object.hpp"
#include "engine/apiserver/object_store.hpp"
#include "engine/apiserver/pod_resize.hpp"
#include "engine/apiserver/pod_uids.hpp"
#include "engine/apiserver/stored_specs.hpp"
#include "engine/apiserver/update_refusal.hpp"
#include "engine/memory/text_map.hpp"
#include "engine/sim/process.hpp"
#include "engine/trace/recorder.hpp"

namespace podreel::apiserver {

struct ApiServerOptions {
  /// Decides which fields exist and which defaults are filled in.
  release::Release version;
  release::FeatureGates feature_gates;
  /// The node that its pods are bound to.
  std::string node;
  /// Admission adds the volume of their service account to new pods.
  bool adds_service_account_volume = false;
  /// Admission lets pods tolerate a lost node for five minutes (DefaultTolerationSeconds).
  bool default_tolerations = false;
  /// Allocatable resources of the node; no value: they are not known.
  std::optional<api::ResourceList> node_allocatable{};
  /// It has the field labels of every release, whatever its own is: where nobody has stated that.
  bool has_all_field_labels = false;
};

/// An API server with one node's pods. Requests take effect immediately; a watcher receives each change at the same
/// simulated instant, after what was already due. While the server is down, it accepts no requests.
class ApiServer final : public ApiClient {
 public:
  ApiServer(const sim::Process& process, trace::Recorder& recorder, ApiServerOptions options);
  ~ApiServer() override = default;
  ApiServer(const ApiServer&) = delete;
  ApiServer& operator=(const ApiServer&) = delete;

  /// All objects of the server, pods among them. Whoever wants pods printed and versioned asks for a history before
  /// there are any.
  [[nodiscard]] ObjectStore& objects() noexcept { return store_; }
  [[nodiscard]] const ObjectStore& objects() const noexcept { return store_; }

  /// The node's kubelet has reported its allocatable resources.
  void note_node_allocatable(api::ResourceList allocatable) { node_allocatable_ = std::move(allocatable); }

  /// Calls `before_add` with each new pod as it will be printed, before it is stored. Only with a history.
  void on_add(std::function<void(const nlohmann::json& pod)> before_add) { before_add_ = std::move(before_add); }
  /// Has `amend` change each status of a pod that is printed. Only with a history.
  void amend_statuses(std::function<void(const memory::Text& uid, nlohmann::json& status)> amend) {
    amend_status_ = std::move(amend);
  }

  // Requests of users. `name` is "namespace/name". A request that is refused, or names no pod, is recorded and changes
  // nothing; changes of a pod return the reason.
  using Refusal = std::optional<UpdateRefusal>;

  /// Creates a pod from a valid manifest; its metadata.name and namespace give way to those of `name`.
  void create(std::string_view name, const api::Manifest& manifest);

  /// Creates a pod that has no node yet: the node's watchers are not notified.
  void create_unbound(std::string_view name, const api::Manifest& manifest);
  /// POST pods/NAME/binding (pkg/registry/core/pod/storage, assignPod): the pod is the node's from now on. False, and
  /// without effect, if there is no such pod, or it has a node, or is being deleted.
  bool bind(std::string_view name);

  /// The UID of a pod that `settle` is going to bring.
  [[nodiscard]] memory::Text new_uid(std::string_view name) { return uids_.next(name); }
  /// Takes specs of new pods from `specs`, which has the server's release and gates and must outlive it, until another
  /// release takes over. They may name another node. A pod with a service account's volume keeps a spec of its own.
  void share_specs(StoredSpecs& specs) noexcept { shared_specs_ = &specs; }

  /// A pod that was created from the manifest long ago, as it is by now; its name must be free. It may share its spec
  /// with pods of other API servers.
  void settle(api::Pod pod, const api::Manifest& manifest);

  /// Graceful deletion. Without a grace period the pod's own counts. A grace period of zero, or a pod that has
  /// finished or has no node, is removed at once, as the registry's BeforeDelete decides, unless it has finalizers; a
  /// later request can only shorten the grace.
  void request_deletion(std::string_view name, std::optional<std::int64_t> grace_period_seconds);

  Refusal set_image(std::string_view name, const std::string& container, const std::string& image);

  /// Labels to set; those without a value are removed.
  Refusal label(std::string_view name, const std::map<std::string, std::optional<std::string>>& labels);

  /// A strategic merge patch. `force`: also what no update may change.
  Refusal patch(std::string_view name, const nlohmann::json& patch, bool force);

  /// New requests and limits of containers.
  Refusal resize(std::string_view name, const NewResourcesByContainer& containers);

  /// Adds a valid v1.EphemeralContainer.
  Refusal add_ephemeral_container(std::string_view name, const nlohmann::json& container);

  /// Sets conditions of a pod's status, as controllers do for readiness gates.
  void set_conditions(std::string_view name, const std::vector<api::PodCondition>& conditions);

  /// Kubelets' view of the server's ConfigMaps and Secrets.
  [[nodiscard]] ConfigObjects& config_objects() noexcept { return config_objects_; }
  /// Creates a ConfigMap or Secret, or gives it other data.
  void put_config(ConfigKind kind, const std::string& name, const ConfigObjects::Data& data);
  void remove_config(ConfigKind kind, const std::string& name);
  /// Shows these keys, with assumed values, of a ConfigMap or Secret that is assumed to have every key.
  void show_assumed_config(ConfigKind kind, const std::string& name, const std::set<std::string, std::less<>>& keys);

  /// Field labels by which its objects of a resource are selected.
  [[nodiscard]] std::span<const std::string_view> field_labels(std::string_view resource) const;

  [[nodiscard]] NodeObject& node() noexcept { return node_object_; }

  /// The node's status.nodeInfo.bootID, as a kubelet has reported it.
  [[nodiscard]] const memory::Text& boot_id() const noexcept { return boot_id_; }
  void set_boot_id(memory::Text boot_id) { boot_id_ = std::move(boot_id); }

  /// The node's status.volumesAttached: attached_name() of what a controller has attached.
  [[nodiscard]] std::set<std::string>& volumes_attached() noexcept { return volumes_attached_; }

  // Requests of kubelets.

  [[nodiscard]] api::PodPtr get_pod(const memory::Text& uid) override;
  api::PodPtr patch_pod_status(const memory::Text& uid, api::PodStatus&& status, trace::Explanation why) override;
  void delete_pod(const memory::Text& uid) override;
  /// Creates the mirror of a static pod, which gets a UID of its own. Without effect if the name is taken.
  void create_mirror(api::Pod mirror);

  // Copies of another server's pods. Nothing of it is recorded.

  /// A pod of this node as that server prints it. Of one that is here already the status stays as its kubelet has
  /// written it, but for the conditions of its readiness gates.
  void put_copy(const nlohmann::json& object);
  /// That server has it no more. Without effect if it is not here.
  void remove_copy(const memory::Text& uid);
  /// Calls `make` instead of creating a mirror here; the copy of that server comes back.
  void make_mirrors_elsewhere(std::function<void(const api::Pod& mirror)> make) { make_mirror_ = std::move(make); }

  /// All pods of the node, oldest name first.
  [[nodiscard]] std::vector<api::PodPtr> list() const;
  [[nodiscard]] api::PodPtr find(std::string_view name) const;
  /// The server has the pod, and it has no node, or not this one.
  [[nodiscard]] bool is_elsewhere(const api::Pod& pod) const;

  /// Binds a pod that had no node; watchers of the node's pods are notified that it is added.
  enum class ChangeKind : std::uint8_t { added, modified, deleted, bound };
  /// A pod as it now is, or, deleted, as it last was.
  struct PodChange {
    ChangeKind kind = ChangeKind::modified;
    api::PodPtr pod;
    /// The stored object, also if it was just deleted. Valid while watchers are notified; null of a missed change.
    const StoredObject* object = nullptr;
  };
  struct Watcher {
    /// After every change.
    std::function<void(const PodChange&)> changed;
    /// The server has gone down; the watch has ended.
    std::function<void()> lost;
  };

  /// One watcher at a time.
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }
  void end_watch() noexcept {
    watcher_ = {};
    missed_.reset();
  }
  /// Returns the changes since a watch was lost because the server went down, with which it continues. No value: the
  /// pods have to be listed, as after a watch that was lost otherwise. To be called before the next watch.
  [[nodiscard]] std::optional<std::vector<PodChange>> take_missed() noexcept {
    return std::exchange(missed_, std::nullopt);
  }

  // Events of the server itself.

  /// From the node: the server is up, and the node is not cut off from it.
  [[nodiscard]] bool is_reachable() const override { return is_up_ && !is_cut_off_; }
  [[nodiscard]] bool is_up() const noexcept { return is_up_; }
  /// The node is cut off from the server, or not any more; others are not. Without effect if that is so already.
  void cut_off(bool cut);
  [[nodiscard]] bool is_cut_off() const noexcept { return is_cut_off_; }
  /// Called whenever it comes up or goes down, or the node is cut off or is not any more.
  void on_reachability(std::function<void()> listener) { on_reachability_.push_back(std::move(listener)); }
  /// Comes up or goes down; without effect if it is already.
  void set_up(bool up);
  /// The release of now, with its defaults and rules.
  [[nodiscard]] const StoredSpecs& specs() const noexcept { return specs_; }
  /// Another release takes over and stores every pod again, with its own defaults.
  void upgrade(release::Release version);

  /// Called with every new version of a pod, before the watcher.
  void observe(std::function<void(const PodChange&)> observer) { observer_ = std::move(observer); }

  /// A pod that the server has, as `kubectl get pod -o json` prints it.
  [[nodiscard]] nlohmann::json printed(const api::Pod& pod) const;
  /// The pod of a change that is being reported, also if it was deleted.
  [[nodiscard]] nlohmann::json printed(const PodChange& change) const;

 private:
  using Object = StoredObject;
  using Objects = ObjectStore::Objects;

  /// As admission changes it.
  [[nodiscard]] api::Manifest admitted(const api::Manifest& manifest, const api::ObjectMeta& metadata) const;
  void create_on(const std::string& node, std::string_view name, const api::Manifest& submitted);
  /// `object` has no pod yet.
  void add(std::string name, api::Pod pod, Object object);
  void store(Object& object, api::Pod pod, ChangeKind kind = ChangeKind::modified);
  void remove(Objects::iterator object);
  void erase(Objects::iterator object);
  void mark_deleted(Object& object, std::int64_t grace_period_seconds);
  /// Applies a user's change, which may be refused, to the object as stored.
  Refusal update(std::string_view name, trace::Api operation, const std::function<Refusal(nlohmann::json&)>& change);
  [[nodiscard]] static nlohmann::json object_of(const Object& object);
  void put(std::string name, Object object);
  /// Notifies all watchers of a pod that is new, differs from `before`, or has gone.
  void announce(ChangeKind kind, Object& object, api::PodPtr before);
  [[nodiscard]] nlohmann::json print(const Object& object, const api::Pod& pod) const;
  /// The manifest as admission leaves it.
  [[nodiscard]] api::Manifest admitted(const api::Manifest& manifest);
  void end_watch_if_unreachable();
  /// The server panics at an update of the pod or of its status; this is recorded.
  bool panics_over(const std::string& name, const api::Pod& pod);

  const sim::Process& process_;
  trace::Recorder& recorder_;
  std::string node_;
  std::optional<api::ResourceList> node_allocatable_;
  StoredSpecs specs_;
  bool has_all_field_labels_;
  /// Specs that servers of other nodes share; null: the server's own.
  StoredSpecs* shared_specs_ = nullptr;
  ObjectStore store_;
  ConfigObjects config_objects_;
  PodUids uids_;
  memory::Text boot_id_;
  bool adds_service_account_volume_;
  std::set<std::string> volumes_attached_;
  /// The manifest that the last pod was made from, and its metadata: mostly the next one is made from it, too.
  api::Manifest last_manifest_;
  api::ObjectMeta last_metadata_;
  Objects& objects_;
  memory::TextMap<Objects::iterator> by_uid_;
  /// Number of changes of pods.
  std::uint64_t version_ = 0;
  Watcher watcher_;
  /// For the watcher that was lost when the server went down.
  std::optional<std::vector<PodChange>> missed_;
  bool is_up_ = true;
  bool is_cut_off_ = false;
  std::vector<std::function<void()>> on_reachability_;
  NodeObject node_object_;
  bool default_tolerations_;
  /// Last manifest after admission.
  api::Manifest last_submitted_;
  api::Manifest last_admitted_;
  std::function<void(const PodChange&)> observer_;
  std::function<void(const nlohmann::json&)> before_add_;
  std::function<void(const memory::Text&, nlohmann::json&)> amend_status_;
  /// Empty: they are created here.
  std::function<void(const api::Pod&)> make_mirror_;
};

}  // namespace podreel::apiserver
