#include "engine/types/pod_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "engine/api/syntax_error.hpp"
#include "engine/release/kubelet_identity.hpp"

namespace podreel::types {

namespace {

using api::abbreviated;
using api::path_to_key;

struct ContainerList {
  std::string_view field;
  ContainerRole role;
};

constexpr ContainerList container_lists[] = {{"initContainers", ContainerRole::init},
                                             {"containers", ContainerRole::regular},
                                             {"ephemeralContainers", ContainerRole::ephemeral}};

bool is_filled(const api::Cursor& value) {
  if (value.kind() == api::Cursor::Kind::string) return !value.text().empty();
  return value.kind() == api::Cursor::Kind::list ? value.size() > 0 : static_cast<bool>(value);
}

class PodRules {
 public:
  PodRules(const api::Cursor& spec, const std::string& path, PodValidator& validator)
      : spec_(spec), path_(path), validator_(validator) {}

  void check(const std::vector<std::string_view>& claimed_volumes) {
    if (validator_.is_kubelet()) members_not_for_files();
    resource_claims();
    std::vector<std::string_view> volume_names = volumes();
    volume_names.insert(volume_names.end(), claimed_volumes.begin(), claimed_volumes.end());
    for (const ContainerList& list : container_lists) containers(list, volume_names);
    name_servers();
    for_each_map(spec_, "tolerations", path_,
                 [&](const api::Cursor& toleration, const std::string& path) { toleration_rules(toleration, path); });
  }

 private:
  [[nodiscard]] bool has_host_network() const {
    return spec_["hostNetwork"].is_true() || spec_["securityContext"]["hostNetwork"].is_true();
  }

  /// Negative ones count as 1 (pkg/apis/core/v1/conversion.go).
  [[nodiscard]] std::int64_t grace_period() const {
    constexpr std::int64_t default_seconds = 30;
    const api::Cursor given = spec_["terminationGracePeriodSeconds"];
    if (!given) return default_seconds;
    return given.integer() < 0 ? 1 : given.integer();
  }

  void refuse(const std::string& path, std::string refusal) {
    validator_.add_problem(spec_, path, "", std::move(refusal));
  }

  /// Fields that kubelets refuse in a file; some fields only while a gate may be off, which counts as off.
  void members_not_for_files() {
    if (validator_.knows("PodSpec", "ephemeralContainers") && is_filled(spec_["ephemeralContainers"])) {
      refuse("spec.ephemeralContainers", "cannot be set on create");
    }
    if (validator_.may_be_off("PodSpec", "os") && spec_["os"]) {
      refuse("spec.os", "cannot be set when IdentifyPodOS feature is not enabled");
    }
    if (validator_.may_be_off("WindowsSecurityContextOptions", "hostProcess") &&
        spec_["securityContext"]["windowsOptions"]["hostProcess"]) {
      refuse("spec.securityContext.windowsOptions.hostProcess",
             "not supported when feature gate 'WindowsHostProcessContainers' is not enabled");
    }
    if (validator_.knows("PodSpec", "schedulingGates") && is_filled(spec_["schedulingGates"])) {
      refuse("spec.schedulingGates", "nodeName cannot be set until all schedulingGates have been cleared");
    }
    if (validator_.is_kubelet_in(release::refuses_host_aliases_with_host_network) && has_host_network() &&
        is_filled(spec_["hostAliases"])) {
      refuse("spec.hostAliases", "may not be set when `hostNetwork` is true");
    }
  }

  void resource_claims() {
    if (!validator_.is_kubelet() || validator_.is_kubelet_in(release::refuses_static_resource_claims)) return;
    const bool nested = validator_.knows("PodResourceClaim", "source");
    if (!nested && !validator_.knows("PodResourceClaim", "resourceClaimName")) return;
    spec_["resourceClaims"].for_each_item([&](const api::Cursor& claim, std::size_t index) {
      const api::Cursor source = nested ? claim["source"] : claim;
      const bool by_name{source["resourceClaimName"]};
      const bool by_template{source["resourceClaimTemplateName"]};
      if (by_name != by_template) return;
      refuse(fmt::format("spec.resourceClaims[{}]", index),
             "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
    });
  }

  std::vector<std::string_view> volumes() {
    std::vector<std::string_view> names;
    for_each_map(spec_, "volumes", path_, [&](const api::Cursor& volume, const std::string& path) {
      const api::Cursor given = volume["name"];
      const std::string_view name = given.text();
      const std::string name_path = path_to_key(path, "name");
      if (!has_format(name, Format::dns_label)) validator_.add_problem(given, name_path, "", "is not a DNS label");
      source(volume, path);
      if (std::ranges::find(names, name) != names.end()) {
        validator_.add_problem(given, name_path, fmt::format("the volume name \"{}\" appears twice", abbreviated(name)),
                               fmt::format("Duplicate value: \"{}\"", name));
      }
      if (!name.empty()) names.push_back(name);
    });
    return names;
  }

  void source(const api::Cursor& volume, const std::string& path) {
    std::vector<std::string_view> sources;
    volume.for_each_member([&](std::string_view key, api::Mark, const api::Cursor& value) {
      if (key != "name" && value && validator_.knows("Volume", key)) sources.push_back(key);
    });
    if (sources.size() > 1) {
      validator_.add_problem(volume, path,
                             fmt::format("more than one source: {}; accepted: one",
                                         abbreviated(fmt::format("{}", fmt::join(sources, ", ")))),
                             "may not specify more than 1 volume type");
    }
    const api::Cursor fc = volume["fc"];
    const bool has_target =
        is_filled(fc["targetWWNs"]) || (validator_.knows("FCVolumeSource", "wwids") && is_filled(fc["wwids"]));
    if (fc && !has_target) validator_.add_problem(fc, path + ".fc.targetWWNs", "", "must have a value");
  }

  void containers(const ContainerList& list, const std::vector<std::string_view>& volume_names) {
    if (validator_.is_kubelet() && list.role == ContainerRole::ephemeral) return;
    const ContainerRules::PodFacts pod{has_host_network(), spec_["restartPolicy"].text(), spec_["os"]["name"].text(),
                                       &volume_names, grace_period()};
    ContainerRules rules{list.role, pod, validator_};
    for_each_map(spec_, list.field, path_, [&](const api::Cursor& container, const std::string& path) {
      name(container["name"], path_to_key(path, "name"));
      rules.check(container, path);
      if (list.role == ContainerRole::ephemeral) target(container["targetContainerName"], path);
    });
  }

  void name(const api::Cursor& given, const std::string& path) {
    const std::string_view name = given.text();
    if (!has_format(name, Format::dns_label))
      validator_.add_problem(given, path, "", fmt::format("\"{}\" is not a DNS label", name));
    if (name.empty()) return;
    const auto [first, inserted] = names_.emplace(name, given.mark());
    if (inserted) return;
    validator_.add_problem(
        given, path,
        fmt::format("the container name \"{}\" appears twice; first in line {}", abbreviated(name), first->second.line),
        fmt::format("Duplicate value: \"{}\"", name));
  }

  void target(const api::Cursor& given, const std::string& path) {
    const std::string_view name = given.text();
    if (name.empty() || names_.contains(name)) return;
    validator_.add_problem(given, path_to_key(path, "targetContainerName"),
                           fmt::format("the pod has no container \"{}\"", abbreviated(name)), "");
  }

  void name_servers() {
    const api::Cursor policy = spec_["dnsPolicy"];
    if (policy.text() != "None" || spec_["dnsConfig"]["nameservers"].size() > 0) return;
    validator_.add_problem(policy, path_to_key(path_, "dnsPolicy"), "None needs a name server in dnsConfig.nameservers",
                           "");
  }

  void toleration_rules(const api::Cursor& toleration, const std::string& path) {
    if (toleration["operator"].text() == "Exists" && !toleration["value"].text().empty()) {
      validator_.add_problem(toleration["value"], path_to_key(path, "value"), "not possible with the operator Exists",
                             "");
    }
    const api::Cursor seconds = toleration["tolerationSeconds"];
    if (seconds && toleration["effect"].text() != "NoExecute") {
      validator_.add_problem(seconds, path_to_key(path, "tolerationSeconds"), "needs the effect NoExecute", "");
    }
  }

  const api::Cursor& spec_;
  const std::string& path_;
  PodValidator& validator_;
  std::map<std::string_view, api::Mark> names_;
};

}  // namespace

void check_pod_rules(const api::Cursor& spec, const std::vector<std::string_view>& claimed_volumes,
                     const std::string& path, PodValidator& validator) {
  PodRules{spec, path, validator}.check(claimed_volumes);
}

}  // namespace podreel::types
