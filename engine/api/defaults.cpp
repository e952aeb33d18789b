#include "engine/api/defaults.hpp"

#include <nlohmann/json.hpp>

#include "engine/api/default_values.hpp"
#include "engine/api/image_reference.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/schema.hpp"
#include "engine/api/stored_form.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

bool is_zero(const json& value) {
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value.is_number_integer() && value.get<std::int64_t>() == 0;
}

bool is_missing(const json& object, std::string_view field, Missing missing) {
  const auto found = object.find(field);
  return found == object.end() || found->is_null() || (missing == Missing::absent_or_zero && is_zero(*found));
}

void default_pull_policy_of(json& object, const char* image, const char* policy) {
  if (is_missing(object, policy, Missing::absent_or_zero)) {
    object[policy] = default_pull_policy(string_member(object, image));
  }
}

/// Limits that have no request beside them are requested.
void default_requests(json& object) {
  const auto resources = object.find("resources");
  if (resources == object.end() || !resources->contains("limits")) return;
  const json limits = resources->at("limits");
  json& requests = (*resources)["requests"];
  for (const auto& [name, quantity] : limits.items()) {
    if (!requests.contains(name)) requests[name] = quantity;
  }
}

void default_host_ports(json& container) {
  const auto ports = container.find("ports");
  if (ports == container.end()) return;
  for (json& port : *ports) {
    if (is_missing(port, "hostPort", Missing::absent_or_zero)) port["hostPort"] = port.at("containerPort");
  }
}

class Defaults {
 public:
  Defaults(release::Release release, const release::FeatureGates& gates) : release_(release), gates_(gates) {}

  void pod(json& pod) const {
    const auto spec = pod.find("spec");
    if (spec == pod.end() || !spec->is_object()) return;
    const ObjectType& type = object_type("PodSpec");
    bring_into_stored_form(*spec, type, release_, gates_);
    fill(*spec, type);
    service_account(*spec);
    const bool host_network = bool_member(*spec, "hostNetwork");
    for (const char* list : {"initContainers", "containers"}) {
      const auto containers = spec->find(list);
      if (containers == spec->end()) continue;
      for (json& container : *containers) {
        if (host_network) default_host_ports(container);
        default_requests(container);
      }
    }
    if (const auto containers = spec->find("containers"); containers != spec->end()) {
      for (json& container : *containers) regular_container(container);
    }
    default_pod_requests(*spec);
  }

  void container(json& container) const {
    const ObjectType& type = object_type("EphemeralContainer");
    bring_into_stored_form(container, type, release_, gates_);
    fill(container, type);
    default_requests(container);
    default_resize_policy(container);
  }

 private:
  /// Fills in the defaults of an object and of everything in it.
  void fill(json& object, const ObjectType& type) const {
    own_defaults(object, type);
    for (const DefaultValue& value : default_values(type.name)) {
      if (is_missing(object, value.field, value.missing) && is_known(type, value.field)) {
        object[value.field] = value.value;
      }
    }
    for (auto member = object.begin(); member != object.end(); ++member) {
      const Field* field = type.find(member.key());
      if (!field || field->type.shape != Shape::object) continue;
      const ObjectType& inner = object_type(field->type.object);
      if (field->type.many == Many::one) {
        fill(member.value(), inner);
      } else {
        for (json& element : member.value()) fill(element, inner);
      }
    }
  }

  void own_defaults(json& object, const ObjectType& type) const {
    if (type.name == "Container" || type.name == "EphemeralContainer") {
      default_pull_policy_of(object, "image", "imagePullPolicy");
    } else if (type.name == "ImageVolumeSource") {
      default_pull_policy_of(object, "reference", "pullPolicy");
    } else if (type.name == "Volume" && object.size() < 2) {
      object["emptyDir"] = json::object();
    }
  }

  [[nodiscard]] bool is_known(const ObjectType& type, std::string_view field) const {
    return is_stored(*type.find(field), release_, gates_);
  }

  /// `serviceAccount` is an alias; both are stored.
  static void service_account(json& spec) {
    std::string name = string_member(spec, "serviceAccountName");
    if (name.empty()) name = string_member(spec, "serviceAccount");
    if (name.empty()) return;
    spec["serviceAccountName"] = name;
    spec["serviceAccount"] = name;
  }

  void regular_container(json& container) const {
    // Only init containers had a policy of their own before KEP-5307.
    if (!is_known(object_type("Container"), "restartPolicyRules")) container.erase("restartPolicy");
    default_resize_policy(container);
  }

  /// NotRequired for what is requested or limited (KEP-1287).
  void default_resize_policy(json& container) const {
    if (!is_known(object_type("Container"), "resizePolicy")) return;
    for (const char* resource : {"cpu", "memory"}) {
      const json& resources = container.at("resources");
      const json* requests = member(resources, "requests");
      if (!requests || !requests->contains(resource) || has_resize_policy(container, resource)) continue;
      container["resizePolicy"].push_back({{"resourceName", resource}, {"restartPolicy", "NotRequired"}});
    }
  }

  static bool has_resize_policy(const json& container, std::string_view resource) {
    bool found = false;
    for_each_item(container, "resizePolicy",
                  [&](const json& policy) { found |= string_member(policy, "resourceName") == resource; });
    return found;
  }

  static bool any_container_requests(const json& spec, const std::string& resource) {
    bool found = false;
    for_each_item(spec, "containers", [&](const json& container) {
      const json* requests = member(container.at("resources"), "requests");
      found |= requests && requests->contains(resource);
    });
    return found;
  }

  /// A limit of the whole pod is requested, unless containers request that resource themselves (KEP-2837).
  static void default_pod_requests(json& spec) {
    const json* resources = member(spec, "resources");
    const json* limits = resources ? member(*resources, "limits") : nullptr;
    if (!limits) return;
    const json given = *limits;
    for (const auto& [name, quantity] : given.items()) {
      json& requests = spec["resources"]["requests"];
      if (!any_container_requests(spec, name) && !requests.contains(name)) requests[name] = quantity;
    }
    if (spec["resources"]["requests"].is_null()) spec["resources"].erase("requests");
  }

  release::Release release_;
  const release::FeatureGates& gates_;
};

}  // namespace

void apply_pod_defaults(json& pod, release::Release release, const release::FeatureGates& gates) {
  Defaults{release, gates}.pod(pod);
}

void apply_container_defaults(json& container, release::Release release, const release::FeatureGates& gates) {
  Defaults{release, gates}.container(container);
}

}  // namespace podreel::api
