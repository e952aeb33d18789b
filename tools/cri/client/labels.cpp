#include "tools/cri/client/labels.hpp"

#include <charconv>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "engine/api/pod.hpp"

namespace podreel::cri {

namespace {

using nlohmann::json;

constexpr const char* pod_name = "io.kubernetes.pod.name";
constexpr const char* pod_namespace = "io.kubernetes.pod.namespace";
constexpr const char* container_name = "io.kubernetes.container.name";
constexpr const char* hash = "io.kubernetes.container.hash";
constexpr const char* hash_without_resources = "io.kubernetes.container.hashWithoutResources";
constexpr const char* restart_count = "io.kubernetes.container.restartCount";
constexpr const char* termination_message_policy = "io.kubernetes.container.terminationMessagePolicy";
constexpr const char* fallback_to_logs = "FallbackToLogsOnError";
constexpr const char* pre_stop = "io.kubernetes.container.preStopHandler";
constexpr const char* deletion_grace_period = "io.kubernetes.pod.deletionGracePeriod";
constexpr const char* termination_grace_period = "io.kubernetes.pod.terminationGracePeriod";
/// An annotation that no real kubelet writes; identity policies that keep the whole spec use it.
constexpr const char* stored_spec = "podreel.dev/stored-spec";

/// Returns a handler that runs a command or sleeps; null for others, which are not available over CRI.
json handler_json(const api::Handler& handler) {
  if (const auto* exec = std::get_if<api::ExecAction>(&handler)) return {{"exec", {{"command", exec->command}}}};
  if (const auto* sleep = std::get_if<api::SleepAction>(&handler)) return {{"sleep", {{"seconds", sleep->seconds}}}};
  return nullptr;
}

std::optional<api::Handler> handler_from(const std::string& text) {
  const json handler = json::parse(text, nullptr, false);
  if (!handler.is_object()) return std::nullopt;
  if (const auto exec = handler.find("exec"); exec != handler.end() && exec->is_object()) {
    api::ExecAction action;
    for (const json& word : exec->value("command", json::array())) {
      if (word.is_string()) action.command.push_back(word);
    }
    return action;
  }
  if (const auto sleep = handler.find("sleep"); sleep != handler.end() && sleep->is_object()) {
    const json seconds = sleep->value("seconds", json{0});
    if (seconds.is_number_integer()) return api::SleepAction{seconds};
  }
  return std::nullopt;
}

template <class Number>
std::optional<Number> number_in(const Pairs& pairs, const char* key, int base = 10) {
  const auto found = pairs.find(key);
  if (found == pairs.end()) return std::nullopt;
  Number number{};
  const char* end = found->second.data() + found->second.size();
  const auto [stop, error] = std::from_chars(found->second.data(), end, number, base);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::string text_in(const Pairs& pairs, std::string_view key) {
  const auto found = pairs.find(std::string{key});
  return found == pairs.end() ? std::string{} : found->second;
}

}  // namespace

Pairs sandbox_labels(const api::Pod& pod) {
  Pairs labels = pod.metadata.labels.get();
  labels[pod_name] = pod.metadata.name;
  labels[pod_namespace] = pod.metadata.namespace_name;
  labels[std::string{pod_uid_label}] = pod.metadata.uid;
  return labels;
}

Pairs container_labels(const runtime::ContainerConfig& config) {
  return {{container_name, config.name},
          {pod_name, config.pod->metadata.name},
          {pod_namespace, config.pod->metadata.namespace_name},
          {std::string{pod_uid_label}, config.pod->metadata.uid}};
}

Pairs container_annotations(const runtime::ContainerConfig& config) {
  Pairs annotations{
      {hash, fmt::format("{:x}", config.hash)},
      {restart_count, fmt::format("{}", config.attempt)},
      {termination_grace_period, fmt::format("{}", config.pod_termination_grace_period_seconds)},
  };
  if (config.hash_without_resources != 0) {
    annotations[hash_without_resources] = fmt::format("{:x}", config.hash_without_resources);
  }
  if (config.pod_deletion_grace_period_seconds) {
    annotations[deletion_grace_period] = fmt::format("{}", *config.pod_deletion_grace_period_seconds);
  }
  annotations[termination_message_policy] = config.falls_back_to_logs ? fallback_to_logs : "File";
  if (config.stored_spec) annotations[stored_spec] = config.stored_spec->dump();
  if (config.pre_stop) {
    const json handler = handler_json(*config.pre_stop);
    if (!handler.is_null()) annotations[pre_stop] = handler.dump();
  }
  return annotations;
}

runtime::ContainerConfig config_from(const Pairs& labels, const Pairs& annotations) {
  constexpr int hexadecimal = 16;
  runtime::ContainerConfig config;
  auto pod = std::make_shared<api::Pod>();
  pod->metadata.name = text_in(labels, pod_name);
  pod->metadata.namespace_name = text_in(labels, pod_namespace);
  pod->metadata.uid = text_in(labels, pod_uid_label);
  pod->spec = std::make_shared<const api::PodSpec>();
  config.pod = std::move(pod);
  config.name = text_in(labels, container_name);
  config.attempt = number_in<std::uint32_t>(annotations, restart_count).value_or(0);
  config.hash = number_in<std::uint64_t>(annotations, hash, hexadecimal).value_or(0);
  config.hash_without_resources =
      number_in<std::uint64_t>(annotations, hash_without_resources, hexadecimal).value_or(0);
  config.pod_deletion_grace_period_seconds = number_in<std::int64_t>(annotations, deletion_grace_period);
  if (const auto grace = number_in<std::int64_t>(annotations, termination_grace_period)) {
    config.pod_termination_grace_period_seconds = *grace;
  }
  if (const auto spec = annotations.find(stored_spec); spec != annotations.end()) {
    json stored = json::parse(spec->second, nullptr, false);
    if (!stored.is_discarded()) config.stored_spec = std::make_shared<const json>(std::move(stored));
  }
  config.falls_back_to_logs = text_in(annotations, termination_message_policy) == fallback_to_logs;
  if (const auto hook = annotations.find(pre_stop); hook != annotations.end())
    config.pre_stop = handler_from(hook->second);
  return config;
}

}  // namespace podreel::cri
