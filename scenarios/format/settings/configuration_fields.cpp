#include "scenarios/format/settings/configuration_fields.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>

#include "engine/api/image_reference.hpp"
#include "engine/kubelet/admission/sysctls.hpp"
#include "engine/release/behaviour/looping.hpp"
#include "engine/release/behaviour/node_status.hpp"
#include "engine/release/behaviour/pulling.hpp"
#include "engine/release/behaviour/shutting_down.hpp"
#include "engine/release/behaviour_table.hpp"
#include "engine/release/go_text.hpp"
#include "scenarios/format/settings/eviction_shapes.hpp"
#include "scenarios/format/shapes/object.hpp"
#include "scenarios/format/shapes/scalar_shapes.hpp"

namespace podreel::format {

namespace {

using namespace std::chrono_literals;
using kubelet::EvictionConfiguration;
using kubelet::ImageGcPolicy;
using kubelet::KubeletConfiguration;
using kubelet::ShutdownPeriods;
using kubelet::ShutdownPhase;
using release::Behaviour;

constexpr std::string_view without_shutdown_gate =
    "invalid configuration: Specifying shutdownGracePeriod or shutdownGracePeriodCriticalPods requires feature gate "
    "GracefulNodeShutdown";

/// One field: its format, its target, and the kubelets that obey it.
struct ConfigurationField {
  FieldRow row;
  std::function<bool(const KubeletConfiguration&)> is_default;
  /// Null: every kubelet has it.
  release::Capability capability{};
  /// Error of a kubelet that has the field, but not its gate.
  std::string_view refusal;
};

template <class Access, class V>
ConfigurationField field(std::string name, Access access, const Shape<V>& shape, std::string about,
                         release::Capability capability = {}, std::string_view refusal = {}) {
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
          "Maximum delay before a crashed container is restarted, from 1s to 300s.")
      .shape();
}

Shape<std::optional<std::int32_t>> optional_integer(std::int32_t minimum) {
  return adapted<std::optional<std::int32_t>>(
      integer<std::int32_t>(minimum),
      [](std::int32_t&& number, std::optional<std::int32_t>& value) { value = number; });
}

Shape<std::optional<bool>> optional_boolean() {
  return adapted<std::optional<bool>>(boolean(), [](bool&& read, std::optional<bool>& value) { value = read; });
}

Shape<sim::Duration> whole_seconds() {
  return adapted<sim::Duration>(integer<std::int32_t>(1), [](std::int32_t&& seconds, sim::Duration& period) {
    period = std::chrono::seconds{seconds};
  });
}

constexpr std::string_view eviction_soft = "evictionSoft";
constexpr std::string_view eviction_soft_grace_period = "evictionSoftGracePeriod";

template <class V>
auto eviction(V EvictionConfiguration::*member) {
  return [member](auto&& config) -> auto& {
    return config.eviction.*member;
  };
}

template <class V>
auto shutdown(V ShutdownPeriods::*member) {
  return [member](auto&& config) -> auto& {
    return config.shutdown.*member;
  };
}

Shape<ShutdownPhase> shutdown_phase() {
  return Object<ShutdownPhase>{"shutdownPhase", "Time at node shutdown for pods of a priority and above."}
      .required("priority", &ShutdownPhase::priority,
                integer(std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()),
                "Minimum priority of these pods.")
      .required("shutdownGracePeriodSeconds", &ShutdownPhase::seconds, integer<std::int64_t>(0, 86'400),
                "Time in seconds.")
      .shape();
}

/// Accepts sysctls of a pod's own namespaces; a kubelet does not start with others.
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

constexpr std::string_view verification_policy = "imagePullCredentialsVerificationPolicy";
constexpr std::string_view verification_allowlist = "preloadedImagesVerificationAllowlist";

template <class V>
auto verification(V sync::PullVerification::*member) {
  return [member](auto&& config) -> auto& {
    return config.pull_verification.*member;
  };
}

Shape<sync::VerifiedImages> verified_images() {
  using sync::VerifiedImages;
  constexpr std::array policies{std::pair{"NeverVerify", VerifiedImages::none},
                                std::pair{"NeverVerifyPreloadedImages", VerifiedImages::not_preloaded},
                                std::pair{"NeverVerifyAllowlistedImages", VerifiedImages::not_allowlisted},
                                std::pair{"AlwaysVerify", VerifiedImages::all}};
  std::vector<std::string> names;
  for (const auto& [name, policy] : policies) names.emplace_back(name);
  return adapted<VerifiedImages>(one_of("a policy", std::move(names)),
                                 [policies](std::string&& name, VerifiedImages& images) {
                                   for (const auto& [known, policy] : policies) {
                                     if (name == known) images = policy;
                                   }
                                 });
}

/// The fields about images that are present (1.33, KEP-2535).
std::vector<ConfigurationField> fields_of_pull_verification() {
  using sync::PullVerification;
  return {
      field(std::string{verification_policy}, verification(&PullVerification::verified), verified_images(),
            "Images that are present and that a pod may use only with credentials for them (1.33); default "
            "NeverVerifyPreloadedImages: those that the kubelet has pulled.",
            release::pulls_begun_are_remembered,
            "invalid configuration: `imagePullCredentialsVerificationPolicy` must not be set if "
            "KubeletEnsureSecretPulledImages feature gate is not enabled"),
      field(std::string{verification_allowlist}, verification(&PullVerification::allowlist),
            list_of(text().example("registry.corp/team/*")),
            "Images that every pod may use with the policy NeverVerifyAllowlistedImages: repositories, and prefixes "
            "that end in /* (1.33).",
            release::pulls_begun_are_remembered,
            "invalid configuration: `preloadedImagesVerificationAllowlist` must not be set if "
            "KubeletEnsureSecretPulledImages feature gate is not enabled"),
  };
}

std::vector<ConfigurationField> fields_of_pods() {
  using Config = KubeletConfiguration;
  const Shape<std::int64_t> percent = integer<std::int64_t>(0, 100);
  return {
      field("syncFrequency", &Config::sync_frequency, duration(1s),
            "Period of syncs without events; default 1m, with jitter."),
      field("runtimeRequestTimeout", &Config::runtime_request_timeout, duration(1s),
            "Timeout of runtime calls; default 2m."),
      field("serializeImagePulls", &Config::serialize_image_pulls, boolean(),
            "Whether one image is pulled at a time; default true, without maxParallelImagePulls."),
      field("maxParallelImagePulls", &Config::max_parallel_image_pulls, integer<std::int32_t>(1),
            "Maximum number of parallel pulls, without serializeImagePulls (1.27).", release::image_pulls_have_maximum),
      field("registryPullQPS", &Config::registry_pull_qps, integer<std::int32_t>(0),
            "Maximum number of pulls per second; more fail with \"pull QPS exceeded\". Default 5; 0: no limit."),
      field("registryBurst", &Config::registry_burst, integer<std::int32_t>(1),
            "Burst of registryPullQPS; default 10."),
      field("kubeAPIQPS", &Config::kube_api_qps, optional_integer(0),
            "Maximum number of API requests for pod statuses per second; default 50, before 1.27 5. 0: 5."),
      field("kubeAPIBurst", &Config::kube_api_burst, optional_integer(1),
            "Burst of kubeAPIQPS; default 100, before 1.27 10."),
      field("eventRecordQPS", &Config::event_record_qps, optional_integer(0),
            "Maximum number of events written per second; default 50, before 1.27 5. 0: no limit; older kubelets: 5."),
      field("eventBurst", &Config::event_burst, optional_integer(1),
            "Burst of eventRecordQPS; default 100, before 1.27 10."),
      field("allowedUnsafeSysctls", &Config::allowed_unsafe_sysctls, list_of(unsafe_sysctl()),
            "Sysctls that pods may set in addition to the safe ones: names, and patterns that end in * (1.16).",
            release::unsafe_sysctls_in_configuration),
      field("imageGCHighThresholdPercent", images(&ImageGcPolicy::high_threshold_percent), percent,
            "Usage of runtime.imageFilesystem in percent at which images are removed; default 85."),
      field("imageGCLowThresholdPercent", images(&ImageGcPolicy::low_threshold_percent), percent,
            "Usage in percent down to which images are removed; default 80."),
      field("imageMinimumGCAge", images(&ImageGcPolicy::minimum_age), duration(),
            "Minimum age of images that are removed for space; default 2m."),
      field("imageMaximumGCAge", images(&ImageGcPolicy::maximum_age), duration(),
            "Maximum time that an image may be unused (1.29); default 0s, no limit.", release::image_maximum_age,
            "invalid configuration: ImageMaximumGCAge feature gate is required for Kubelet configuration option "
            "imageMaximumGCAge"),
      field("crashLoopBackOff", &Config::max_container_restart_period, crash_loop_back_off(), "The crash back-off.",
            release::crash_backoff_has_maximum,
            "invalid configuration: FeatureGate KubeletCrashLoopBackOffMax not enabled, "
            "CrashLoopBackOff.MaxContainerRestartPeriod must not be set"),
  };
}

/// Returns the fields about node conditions, shutdown and evictions.
std::vector<ConfigurationField> fields_of_node() {
  using Config = EvictionConfiguration;
  return {
      field("nodeStatusUpdateFrequency", &KubeletConfiguration::node_status_update_frequency, duration(1s),
            "Period at which the kubelet checks the node's status for changes; default 10s."),
      field("nodeLeaseDurationSeconds", &KubeletConfiguration::node_lease_duration, whole_seconds(),
            "Duration of the node's lease in seconds; it is renewed after a quarter of it. Default 40.",
            release::node_leases),
      field(
          "singleProcessOOMKill", &KubeletConfiguration::single_process_oom_kill, optional_boolean(),
          "Whether only one process of a container that is out of memory is killed (1.32); default false, or true with "
          "control groups of version 1.",
          release::oom_kills_can_be_single),
      field("shutdownGracePeriod", shutdown(&ShutdownPeriods::all), duration(),
            "Maximum delay of the node's shutdown, in which pods are stopped (1.20); default 0s, no delay.",
            release::graceful_node_shutdown, without_shutdown_gate),
      field("shutdownGracePeriodCriticalPods", shutdown(&ShutdownPeriods::critical), duration().example("0s"),
            "Last part of shutdownGracePeriod, for critical pods (1.20); default 0s.", release::graceful_node_shutdown,
            without_shutdown_gate),
      field("shutdownGracePeriodByPodPriority", shutdown(&ShutdownPeriods::by_priority), list_of(shutdown_phase()),
            "Phases of the shutdown by priority, lowest first, instead of both (1.23).",
            release::shutdown_by_pod_priority,
            "invalid configuration: Specifying shutdownGracePeriodByPodPriority requires feature gate "
            "GracefulNodeShutdownBasedOnPodPriority"),
      field("evictionHard", eviction(&Config::hard),
            thresholds_shape("evictionHard", "Thresholds that evict pods at once."),
            "Minimum available resources of runtime.usage; default memory.available 100Mi, nodefs.available 10%, "
            "nodefs.inodesFree 5%, imagefs.available 15%."),
      field(std::string{eviction_soft}, eviction(&Config::soft),
            thresholds_shape(eviction_soft, "Thresholds that evict pods after a grace period."),
            "Thresholds that evict pods after evictionSoftGracePeriod; default none."),
      field(std::string{eviction_soft_grace_period}, eviction(&Config::soft_grace_period), grace_periods_shape(),
            "Grace period for each signal of evictionSoft."),
      field("evictionMinimumReclaim", eviction(&Config::minimum_reclaim),
            thresholds_shape("evictionMinimumReclaim", "Amounts that an eviction frees beyond a threshold."),
            "Amount that is freed beyond a threshold; default 0."),
      field("evictionPressureTransitionPeriod", eviction(&Config::pressure_transition_period),
            duration(sim::Duration{1}),
            "Time for which a pressure condition stays after its cause has ended; default 5m."),
      field("evictionMaxPodGracePeriod", eviction(&Config::max_pod_grace_period), integer<std::int32_t>(0),
            "Maximum grace period in seconds of pods that a soft threshold evicts; default 0."),
  };
}

const std::vector<ConfigurationField>& fields() {
  static const std::vector<ConfigurationField> table = [] {
    std::vector<ConfigurationField> all = fields_of_pods();
    std::ranges::move(fields_of_pull_verification(), std::back_inserter(all));
    std::ranges::move(fields_of_node(), std::back_inserter(all));
    return all;
  }();
  return table;
}

/// Returns the position of a field in the input, if it is there.
std::optional<api::Mark> mark_of(const Place& written) {
  const auto& marks = written.reading().marks;
  const auto mark = marks.find(written.path());
  if (mark == marks.end()) return std::nullopt;
  return mark->second;
}

void refuse(const Place& place, std::string_view field, const std::string& problem) {
  const Place written = place.member(field);
  if (const auto mark = mark_of(written)) written.problem(*mark, "invalid configuration: " + problem);
}

void report_image_pulls(const KubeletConfiguration& config, const Behaviour& behaviour, const Place& place) {
  const bool has_useless_maximum = config.pulls_images_one_by_one() && config.max_parallel_image_pulls > 1;
  if (!has_useless_maximum || !behaviour.has(release::image_pulls_have_maximum)) return;
  refuse(place, "maxParallelImagePulls",
         "maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to "
         "false");
}

void report_shutdown(const ShutdownPeriods& periods, const Behaviour& behaviour, const Place& place) {
  if (!behaviour.has(release::graceful_node_shutdown)) return;
  const auto is_too_short = [](sim::Duration period) { return period > sim::Duration{} && period < 1s; };
  if (periods.critical > periods.all && periods.by_priority.empty()) {
    refuse(place, "shutdownGracePeriodCriticalPods",
           fmt::format("shutdownGracePeriodCriticalPods {{{}}} must be <= shutdownGracePeriod {{{}}}",
                       release::go_duration(periods.critical), release::go_duration(periods.all)));
  }
  if (is_too_short(periods.all)) {
    refuse(place, "shutdownGracePeriod",
           fmt::format("shutdownGracePeriod {{{}}} must be either zero or otherwise >= 1 sec",
                       release::go_duration(periods.all)));
  }
  if (is_too_short(periods.critical)) {
    refuse(place, "shutdownGracePeriodCriticalPods",
           fmt::format("shutdownGracePeriodCriticalPods {{{}}} must be either zero or otherwise >= 1 sec",
                       release::go_duration(periods.critical)));
  }
  const bool has_both = periods.all > sim::Duration{} || periods.critical > sim::Duration{};
  if (!has_both || periods.by_priority.empty() || !behaviour.has(release::shutdown_by_pod_priority)) return;
  refuse(place, "shutdownGracePeriodByPodPriority",
         "Cannot specify both shutdownGracePeriodByPodPriority and shutdownGracePeriod at the same time");
}

/// Returns what is wrong with a pattern of the allowlist (getAllowlistImagePattern); empty if nothing is.
std::string allowlist_problem(std::string_view pattern) {
  const bool is_prefix = pattern.ends_with("/*");
  const std::string_view name = is_prefix ? pattern.substr(0, pattern.size() - 1) : pattern;
  if (name.front() == ' ' || name.back() == ' ')
    return fmt::format("leading/trailing spaces are not allowed: {}", pattern);
  if (name.find('*') != std::string_view::npos) {
    return fmt::format("not a valid wildcard pattern, only patterns ending with '/*' are allowed: {}", pattern);
  }
  if (is_prefix) return name.size() == 1 ? "at least registry hostname is required" : "";
  const auto reference = api::parse_image_reference(name);
  if (!reference) return "failed to parse as an image name: invalid reference format";
  if (reference->repository == name) return "";
  return fmt::format("neither tag nor digest is accepted in an image reference: {}", pattern);
}

void report_pull_verification(const sync::PullVerification& verification, const Behaviour& behaviour,
                              const Place& place) {
  if (!behaviour.has(release::pulls_begun_are_remembered) || verification.allowlist.empty()) return;
  if (verification.verified != sync::VerifiedImages::not_allowlisted) {
    return refuse(
        place, verification_allowlist,
        "can't set `preloadedImagesVerificationAllowlist` if `imagePullCredentialsVertificationPolicy` is not "
        "\"NeverVerifyAllowlistedImages\"");
  }
  for (const std::string& pattern : verification.allowlist) {
    const std::string problem = allowlist_problem(pattern);
    if (problem.empty()) continue;
    return refuse(place, verification_allowlist,
                  "invalid image pattern in `preloadedImagesVerificationAllowlist`: " + problem);
  }
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
  rows.rules.emplace_back([](const api::Tree& node, const Place& place, void* config) {
    note_marks(node, place);
    static_cast<KubeletConfiguration*>(config)->written.json = api::to_json(node).dump();
  });
  return Shape<KubeletConfiguration>{object_shape(std::move(rows))};
}

bool is_configuration_field(std::string_view name) {
  return std::ranges::any_of(fields(), [name](const ConfigurationField& field) { return field.row.name == name; });
}

void report_configuration(const KubeletConfiguration& config, release::Release release,
                          const release::FeatureGates& gates, const Place& place) {
  const Behaviour behaviour = release::behaviour_of(release, gates);
  for (const ConfigurationField& field : fields()) {
    const Place written = place.member(field.row.name);
    const auto mark = mark_of(written);
    if (!mark || !field.capability || behaviour.has(field.capability)) continue;
    if (release::row_of(field.capability, release) == nullptr) {
      written.warning(*mark, fmt::format("unknown to kubelets of {}, which ignore it", release::minor_string(release)));
    } else if (!field.is_default(config)) {
      written.problem(*mark, std::string{field.refusal});
    }
  }
  report_image_pulls(config, behaviour, place);
  report_pull_verification(config.pull_verification, behaviour, place);
  report_shutdown(config.shutdown, behaviour, place);
  report_eviction(config.eviction, place.member(eviction_soft), place.member(eviction_soft_grace_period));
}

}  // namespace podreel::format
