// The cluster IPs and node ports of Services.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/apiserver/object_store.hpp"

namespace podreel::controllers {

using apiserver::ObjectChange;
using apiserver::ObjectId;
using apiserver::ObjectStore;
using apiserver::StoredObject;

/// pkg/registry/core/service/storage/alloc.go. Addresses are of 10.96.0.0/12, as kubeadm sets clusters up, ports of
/// 30000 to 32767. A real server draws them; here they follow from the Service's name, unless they are taken, so that
/// the same requests give the same ones. Those at the beginning of both ranges are left to who asks for them.
class ServiceAddresses {
 public:
  /// Of the Service `default/kubernetes`.
  static constexpr const char* of_api_server = "10.96.0.1";

  /// `objects` must outlive it.
  explicit ServiceAddresses(ObjectStore& objects);
  ServiceAddresses(const ServiceAddresses&) = delete;
  ServiceAddresses& operator=(const ServiceAddresses&) = delete;

  /// Gives a valid Service the address and the ports that it needs and does not have. `before`: what it takes the place
  /// of, or null. What is wrong with those that it asks for: "spec.clusterIPs: Invalid value: …".
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

/// What an update leaves to the server stays as it was, and goes if the type of the Service has none
/// (strategy.go, patchAllocatedValues and dropTypeDependentFields).
void keep_allocated(nlohmann::json& service, const nlohmann::json& before);

}  // namespace podreel::controllers
