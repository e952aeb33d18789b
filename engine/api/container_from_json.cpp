#include <nlohmann/json.hpp>

#include "engine/api/enum_names.hpp"
#include "engine/api/image_reference.hpp"
#include "engine/api/json_member.hpp"
#include "engine/api/pod.hpp"
#include "engine/api/seconds_member.hpp"
#include "engine/api/security_context.hpp"

namespace podreel::api {

namespace {

using nlohmann::json;

std::vector<std::string> strings(const json& object, const char* key) {
  std::vector<std::string> result;
  for_each_item(object, key, [&](const json& item) { result.emplace_back(string_of(&item)); });
  return result;
}

std::string port_text(const json& action) {
  const json* port = find_member(action, "port");
  return port ? scalar_text(*port) : std::string{};
}

HttpGetAction http_get_from_json(const json& action) {
  HttpGetAction result;
  result.host = string_member(action, "host");
  result.port = port_text(action);
  if (find_member(action, "path")) result.path = string_member(action, "path");
  if (find_member(action, "scheme")) result.scheme = string_member(action, "scheme");
  return result;
}

/// A handler may be named in several ways only before validation; the order here is that in which kubelets look.
Handler handler_from_json(const json& handler) {
  if (const json* exec = find_member(handler, "exec")) return ExecAction{strings(*exec, "command")};
  if (const json* http = find_member(handler, "httpGet")) return http_get_from_json(*http);
  if (const json* tcp = find_member(handler, "tcpSocket"))
    return TcpSocketAction{string_member(*tcp, "host"), port_text(*tcp)};
  if (const json* grpc = find_member(handler, "grpc")) {
    return GrpcAction{number_member<std::int32_t>(*grpc, "port").value_or(0), string_member(*grpc, "service")};
  }
  if (const json* sleep = find_member(handler, "sleep")) {
    return SleepAction{seconds_member(*sleep, "seconds").value_or(0)};
  }
  return std::monostate{};
}

Probe probe_from_json(const json& probe) {
  Probe result;
  result.handler = handler_from_json(probe);
  const auto read = [&](const char* key, std::int32_t& number) {
    number = number_member<std::int32_t>(probe, key).value_or(number);
  };
  read("initialDelaySeconds", result.initial_delay_seconds);
  read("timeoutSeconds", result.timeout_seconds);
  read("periodSeconds", result.period_seconds);
  read("successThreshold", result.success_threshold);
  read("failureThreshold", result.failure_threshold);
  result.termination_grace_period_seconds = seconds_member(probe, "terminationGracePeriodSeconds");
  return result;
}

std::optional<Probe> probe_member(const json& container, const char* key) {
  const json* probe = find_member(container, key);
  if (!probe) return std::nullopt;
  return probe_from_json(*probe);
}

Lifecycle lifecycle_from_json(const json& container) {
  Lifecycle result;
  const json* lifecycle = find_member(container, "lifecycle");
  if (!lifecycle) return result;
  if (const json* hook = find_member(*lifecycle, "postStart")) result.post_start = handler_from_json(*hook);
  if (const json* hook = find_member(*lifecycle, "preStop")) result.pre_stop = handler_from_json(*hook);
  return result;
}

constexpr auto restart_policy_names = enum_names<RestartPolicy>("Always", "OnFailure", "Never");

PullPolicy pull_policy_from_json(const json& container) {
  return pull_policy_named(string_of(find_member(container, "imagePullPolicy")));
}

ContainerRestartRule restart_rule_from_json(const json& rule) {
  ContainerRestartRule result;
  result.action = string_member(rule, "action");
  if (const json* codes = find_member(rule, "exitCodes")) {
    result.exit_codes_operator = string_member(*codes, "operator");
    for_each_item(*codes, "values", [&](const json& code) { result.exit_codes.push_back(code.get<std::int32_t>()); });
  }
  return result;
}

void read_ports(const json& container, Container& result) {
  for_each_item(container, "ports", [&](const json& port) {
    std::string name = string_member(port, "name");
    if (!name.empty()) {
      result.ports.emplace(std::move(name), number_member<std::int32_t>(port, "containerPort").value_or(0));
    }
  });
}

void read_resources(const json& container, Container& result) {
  if (const json* resources = find_member(container, "resources")) {
    result.requests = text_map_member<ResourceList>(*resources, "requests");
    result.limits = text_map_member<ResourceList>(*resources, "limits");
  }
  for_each_item(container, "resizePolicy", [&](const json& policy) {
    result.resize_policy.emplace(string_member(policy, "resourceName"), string_member(policy, "restartPolicy"));
  });
}

}  // namespace

std::string_view to_string(RestartPolicy policy) noexcept {
  return restart_policy_names[policy];
}

std::optional<RestartPolicy> parse_restart_policy(std::string_view text) noexcept {
  return restart_policy_names.find(text);
}

Container container_from_json(std::shared_ptr<const json> stored) {
  const json& container = *stored;
  Container result;
  result.name = string_member(container, "name");
  result.image = string_member(container, "image");
  result.command = strings(container, "command");
  result.args = strings(container, "args");
  result.image_pull_policy = pull_policy_from_json(container);
  result.restart_policy = parse_restart_policy(string_of(find_member(container, "restartPolicy")));
  for_each_item(container, "restartPolicyRules",
                [&](const json& rule) { result.restart_policy_rules.push_back(restart_rule_from_json(rule)); });
  result.liveness_probe = probe_member(container, "livenessProbe");
  result.readiness_probe = probe_member(container, "readinessProbe");
  result.startup_probe = probe_member(container, "startupProbe");
  result.lifecycle = lifecycle_from_json(container);
  read_ports(container, result);
  read_resources(container, result);
  result.has_environment = find_member(container, "env") != nullptr || find_member(container, "envFrom") != nullptr;
  result.falls_back_to_logs = string_member(container, "terminationMessagePolicy") == "FallbackToLogsOnError";
  result.run_as_non_root = run_as_non_root(container);
  result.stored = std::move(stored);
  return result;
}

}  // namespace podreel::api
