#include "engine/api/default_values.hpp"

#include <map>

namespace podreel::api {

namespace {

using nlohmann::json;
using Table = std::map<std::string_view, std::vector<DefaultValue>>;

constexpr Missing absent = Missing::absent;
constexpr Missing zero = Missing::absent_or_zero;

const std::vector<DefaultValue> container_defaults{
    {"resources", json::object(), absent},
    {"terminationMessagePath", "/dev/termination-log", zero},
    {"terminationMessagePolicy", "File", zero},
};

// clang-format off
const Table& table() {
  static const Table rows{
      {"PodSpec", {
          {"restartPolicy", "Always", zero},
          {"dnsPolicy", "ClusterFirst", zero},
          {"schedulerName", "default-scheduler", zero},
          {"terminationGracePeriodSeconds", 30, absent},
          {"securityContext", json::object(), absent},
          {"enableServiceLinks", true, absent},
      }},
      {"Container", container_defaults},
      {"EphemeralContainer", container_defaults},
      {"ContainerPort", {{"protocol", "TCP", zero}}},
      {"Probe", {
          {"timeoutSeconds", 1, zero},
          {"periodSeconds", 10, zero},
          {"successThreshold", 1, zero},
          {"failureThreshold", 3, zero},
      }},
      {"HTTPGetAction", {{"path", "/", zero}, {"scheme", "HTTP", zero}}},
      {"GRPCAction", {{"service", "", absent}}},
      {"ObjectFieldSelector", {{"apiVersion", "v1", zero}}},
      {"ResourceFieldSelector", {{"divisor", "0", absent}}},
      {"HostPathVolumeSource", {{"type", "", absent}}},
      {"SecretVolumeSource", {{"defaultMode", 420, absent}}},
      {"ConfigMapVolumeSource", {{"defaultMode", 420, absent}}},
      {"DownwardAPIVolumeSource", {{"defaultMode", 420, absent}}},
      {"ProjectedVolumeSource", {{"defaultMode", 420, absent}}},
      {"ServiceAccountTokenProjection", {{"expirationSeconds", 3600, absent}}},
      {"PodCertificateProjection", {{"maxExpirationSeconds", 86400, absent}}},
      {"PersistentVolumeClaimSpec", {{"volumeMode", "Filesystem", absent}}},
      {"ISCSIVolumeSource", {{"iscsiInterface", "default", zero}}},
      {"RBDVolumeSource", {
          {"pool", "rbd", zero},
          {"user", "admin", zero},
          {"keyring", "/etc/ceph/keyring", zero},
      }},
      {"AzureDiskVolumeSource", {
          {"cachingMode", "ReadWrite", absent},
          {"kind", "Shared", absent},
          {"fsType", "ext4", absent},
          {"readOnly", false, absent},
      }},
      {"ScaleIOVolumeSource", {
          {"storageMode", "ThinProvisioned", zero},
          {"fsType", "xfs", zero},
      }},
  };
  return rows;
}
// clang-format on

}  // namespace

const std::vector<DefaultValue>& default_values(std::string_view type) {
  static const std::vector<DefaultValue> none;
  const auto found = table().find(type);
  return found == table().end() ? none : found->second;
}

}  // namespace podreel::api
