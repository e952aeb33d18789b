#include "engine/identity/api_references.hpp"

#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <string_view>

#include "engine/api/json_member.hpp"

namespace podreel::identity {

namespace {

using nlohmann::json;
using Found = std::optional<ApiReference>;

/// Returns the first reference that `look` finds in the items of a list.
Found in_items(const json& object, const std::string& path, std::string_view list,
               const std::function<Found(const json& item, const std::string& path)>& look) {
  Found found;
  std::size_t index = 0;
  api::for_each_item(object, list, [&](const json& item) {
    if (!found) found = look(item, fmt::format("{}.{}[{}]", path, list, index));
    ++index;
  });
  return found;
}

/// Names of a kind's references in environments, and where volumes have it.
struct EnvironmentKind {
  std::string_view of_all;
  std::string_view of_key;
  std::string_view of_volume;
  std::string_view kind;
};
constexpr EnvironmentKind secrets{"secretRef", "secretKeyRef", "secret", "secrets"};
constexpr EnvironmentKind config_maps{"configMapRef", "configMapKeyRef", "configMap", "configmaps"};

Found in_container(const json& container, const std::string& path, const EnvironmentKind& names) {
  const auto has = [](const json* object, std::string_view member) {
    return api::find_member(object, member) != nullptr;
  };
  if (Found found = in_items(container, path, "envFrom", [&](const json& source, const std::string& place) -> Found {
        if (!has(&source, names.of_all)) return std::nullopt;
        return ApiReference{place, std::string{names.kind}};
      })) {
    return found;
  }
  return in_items(container, path, "env", [&](const json& variable, const std::string& place) -> Found {
    if (!has(api::find_member(variable, "valueFrom"), names.of_key)) return std::nullopt;
    return ApiReference{place, std::string{names.kind}};
  });
}

Found in_containers(const json& spec, const EnvironmentKind& names) {
  for (const std::string_view list : {"initContainers", "containers", "ephemeralContainers"}) {
    Found found = in_items(spec, "spec", list, [&](const json& container, const std::string& path) {
      return in_container(container, path, names);
    });
    if (found) return found;
  }
  return std::nullopt;
}

/// Volumes that are, or parts of which are, of the kind.
Found in_volumes(const json& spec, const EnvironmentKind& names) {
  return in_items(spec, "spec", "volumes", [&](const json& volume, const std::string& path) -> Found {
    const auto is_of_kind = [&names](const json& source) {
      return api::find_member(source, names.of_volume) != nullptr;
    };
    if (is_of_kind(volume)) return ApiReference{path, std::string{names.kind}};
    const json* projected = api::find_member(volume, "projected");
    if (projected == nullptr) return std::nullopt;
    return in_items(*projected, path + ".projected", "sources",
                    [&](const json& source, const std::string& place) -> Found {
                      if (!is_of_kind(source)) return std::nullopt;
                      return ApiReference{place, std::string{names.kind}};
                    });
  });
}

/// Volumes whose drivers take credentials from a Secret.
Found volume_credentials(const json& spec) {
  struct Driver {
    std::string_view volume;
    std::string_view secret;
  };
  constexpr std::array drivers{
      Driver{"azureFile", "secretName"}, Driver{"cephfs", "secretRef"},    Driver{"cinder", "secretRef"},
      Driver{"flexVolume", "secretRef"}, Driver{"rbd", "secretRef"},       Driver{"scaleIO", "secretRef"},
      Driver{"iscsi", "secretRef"},      Driver{"storageos", "secretRef"}, Driver{"csi", "nodePublishSecretRef"}};
  return in_items(spec, "spec", "volumes", [&](const json& volume, const std::string& path) -> Found {
    for (const Driver& driver : drivers) {
      if (api::find_member(api::find_member(volume, driver.volume), driver.secret) != nullptr) {
        return ApiReference{fmt::format("{}.{}", path, driver.volume), "secrets"};
      }
    }
    return std::nullopt;
  });
}

struct Source {
  std::string_view field;
  std::string_view kind;
};

Found in_projection(const json& projected, const std::string& path) {
  constexpr std::array sources{Source{"serviceAccountToken", "serviceaccounts (via projected volumes)"},
                               Source{"clusterTrustBundle", "clustertrustbundles"},
                               Source{"podCertificate", "podcertificates"}};
  return in_items(projected, path + ".projected", "sources", [&](const json& part, const std::string& place) -> Found {
    for (const Source& source : sources) {
      if (api::find_member(part, source.field) != nullptr) return ApiReference{place, std::string{source.kind}};
    }
    return std::nullopt;
  });
}

/// Volumes without Secrets and ConfigMaps.
Found other_volumes(const json& spec) {
  constexpr std::array sources{Source{"csi", "csidrivers (via CSI volumes)"},
                               Source{"glusterfs", "endpoints (via glusterFS volumes)"},
                               Source{"persistentVolumeClaim", "persistentvolumeclaims"},
                               Source{"ephemeral", "persistentvolumeclaims (via ephemeral volumes)"}};
  return in_items(spec, "spec", "volumes", [&](const json& volume, const std::string& path) -> Found {
    for (const Source& source : sources) {
      if (api::find_member(volume, source.field) != nullptr) {
        return ApiReference{fmt::format("{}.{}", path, source.field), std::string{source.kind}};
      }
    }
    const json* projected = api::find_member(volume, "projected");
    return projected == nullptr ? std::nullopt : in_projection(*projected, path);
  });
}

bool has_items(const json& spec, std::string_view list) {
  const json* found = api::find_member(spec, list);
  return found != nullptr && found->is_array() && !found->empty();
}

}  // namespace

std::optional<ApiReference> api_reference(const json& spec) {
  if (!api::string_member(spec, "serviceAccountName").empty()) {
    return ApiReference{"spec.serviceAccountName", "serviceaccounts"};
  }
  if (has_items(spec, "imagePullSecrets")) return ApiReference{"spec.imagePullSecrets", "secrets"};
  if (Found found = in_containers(spec, secrets)) return found;
  if (Found found = in_volumes(spec, secrets)) return found;
  if (Found found = volume_credentials(spec)) return found;
  if (Found found = in_containers(spec, config_maps)) return found;
  if (Found found = in_volumes(spec, config_maps)) return found;
  if (has_items(spec, "resourceClaims")) return ApiReference{"spec.resourceClaims", "resourceclaims"};
  return other_volumes(spec);
}

}  // namespace podreel::identity
