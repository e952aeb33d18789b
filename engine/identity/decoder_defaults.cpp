#include "engine/identity/decoder_defaults.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/image_reference.hpp"
#include "engine/identity/go_value.hpp"
#include "engine/release/behaviour.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

/// When a member counts as not given.
enum class Missing : std::uint8_t { absent, absent_or_zero };

struct DefaultRow {
  /// Go type, without package.
  std::string_view type;
  std::string_view member;
  std::string_view value;
  Missing missing;
  release::ReleaseRange range{{0, 0}, {}};
};

using release::v;

/// Before, the defaults of a container were not applied to ephemeral ones.
const release::ReleaseRange defaults_ephemeral_containers{v(21), {}};

/// Gate ImageVolume, on by default.
const release::ReleaseRange defaults_image_volumes{v(35), {}};

/// Up to some release before 1.7 the image name was cut at its last colon without checking it.
const release::ReleaseRange takes_any_image_name{v(0), v(7)};

// clang-format off
const std::array defaults{
    DefaultRow{"PodSpec", "restartPolicy", R"("Always")", Missing::absent_or_zero},
    DefaultRow{"PodSpec", "dnsPolicy", R"("ClusterFirst")", Missing::absent_or_zero},
    DefaultRow{"PodSpec", "schedulerName", R"("default-scheduler")", Missing::absent_or_zero},
    DefaultRow{"PodSpec", "terminationGracePeriodSeconds", "30", Missing::absent},
    DefaultRow{"PodSpec", "securityContext", "{}", Missing::absent},
    DefaultRow{"PodSpec", "enableServiceLinks", "true", Missing::absent, {v(13), {}}},
    DefaultRow{"Container", "terminationMessagePath", R"("/dev/termination-log")", Missing::absent_or_zero},
    DefaultRow{"Container", "terminationMessagePolicy", R"("File")", Missing::absent_or_zero, {v(7), {}}},
    DefaultRow{"EphemeralContainerCommon", "terminationMessagePath", R"("/dev/termination-log")", Missing::absent_or_zero, {v(21), {}}},
    DefaultRow{"EphemeralContainerCommon", "terminationMessagePolicy", R"("File")", Missing::absent_or_zero, {v(21), {}}},
    DefaultRow{"ContainerPort", "protocol", R"("TCP")", Missing::absent_or_zero},
    DefaultRow{"Probe", "timeoutSeconds", "1", Missing::absent_or_zero},
    DefaultRow{"Probe", "periodSeconds", "10", Missing::absent_or_zero},
    DefaultRow{"Probe", "successThreshold", "1", Missing::absent_or_zero},
    DefaultRow{"Probe", "failureThreshold", "3", Missing::absent_or_zero},
    DefaultRow{"HTTPGetAction", "path", R"("/")", Missing::absent_or_zero},
    DefaultRow{"HTTPGetAction", "scheme", R"("HTTP")", Missing::absent_or_zero},
    DefaultRow{"GRPCAction", "service", R"("")", Missing::absent},
    DefaultRow{"ObjectFieldSelector", "apiVersion", R"("v1")", Missing::absent_or_zero},
    DefaultRow{"HostPathVolumeSource", "type", R"("")", Missing::absent, {v(8), {}}},
    DefaultRow{"SecretVolumeSource", "defaultMode", "420", Missing::absent},
    DefaultRow{"ConfigMapVolumeSource", "defaultMode", "420", Missing::absent},
    DefaultRow{"DownwardAPIVolumeSource", "defaultMode", "420", Missing::absent},
    DefaultRow{"ProjectedVolumeSource", "defaultMode", "420", Missing::absent},
    DefaultRow{"ServiceAccountTokenProjection", "expirationSeconds", "3600", Missing::absent},
    DefaultRow{"ISCSIVolumeSource", "iscsiInterface", R"("default")", Missing::absent_or_zero},
    DefaultRow{"RBDVolumeSource", "pool", R"("rbd")", Missing::absent_or_zero},
    DefaultRow{"RBDVolumeSource", "user", R"("admin")", Missing::absent_or_zero},
    DefaultRow{"RBDVolumeSource", "keyring", R"("/etc/ceph/keyring")", Missing::absent_or_zero},
    DefaultRow{"AzureDiskVolumeSource", "cachingMode", R"("ReadWrite")", Missing::absent},
    DefaultRow{"AzureDiskVolumeSource", "kind", R"("Shared")", Missing::absent},
    DefaultRow{"AzureDiskVolumeSource", "fsType", R"("ext4")", Missing::absent},
    DefaultRow{"AzureDiskVolumeSource", "readOnly", "false", Missing::absent},
    DefaultRow{"ScaleIOVolumeSource", "protectionDomain", R"("default")", Missing::absent_or_zero, {v(0), v(9)}},
    DefaultRow{"ScaleIOVolumeSource", "storagePool", R"("default")", Missing::absent_or_zero, {v(0), v(9)}},
    DefaultRow{"ScaleIOVolumeSource", "storageMode", R"("ThinProvisioned")", Missing::absent_or_zero},
    DefaultRow{"ScaleIOVolumeSource", "fsType", R"("xfs")", Missing::absent_or_zero},
    DefaultRow{"PersistentVolumeClaimSpec", "volumeMode", R"("Filesystem")", Missing::absent},
};
// clang-format on

std::string_view pull_policy(std::string_view image, release::Release release) {
  if (!takes_any_image_name.contains(release)) return api::default_pull_policy(image);
  const std::string_view last = image.substr(image.rfind('/') + 1);
  const bool latest = last.find_first_of(":@") == std::string_view::npos || image.ends_with(":latest");
  return latest ? "Always" : "IfNotPresent";
}

bool is_zero(const Json& value) {
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value.is_number_integer() && value.get<std::int64_t>() == 0;
}

bool is_missing(const Json& object, std::string_view member, Missing missing) {
  const Json* value = find_member(&object, member);
  return value == nullptr || (missing == Missing::absent_or_zero && is_zero(*value));
}

/// A volume without a source that the release knows gets an emptyDir.
void default_volume(const Type& volume, Json& object) {
  for (const Field& field : volume.fields) {
    if (!field.inlined) continue;
    for (const Field& source : field.type->fields) {
      if (find_member(&object, source.json) != nullptr) return;
    }
  }
  object["emptyDir"] = Json::object();
}

/// Requests that are not given are those of the limits.
void default_requests(Json& container) {
  const Json* resources = find_member(&container, "resources");
  const Json* limits = find_member(resources, "limits");
  if (limits == nullptr || !limits->is_object()) return;
  const Json given = *limits;
  Json& requests = container["resources"]["requests"];
  if (requests.is_null()) requests = Json::object();
  if (!requests.is_object()) return;
  for (const auto& [resource, quantity] : given.items()) {
    if (!requests.contains(resource)) requests[resource] = quantity;
  }
}

void default_host_ports(Json& container) {
  const auto ports = container.is_object() ? container.find("ports") : container.end();
  if (ports == container.end() || !ports->is_array()) return;
  for (Json& port : *ports) {
    if (port.is_object() && is_missing(port, "hostPort", Missing::absent_or_zero)) {
      port["hostPort"] = go_integer(find_member(&port, "containerPort"));
    }
  }
}

/// Fills in defaults along the types of one release.
class Defaulter {
 public:
  explicit Defaulter(release::Release release) : release_(release) {}

  void visit(const Type& type, Json& value) {
    if (value.is_null()) return;
    switch (type.kind) {
      case Kind::pointer:
        return visit(*type.element, value);
      case Kind::list:
        if (!value.is_array()) return;
        for (Json& element : value) visit(*type.element, element);
        return;
      case Kind::structure:
        if (value.is_object()) structure(type, value);
        return;
      default:
        return;
    }
  }

 private:
  void structure(const Type& type, Json& object) {
    const std::string_view name = without_package(type.name);
    own_defaults(name, type, object);
    for (const DefaultRow& row : defaults) {
      if (row.type != name || !row.range.contains(release_)) continue;
      if (is_missing(object, row.member, row.missing)) object[row.member] = Json::parse(row.value);
    }
    for (const Field& field : type.fields) {
      if (field.inlined) {
        visit(*field.type, object);
      } else if (const auto member = object.find(field.json); member != object.end()) {
        visit(*field.type, *member);
      }
    }
  }

  void own_defaults(std::string_view name, const Type& type, Json& object) const {
    if (name == "Volume") default_volume(type, object);
    const bool is_ephemeral = name == "EphemeralContainerCommon" && defaults_ephemeral_containers.contains(release_);
    if ((name == "Container" || is_ephemeral) && is_missing(object, "imagePullPolicy", Missing::absent_or_zero)) {
      object["imagePullPolicy"] = pull_policy(go_string(find_member(&object, "image")), release_);
    }
    const bool is_image_volume = name == "ImageVolumeSource" && defaults_image_volumes.contains(release_);
    if (is_image_volume && is_missing(object, "pullPolicy", Missing::absent_or_zero)) {
      object["pullPolicy"] = pull_policy(go_string(find_member(&object, "reference")), release_);
    }
    if (name == "PodSpec") pod_defaults(object);
  }

  static void pod_defaults(Json& spec) {
    const bool host_network = go_bool(find_member(&spec, "hostNetwork"));
    for (const std::string_view list : {"initContainers", "containers"}) {
      const auto containers = spec.find(list);
      if (containers == spec.end() || !containers->is_array()) continue;
      for (Json& container : *containers) {
        if (host_network) default_host_ports(container);
        default_requests(container);
      }
    }
  }

  release::Release release_;
};

}  // namespace

void apply_decoder_defaults(Json& pod, release::Release release) {
  Defaulter{release}.visit(internal_type(release, "core.Pod"), pod);
}

void apply_container_decoder_defaults(Json& container, release::Release release) {
  default_requests(container);
  Defaulter{release}.visit(internal_type(release, "core.Container"), container);
}

}  // namespace podreel::identity
