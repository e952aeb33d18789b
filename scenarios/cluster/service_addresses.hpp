// Cluster IPs and node ports of Services.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/object_store.hpp"

namespace podreel::cluster {

using apiserver::ObjectChange;
using apiserver::ObjectId;
using apiserver::ObjectStore;
using apiserver::StoredObject;

/// pkg/registry/core/service/storage/alloc.go. Addresses are of 10.96.0.0/12, as with kubeadm, ports of 30000 to 32767.
/// A real server draws them at random; here they follow from the Service's name, unless they are in use, so that equal
/// requests give equal ones. The beginning of both ranges is reserved for explicit requests.
class ServiceAddresses {
 public:
  /// Address of the Service `default/kubernetes`.
  static constexpr const char* of_api_server = "10.96.0.1";

  /// `objects` must outlive it.
  explicit ServiceAddresses(ObjectStore& objects);
  ~ServiceAddresses() = default;
  ServiceAddresses(const ServiceAddresses&) = delete;
  ServiceAddresses& operator=(const ServiceAddresses&) = delete;

  /// Allocates missing addresses and ports of a valid Service. `before` is the Service that it replaces, or null.
  /// Returns errors of explicitly requested ones: "spec.clusterIPs: Invalid value: …".
  [[nodiscard]] std::vector<std::string> allocate(nlohmann::json& service, const nlohmann::json& before) const;

 private:
  void on_object_change(const ObjectChange& change);
  void take(const nlohmann::json& service);
  void release(const nlohmann::json& service);
  [[nodiscard]] std::string free_address(const std::string& key) const;
  [[nodiscard]] std::int64_t free_port(const std::string& key, const std::multiset<std::int64_t>& taken) const;
  void allocate_address(nlohmann::json& service, const nlohmann::json& before, std::vector<std::string>& wrong) const;
  void allocate_ports(nlohmann::json& service, const nlohmann::json& before, std::vector<std::string>& wrong) const;

  std::set<std::string> addresses_;
  /// A Service may have one port for several protocols.
  std::multiset<std::int64_t> ports_;
};

/// Keeps values that an update leaves to the server, and removes those that the type of the Service does not have
/// (strategy.go, patchAllocatedValues and dropTypeDependentFields).
void keep_allocated(nlohmann::json& service, const nlohmann::json& before);

}  // namespace podreel::cluster
