#include "scenarios/language/settings/configuration_fields.hpp"

#include <fmt/format.h>
#include <functional>

#include "engine/kubelet/admission/sysctls.hpp"
#include "engine/release/behaviour_table.hpp"
#include "scenarios/language/shapes/object.hpp"
#include "scenarios/language/shapes/scalar_shapes.hpp"

namespace podreel::language {

namespace {

using namespace std::chrono_literals;
using kubelet::ImageGcPolicy;
using kubelet::KubeletConfiguration;
using release::Behaviour;

/// One field: how it is written, where it goes, and which kubelets obey it.
struct ConfigurationField {
  FieldRow row;
  std::function<bool(const KubeletConfiguration&)> is_default;
  /// Null: every kubelet has it.
  bool Behaviour::*capability;
  /// What a kubelet says that has the field, but not its gate.
  std::string_view refusal;
};

template <class Access, class V>
ConfigurationField field(std::string name, Access access, const Shape<V>& shape, std::string about,
                         bool Behaviour::*capability = nullptr, std::string_view refusal = {}) {
  const auto is_default = [access](const KubeletConfiguration& config) {
    return std::invoke(access, config) == std::invoke(access, KubeletConfiguration{});
  };
  return {{std::move(name), std::move(about), false, target_of<KubeletConfiguration, V>(access), shape.any()},
          is_default,
          capability,
          refusal};
}

template <class V>
auto images(V ImageGcPolicy::*member) {
  return [member](auto&& config) -> auto& {
    return config.image_gc.*member;
  };
}

Shape<std::optional<sim::Duration>> crash_loop_back_off() {
  using Period = std::optional<sim::Duration>;
  return Object<Period>{"crashLoopBackOff", "The kubelet's crash back-off (1.32, KEP-4603)."}
      .field(
          "maxContainerRestartPeriod", [](Period& period) -> Period& { return period; }, duration(1s, 300s),
          "The longest delay before a crashing container is restarted, from 1s to 300s.")
      .shape();
}

Shape<std::optional<std::int32_t>> optional_integer(std::int32_t least) {
  return adapted<std::optional<std::int32_t>>(
      integer<std::int32_t>(least), [](std::int32_t&& number, std::optional<std::int32_t>& value) { value = number; });
}

/// What is not a pod's own is refused at the kubelet's start.
Shape<std::string> unsafe_sysctl() {
  const Shape<std::string> name = text();
  const std::string accepted =
      "kernel.sem, or a name or pattern that begins with net., kernel.shm, kernel.msg or "
      "fs.mqueue.";
  return Shape<std::string>{accepted,
                            [name, accepted](const api::Tree& node, const Place& place, std::string& sysctl) {
                              if (!name.read(node, place, sysctl)) return false;
                              if (kubelet::is_namespaced_sysctl(sysctl)) return true;
                              place.mismatch(node, accepted);
                              return false;
                            },
                            name.any()->schema}
      .example("net.core.somaxconn");
}

const std::vector<ConfigurationField>& fields() {
  using Config = KubeletConfiguration;
  const Shape<std::int64_t> percent = integer<std::int64_t>(0, 100);
  static const std::vector<ConfigurationField> table{
      field("syncFrequency", &Config::sync_frequency, duration(1s),
            "How often a pod is synced although nothing happened; default 1m, jittered."),
      field("runtimeRequestTimeout", &Config::runtime_request_timeout, duration(1s),
            "When a runtime call that does not return is given up; default 2m."),
      field("serializeImagePulls", &Config::serialize_image_pulls, boolean(),
            "Whether one image is pulled at a time; default true, without maxParallelImagePulls."),
      field("maxParallelImagePulls", &Config::max_parallel_image_pulls, integer<std::int32_t>(1),
            "How many images are pulled at once, without serializeImagePulls (1.27).",
            &Behaviour::image_pulls_have_maximum),
      field("registryPullQPS", &Config::registry_pull_qps, integer<std::int32_t>(0),
            "How many images are pulled a second; more fail with \"pull QPS exceeded\". Default 5; 0: no limit."),
      field("registryBurst", &Config::registry_burst, integer<std::int32_t>(1),
            "How many images are pulled at once, within registryPullQPS; default 10."),
      field("kubeAPIQPS", &Config::kube_api_qps, optional_integer(0),
            "How many requests about pods' statuses are made a second; default 50, before 1.27 5. 0: 5."),
      field("kubeAPIBurst", &Config::kube_api_burst, optional_integer(1),
            "How many of them are made at once; default 100, before 1.27 10."),
      field("eventRecordQPS", &Config::event_record_qps, optional_integer(0),
            "How many events are written a second; default 50, before 1.27 5. 0: no limit, before 1.29 5."),
      field("eventBurst", &Config::event_burst, optional_integer(1),
            "How many of them are written at once; default 100, before 1.27 10."),
      field("allowedUnsafeSysctls", &Config::allowed_unsafe_sysctls, list_of(unsafe_sysctl()),
            "Sysctls beside the safe ones that pods may set: names, and patterns that end in * (1.16).",
            &Behaviour::unsafe_sysctls_in_configuration),
      field("imageGCHighThresholdPercent", images(&ImageGcPolicy::high_threshold_percent), percent,
            "How full runtime.imageFilesystem is when images are removed; default 85."),
      field("imageGCLowThresholdPercent", images(&ImageGcPolicy::low_threshold_percent), percent,
            "How full it may be afterwards; default 80."),
      field("imageMinimumGCAge", images(&ImageGcPolicy::minimum_age), duration(),
            "How long an image has been there that is removed for space; default 2m."),
      field("imageMaximumGCAge", images(&ImageGcPolicy::maximum_age), duration(),
            "How long an image may be unused although there is space (1.29); default 0s, for ever.",
            &Behaviour::image_maximum_age,
            "invalid configuration: ImageMaximumGCAge feature gate is required for Kubelet configuration option "
            "imageMaximumGCAge"),
      field("crashLoopBackOff", &Config::max_container_restart_period, crash_loop_back_off(), "The crash back-off.",
            &Behaviour::crash_backoff_has_maximum,
            "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled, "
            "CrashLoopBackOff.MaxContainerRestartPeriod must not be set"),
  };
  return table;
}

void note_marks(const api::Tree& node, const Place& place) {
  for (const api::Tree::Member& member : node.members) {
    place.reading().marks.insert_or_assign(place.member(member.key).path(), member.mark);
  }
}

}  // namespace

Shape<KubeletConfiguration> kubelet_configuration_shape() {
  ObjectRows rows{"kubeletConfiguration", "The fields of KubeletConfiguration that the kubelet obeys."};
  for (const ConfigurationField& field : fields()) rows.fields.push_back(field.row);
  rows.rules.emplace_back([](const api::Tree& node, const Place& place, void*) { note_marks(node, place); });
  return Shape<KubeletConfiguration>{object_shape(std::move(rows))};
}

void report_configuration(const KubeletConfiguration& config, release::Release release,
                          const release::FeatureGates& gates, const Place& place) {
  const Behaviour behaviour = release::behaviour_of(release, gates);
  for (const ConfigurationField& field : fields()) {
    const Place written = place.member(field.row.name);
    const auto mark = place.reading().marks.find(written.path());
    if (mark == place.reading().marks.end() || field.capability == nullptr || behaviour.*field.capability) continue;
    if (release::row_of(field.capability, release) == nullptr) {
      written.warning(mark->second,
                      fmt::format("unknown to kubelets of {}, which ignore it", release::minor_string(release)));
    } else if (!field.is_default(config)) {
      written.problem(mark->second, std::string{field.refusal});
    }
  }
  const bool has_useless_maximum = config.pulls_images_one_by_one() && config.max_parallel_image_pulls > 1;
  if (!has_useless_maximum || !behaviour.image_pulls_have_maximum) return;
  const Place maximum = place.member("maxParallelImagePulls");
  maximum.problem(place.reading().marks[maximum.path()],
                  "invalid configuration: maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls "
                  "(--serialize-image-pulls) is set to false");
}

}  // namespace podreel::language
