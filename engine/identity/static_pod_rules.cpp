#include "engine/identity/static_pod_rules.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/identity/go_value.hpp"
#include "engine/identity/types.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;

using release::v;

bool is_filled(const Json* value) {
  if (value == nullptr) return false;
  return value->is_string() || value->is_array() ? !value->empty() : true;
}

struct ForbiddenMember {
  std::string_view first;
  std::string_view second;
  std::string_view third;
  release::ReleaseRange range;
  std::string_view message;
};

const std::array forbidden_members{
    ForbiddenMember{"ephemeralContainers", "", "", {v(16), {}}, "cannot be set on create"},
    ForbiddenMember{"os", "", "", {v(23), v(25)}, "cannot be set when IdentifyPodOS feature is not enabled"},
    ForbiddenMember{"securityContext",
                    "windowsOptions",
                    "hostProcess",
                    {v(22), v(26)},
                    "not supported when feature gate 'WindowsHostProcessContainers' is not enabled"},
    ForbiddenMember{
        "schedulingGates", "", "", {v(26), {}}, "nodeName cannot be set until all schedulingGates have been cleared"},
    ForbiddenMember{"resourceClaims", "", "", {v(32), {}}, "static pods do not support ResourceClaims"},
};

const release::ReleaseRange refuses_host_aliases_with_host_network{v(7), v(8)};
const release::ReleaseRange nests_claim_source{v(26), v(31)};
const release::ReleaseRange lists_claim_names{v(31), v(32)};
const release::ReleaseRange refuses_cluster_trust_bundles{v(29), {}};
const release::ReleaseRange knows_fc_only_by_target{v(7), v(8)};

void check_volume(const Json& volume, const std::string& path, StaticPodCheck& check) {
  if (!is_dns_label(go_string(find_member(&volume, "name")))) check.refuse(path + ".name", "is no DNS label");
  int sources = 0;
  for (const Field& field : internal_type(check.release, "core.VolumeSource").fields) {
    if (find_member(&volume, field.json) != nullptr) ++sources;
  }
  if (sources > 1) check.refuse(path, "may not specify more than 1 volume type");
  if (const Json* fc = find_member(&volume, "fc")) {
    const bool has_target = is_filled(find_member(fc, "targetWWNs"));
    const bool has_wwids = is_filled(find_member(fc, "wwids")) && !knows_fc_only_by_target.contains(check.release);
    if (!has_target && !has_wwids) check.refuse(path + ".fc.targetWWNs", "must have a value");
  }
  const Json* sources_of_projected = find_member(find_member(&volume, "projected"), "sources");
  if (sources_of_projected == nullptr || !refuses_cluster_trust_bundles.contains(check.release)) return;
  for (const Json& source : *sources_of_projected) {
    if (find_member(&source, "clusterTrustBundle") == nullptr) continue;
    check.refuse(path + ".projected.sources", "static pods do not support ClusterTrustBundle volumes");
  }
}

bool is_label_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

}  // namespace

bool is_dns_label(std::string_view text) {
  constexpr std::size_t longest = 63;
  return !text.empty() && text.size() <= longest && text.front() != '-' && text.back() != '-' &&
         std::ranges::all_of(text, is_label_character);
}

bool is_dns_subdomain(std::string_view text) {
  constexpr std::size_t longest = 253;
  if (text.size() > longest) return false;
  while (true) {
    const std::string_view label = text.substr(0, text.find('.'));
    const bool valid =
        !label.empty() && label.front() != '-' && label.back() != '-' && std::ranges::all_of(label, is_label_character);
    if (!valid) return false;
    if (label.size() == text.size()) return true;
    text.remove_prefix(label.size() + 1);
  }
}

int handler_count(const Json& handler, std::string_view type, release::Release release) {
  int count = 0;
  for (const Field& field : internal_type(release, type).fields) {
    if (field.inlined) {
      for (const Field& inner : field.type->fields) count += find_member(&handler, inner.json) != nullptr ? 1 : 0;
    } else if (field.type->kind == Kind::pointer && field.type->element->kind == Kind::structure) {
      count += find_member(&handler, field.json) != nullptr ? 1 : 0;
    }
  }
  return count;
}

void check_forbidden_members(const Json& spec, StaticPodCheck& check) {
  for (const ForbiddenMember& forbidden : forbidden_members) {
    const Json* value = find_member(&spec, forbidden.first);
    std::string path = fmt::format("spec.{}", forbidden.first);
    for (const std::string_view next : {forbidden.second, forbidden.third}) {
      if (next.empty()) continue;
      value = find_member(value, next);
      path += fmt::format(".{}", next);
    }
    if (is_filled(value) && forbidden.range.contains(check.release)) {
      check.refuse(path, std::string{forbidden.message});
    }
  }
  const bool host_network = go_bool(find_member(find_member(&spec, "securityContext"), "hostNetwork"));
  if (host_network && refuses_host_aliases_with_host_network.contains(check.release) &&
      is_filled(find_member(&spec, "hostAliases"))) {
    check.refuse("spec.hostAliases", "may not be set when `hostNetwork` is true");
  }
}

void check_resource_claims(const Json& spec, StaticPodCheck& check) {
  const Json* claims = find_member(&spec, "resourceClaims");
  const bool nested = nests_claim_source.contains(check.release);
  if (claims == nullptr || !claims->is_array() || (!nested && !lists_claim_names.contains(check.release))) return;
  for (std::size_t index = 0; index < claims->size(); ++index) {
    const Json* source = nested ? find_member(&(*claims)[index], "source") : &(*claims)[index];
    int named = 0;
    for (const std::string_view member : {"resourceClaimName", "resourceClaimTemplateName"}) {
      if (find_member(source, member) != nullptr) ++named;
    }
    if (named != 1) {
      check.refuse(fmt::format("spec.resourceClaims[{}]", index),
                   "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    }
  }
}

void check_volumes(const Json& spec, StaticPodCheck& check) {
  const Json* volumes = find_member(&spec, "volumes");
  if (volumes == nullptr || !volumes->is_array()) return;
  std::set<std::string> names;
  for (std::size_t index = 0; index < volumes->size(); ++index) {
    const std::string path = fmt::format("spec.volumes[{}]", index);
    check_volume((*volumes)[index], path, check);
    const std::string name{go_string(find_member(&(*volumes)[index], "name"))};
    if (!names.insert(name).second) check.refuse(path + ".name", fmt::format("Duplicate value: \"{}\"", name));
  }
}

}  // namespace podreel::identity
