#include "engine/types/defaults.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/api/image_reference.hpp"
#include "engine/api/json_member.hpp"
#include "engine/release/kubelet_identity.hpp"
#include "engine/types/pod_level_defaults.hpp"
#include "engine/types/stored_form.hpp"

namespace podreel::types {

namespace {

using api::find_member;
using api::string_of;
using nlohmann::json;

enum class Applier : std::uint8_t { api_server, kubelet };

bool is_zero(const json& value) {
  if (value.is_string()) return string_of(&value).empty();
  return value.is_number_integer() && value.get<std::int64_t>() == 0;
}

bool is_missing(const json& object, std::string_view field) {
  const json* value = find_member(object, field);
  return value == nullptr || is_zero(*value);
}

std::string_view pull_policy(std::string_view image, release::Release release) {
  if (!release::cuts_image_name_at_colon.contains(release)) {
    const bool is_new = release::reads_images_by_reference_0_5.contains(release);
    return api::default_pull_policy(
        image, is_new ? api::ReferenceGrammar::reference_0_5 : api::ReferenceGrammar::distribution_2);
  }
  const std::string_view last = image.substr(image.rfind('/') + 1);
  const bool latest = last.find_first_of(":@") == std::string_view::npos || image.ends_with(":latest");
  return latest ? "Always" : "IfNotPresent";
}

/// Fills in defaults along the types of one release.
class Defaulter {
 public:
  Defaulter(Applier applier, release::Release release, const release::FeatureGates& gates)
      : applier_(applier), release_(release), gates_(gates) {}

  void visit(const Type& type, json& value) const {
    if (type.kind == Kind::pointer) return visit(*type.element, value);
    if (type.kind == Kind::list && value.is_array()) {
      for (json& element : value) visit(*type.element, element);
    }
    if (type.kind == Kind::structure && value.is_object()) structure(type, value);
  }

 private:
  void structure(const Type& type, json& object) const {
    if (has_defaults(type)) own_defaults(type, object);
    for (auto member = object.begin(); member != object.end(); ++member) {
      if (const Field* field = type.find(member.key())) visit(*field->type, member.value());
    }
  }

  [[nodiscard]] bool has_defaults(const Type& type) const {
    return applier_ == Applier::api_server || type.id != "EphemeralContainer" ||
           release::defaults_ephemeral_containers.contains(release_);
  }

  void own_defaults(const Type& type, json& object) const {
    for (const Field* field : type.members) {
      const std::optional<Default>& given = field->described->filled_in;
      if (!given || !applies(*given) || !is_stored(*field, release_, gates_)) continue;
      const json* value = find_member(object, field->json);
      if (value == nullptr || (!field->nullable && is_zero(*value))) object[field->json] = given->value;
    }
    if (type.id == "Container" || type.id == "EphemeralContainer") {
      default_pull_policy(object, "image", *type.find("imagePullPolicy"));
    } else if (type.id == "ImageVolumeSource") {
      default_pull_policy(object, "reference", *type.find("pullPolicy"));
    } else if (type.id == "Volume") {
      default_volume(type, object);
    } else if (type.id == "PodSpec") {
      raise_grace_period(object);
    }
  }

  [[nodiscard]] bool applies(const Default& value) const {
    return applier_ == Applier::api_server ? value.by_api_server : value.by_kubelet.contains(release_);
  }

  void default_pull_policy(json& object, std::string_view image, const Field& policy) const {
    if (!is_missing(object, policy.json) || !is_stored(policy, release_, gates_)) return;
    object[policy.json] = pull_policy(string_of(find_member(object, image)), release_);
  }

  /// A negative grace period becomes 1 (pkg/apis/core/v1/conversion.go).
  void raise_grace_period(json& spec) const {
    if (!release::raises_negative_grace.contains(release_)) return;
    const json* given = find_member(spec, "terminationGracePeriodSeconds");
    if (given != nullptr && given->is_number_integer() && *given < 0) spec["terminationGracePeriodSeconds"] = 1;
  }

  /// A volume without a source that the release knows gets an emptyDir.
  static void default_volume(const Type& type, json& object) {
    const bool has_source = std::ranges::any_of(type.members, [&object](const Field* member) {
      return member->type->kind == Kind::pointer && find_member(object, member->json) != nullptr;
    });
    if (!has_source) object["emptyDir"] = json::object();
  }

  Applier applier_;
  release::Release release_;
  const release::FeatureGates& gates_;
};

const release::FeatureGates no_gates;

}  // namespace

void apply_pod_defaults(json& pod, release::Release release, const release::FeatureGates& gates,
                        const Catalogue& catalogue) {
  const auto spec = pod.find("spec");
  if (spec == pod.end() || !spec->is_object()) return;
  const Type& type = catalogue.get(Api::v1, release, "PodSpec");
  bring_into_stored_form(*spec, type, release, gates);
  Defaulter{Applier::api_server, release, gates}.visit(type, *spec);
  default_pod_level(*spec);
  StoredSpecDefaults{catalogue.get(Api::v1, release, "Container"), release, gates}.pod(*spec);
}

void apply_container_defaults(json& container, release::Release release, const release::FeatureGates& gates) {
  const Type& ephemeral = v1_type(release, "EphemeralContainer");
  const Type& type = ephemeral.members.empty() ? v1_type(release, "Container") : ephemeral;
  bring_into_stored_form(container, type, release, gates);
  Defaulter{Applier::api_server, release, gates}.visit(type, container);
  default_requests(container);
  StoredSpecDefaults{v1_type(release, "Container"), release, gates}.resize_policy(container);
}

void apply_decoder_defaults(json& pod, release::Release release) {
  Defaulter{Applier::kubelet, release, no_gates}.visit(internal_type(release, "Pod"), pod);
  if (pod.is_object() && pod.contains("spec")) default_pod_level(pod["spec"]);
}

void apply_container_decoder_defaults(json& container, release::Release release) {
  default_requests(container);
  Defaulter{Applier::kubelet, release, no_gates}.visit(internal_type(release, "Container"), container);
}

}  // namespace podreel::types
