// spec.node: the kubelet and the API server.
#include "scenarios/language/format.hpp"
#include "scenarios/language/object.hpp"
#include "scenarios/language/scalar_shapes.hpp"

namespace podreel::language {

namespace {

using namespace std::chrono_literals;

std::vector<std::string> policy_names() {
  return {identity_policy_names().begin(), identity_policy_names().end()};
}

/// dual-hash cannot do without the release.
std::vector<std::string> policies_without_options() {
  return {"upstream", "serialized-spec"};
}

void check_policy(const api::Tree& node, const Place& place, IdentityPolicy& policy) {
  const bool compares_releases = policy.name == "dual-hash";
  if (compares_releases && !policy.release) {
    place.member("release").problem(node.mark,
                                    "required, but missing: the older release whose formula dual-hash tries");
  }
  if (!compares_releases && (policy.release || policy.types || !policy.ignore_fields.empty())) {
    place.problem(node.mark, "release, types and ignoreFields are options of the policy dual-hash");
  }
}

struct CrashLoopBackOff {
  std::optional<sim::Duration> max_container_restart_period;
};

Shape<CrashLoopBackOff> crash_loop_back_off_shape() {
  return Object<CrashLoopBackOff>{"crashLoopBackOff", "The kubelet's crash back-off (1.32, KEP-4603)."}
      .field("maxContainerRestartPeriod", &CrashLoopBackOff::max_container_restart_period, duration(1s, 300s),
             "The longest delay before a crashing container is restarted, from 1s to 300s.")
      .shape();
}

Shape<ApiServerSettings> api_server_shape() {
  return Object<ApiServerSettings>{"apiServer", "The API server in front of the node."}
      .field("version", &ApiServerSettings::version, simulated_release(), "Its release; default: the kubelet's.")
      .field("runsIn", &ApiServerSettings::runs_in, list_of(text().example("kube-apiserver-*")),
             "Names of this node's pods, * and ? allowed: it answers only while a container runs in a pod of each.")
      .field("readyAfter", &ApiServerSettings::ready_after, duration(),
             "From the start of the last of these containers until it answers; default 0s.")
      .shape();
}

Shape<KubeletSettings> kubelet_shape() {
  return Object<KubeletSettings>{"kubelet", "The kubelet that runs when the scenario starts."}
      .field("version", &KubeletSettings::version, simulated_release(),
             "Its release: \"1.30\" is the newest patch known of that minor, \"1.28.0\" is exact.")
      .field("featureGates", &KubeletSettings::feature_gates, feature_gates(), "Gates that are set explicitly.")
      .field("identityPolicy", &KubeletSettings::identity_policy, identity_policy_shape(),
             "How it tells that a container is still the one that the spec asks for.")
      .field("config", &KubeletSettings::config, kubelet_config_shape(), "Fields of KubeletConfiguration.")
      .shape();
}

}  // namespace

const std::vector<std::string_view>& identity_policy_names() {
  static const std::vector<std::string_view> names{"upstream", "serialized-spec", "dual-hash"};
  return names;
}

Shape<IdentityPolicy> identity_policy_shape() {
  const Shape<std::string> name = one_of("an identity policy", policy_names());
  const auto by_name =
      adapted<IdentityPolicy>(one_of("an identity policy without options", policies_without_options()),
                              [](std::string&& text, IdentityPolicy& policy) { policy.name = std::move(text); });
  const auto with_options =
      Object<IdentityPolicy>{"identityPolicy", "An identity policy with options."}
          .required("name", &IdentityPolicy::name, name, "The policy.")
          .field("release", &IdentityPolicy::release, simulated_release(),
                 "dual-hash: the older release whose formula is tried where the kubelet's own differs.")
          .field("types", &IdentityPolicy::types, simulated_release(),
                 "dual-hash: whose types the older formula walks; default: the kubelet's own.")
          .field(
              "ignoreFields", &IdentityPolicy::ignore_fields, list_of(text().example("StartupProbe")),
              "dual-hash: fields of the container, by their Go names, that the older formula leaves out; default: all "
              "that the types have gained since.")
          .check(check_policy)
          .shape();
  return either(with_options, {api::Tree::Kind::map}, by_name);
}

Shape<KubeletConfig> kubelet_config_shape() {
  const auto read_period = [](CrashLoopBackOff&& written, KubeletConfig& config) {
    config.max_container_restart_period = written.max_container_restart_period;
  };
  return Object<KubeletConfig>{"kubeletConfiguration", "The fields of KubeletConfiguration that the kubelet obeys."}
      .field("syncFrequency", &KubeletConfig::sync_frequency, duration(1s),
             "How often a pod is synced although nothing happened; default 1m, jittered.")
      .field("runtimeRequestTimeout", &KubeletConfig::runtime_request_timeout, duration(1s),
             "When a runtime call that does not return is given up; default 2m.")
      .field("serializeImagePulls", &KubeletConfig::serialize_image_pulls, boolean(),
             "Whether one image is pulled at a time; default true.")
      .field("maxParallelImagePulls", &KubeletConfig::max_parallel_image_pulls, integer<std::int32_t>(1),
             "How many images are pulled at once, without serializeImagePulls (1.27).")
      .field("imageGCHighThresholdPercent", &KubeletConfig::image_gc_high_threshold_percent,
             integer<std::int64_t>(0, 100), "How full runtime.imageFilesystem is when images are removed; default 85.")
      .field("imageGCLowThresholdPercent", &KubeletConfig::image_gc_low_threshold_percent,
             integer<std::int64_t>(0, 100), "How full it may be afterwards; default 80.")
      .field("imageMinimumGCAge", &KubeletConfig::image_minimum_gc_age, duration(),
             "How long an image has been there that is removed for space; default 2m.")
      .field("imageMaximumGCAge", &KubeletConfig::image_maximum_gc_age, duration(),
             "How long an image may be unused although there is space (1.29); default 0s, for ever.")
      .field(
          "crashLoopBackOff", [](KubeletConfig& config) -> KubeletConfig& { return config; },
          adapted<KubeletConfig>(crash_loop_back_off_shape(), read_period), "The crash back-off.")
      .shape();
}

Shape<NodeSettings> node_shape() {
  return Object<NodeSettings>{"node", "The simulated node."}
      .field("name", &NodeSettings::name, text().example("node-1"), "Its name; default node-1.")
      .field("labels", &NodeSettings::labels, map_of<std::map<std::string, std::string>>(possibly_empty_text()),
             "Its labels, beside those that every node has; without them every nodeSelector fits.")
      .field("allocatable", &NodeSettings::allocatable, resource_list(),
             "What it has for pods (cpu, memory, pods …); without it everything fits.")
      .field("kubelet", &NodeSettings::kubelet, kubelet_shape(), "The kubelet that runs when the scenario starts.")
      .field("apiServer", &NodeSettings::api_server, api_server_shape(), "The API server in front of the node.")
      .shape();
}

}  // namespace podreel::language
