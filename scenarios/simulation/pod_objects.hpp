// The pods' objects as an API server stores them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/api/pod.hpp"
#include "engine/api/text_map.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"

namespace podreel::simulation {

/// What makes a static pod one.
struct StaticIdentity {
  std::string uid;
  /// "etcd-node-1".
  std::string name;
  std::string node;
  /// When the kubelet first saw it.
  sim::Time seen{};
};

/// Turns manifests into stored objects and these into the engine's pods. Defaults are those of the API server's
/// release. Pods with equal specs share one.
class PodObjects {
 public:
  PodObjects(release::Release api_server, release::FeatureGates gates)
      : release_{api_server}, gates_{std::move(gates)} {}

  /// A new pod `full_name` ("namespace/name") from a valid manifest, bound to `node`; its UID is a function of its name
  /// and of how many pods were created before. The manifest must outlive this.
  [[nodiscard]] api::Pod create(const nlohmann::json& manifest, std::string_view full_name, std::string_view node);

  /// The pod that a kubelet of `kubelet` makes of a static pod's manifest, named and marked as `identity` and `seen`
  /// say (pkg/kubelet/config/common.go, applyDefaults).
  [[nodiscard]] api::Pod create_static(const nlohmann::json& manifest, const StaticIdentity& identity,
                                       release::Release kubelet);

  /// Gives the mirror pod of such a pod a UID, and keeps its object.
  void admit_mirror(api::Pod& mirror);

  /// Applies `change` to the stored object; the pod's metadata and spec follow.
  void update(api::Pod& pod, const std::function<void(nlohmann::json&)>& change);

  void forget(const api::Pod& pod);

  /// From now on another release fills in the defaults.
  void upgrade(release::Release api_server) { release_ = api_server; }

  /// The object as stored, with defaults, without status.
  [[nodiscard]] nlohmann::json object_of(const api::Pod& pod) const;

  /// The object as `kubectl get pod -o json` prints it.
  [[nodiscard]] nlohmann::json printed_object(const api::Pod& pod) const;

 private:
  [[nodiscard]] std::shared_ptr<const api::PodSpec> spec_of(const nlohmann::json& object);
  [[nodiscard]] std::string next_uid(std::string_view name);

  release::Release release_;
  release::FeatureGates gates_;
  std::uint64_t created_ = 0;
  /// By UID: the manifest that the pod was made from, or its own object once it was changed.
  api::TextMap<const nlohmann::json*> manifests_;
  std::map<std::string, nlohmann::json, std::less<>> changed_;
  /// By the text of the stored spec.
  std::map<std::string, std::weak_ptr<const api::PodSpec>, std::less<>> specs_;
};

}  // namespace podreel::simulation
