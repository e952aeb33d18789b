#include "engine/kubelet/prober/prober.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/release/behaviour/probing.hpp"

namespace podreel::kubelet {

namespace {

using Kind = runtime::Runtime::NetworkProbe::Kind;
using Verdict = ProbeAnswer::Verdict;

constexpr int tries = 3;
constexpr std::string_view unhealthy = "Unhealthy";
constexpr std::string_view probe_warning = "ProbeWarning";
constexpr std::string_view cancelled = "rpc error: code = Canceled desc = context canceled";

bool is_over_network(const api::Handler& handler) noexcept {
  return std::holds_alternative<api::HttpGetAction>(handler) || std::holds_alternative<api::TcpSocketAction>(handler) ||
         std::holds_alternative<api::GrpcAction>(handler);
}

bool is_plain_success(const ProbeAnswer& answer) noexcept {
  return !answer.error && answer.verdict == Verdict::success;
}

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::success:
      return "success";
    case Verdict::warning:
      return "warning";
    case Verdict::failure:
      break;
  }
  return "failure";
}

}  // namespace

Prober::Target Prober::target_of(const api::Handler& handler) {
  if (const auto* http = std::get_if<api::HttpGetAction>(&handler)) {
    return {{Kind::http, *http, 0, {}}, http->host, http->port};
  }
  if (const auto* tcp = std::get_if<api::TcpSocketAction>(&handler)) {
    return {{Kind::tcp, {}, 0, {}}, tcp->host, tcp->port};
  }
  const auto& grpc = std::get<api::GrpcAction>(handler);
  return {{Kind::grpc, {}, 0, grpc.service}, {}, fmt::format("{}", grpc.port)};
}

sim::Task<ProbeAnswer> Prober::probe(const Request& request) {
  const api::Container& container = *api::find_container(*request.pod->spec, request.container).container;
  const api::Probe& spec = *probe_of(container, request.type);
  ProbeAnswer answer;
  for (int attempt = 0; attempt < tries; ++attempt) {
    answer = co_await ask(request, container, spec);
    if (!answer.error) break;
  }
  co_return answer;
}

void Prober::report(const Request& request, const ProbeAnswer& answer) {
  const std::string_view name = kubelet::to_string(request.type);
  if (answer.error) {
    const std::string_view result =
        env_.behaviour.has(release::probe_error_names_result) ? " and resulted in unknown state" : "";
    return record_event(request, unhealthy, fmt::format("{} probe errored{}: {}", name, result, *answer.error));
  }
  if (env_.recorder.wants<trace::Probe>()) {
    env_.recorder.record(api::full_name(*request.pod),
                         trace::Probe{std::string{name}, request.container, std::string{to_string(answer.verdict)},
                                      answer.output.empty() ? std::nullopt : std::optional{answer.output}});
  }
  if (answer.verdict == Verdict::failure) {
    record_event(request, unhealthy, fmt::format("{} probe failed: {}", name, answer.output));
  } else if (answer.verdict == Verdict::warning) {
    record_event(request, probe_warning, fmt::format("{} probe warning: {}", name, answer.output));
  }
}

sim::Task<ProbeAnswer> Prober::ask(const Request& request, const api::Container& container, const api::Probe& spec) {
  const sim::Duration timeout = std::chrono::seconds{spec.timeout_seconds};
  ProbeAnswer answer;
  if (const auto* exec = std::get_if<api::ExecAction>(&spec.handler)) {
    answer = co_await run_exec_probe(request, *exec, timeout);
  } else if (is_over_network(spec.handler)) {
    Target target = target_of(spec.handler);
    answer = co_await probe_port(request, container, target, timeout);
  }
  co_return answer;
}

sim::Task<ProbeAnswer> Prober::run_exec_probe(const Request& request, const api::ExecAction& action,
                                              sim::Duration timeout) {
  ProbeAnswer answer;
  if (request.is_cancelled) {
    answer.error = cancelled;
    co_return answer;
  }
  const auto result = co_await env_.runtime.exec_sync(env_.process, request.container_id, action.command, timeout);
  answer = evaluate_exec_result(result, action, timeout, env_.behaviour);
  co_return answer;
}

sim::Task<ProbeAnswer> Prober::probe_port(const Request& request, const api::Container& container, Target& target,
                                          sim::Duration timeout) {
  ProbeAnswer answer;
  ProbePort resolved = resolve_probe_port(container, target.port);
  if (resolved.error) {
    answer.error = std::move(resolved.error);
    co_return answer;
  }
  target.probe.port = resolved.number;
  const auto reply = co_await env_.runtime.probe_network(env_.process, request.container_id, target.probe, timeout);
  answer = evaluate_network_answer(target.probe, reply, target.host.empty() ? request.pod_ip : target.host, timeout,
                                   env_.behaviour);
  co_return answer;
}

std::optional<sim::Time> Prober::succeeds_until(const Request& request) const {
  if (env_.recorder.wants<trace::Probe>() || request.is_cancelled) return std::nullopt;
  const api::Container& container = *api::find_container(*request.pod->spec, request.container).container;
  const api::Probe& spec = *probe_of(container, request.type);
  const sim::Duration timeout = std::chrono::seconds{spec.timeout_seconds};
  if (const auto* exec = std::get_if<api::ExecAction>(&spec.handler)) {
    return exec_succeeds_until(request, *exec, timeout);
  }
  if (!is_over_network(spec.handler)) return std::nullopt;
  return port_answers_until(request, container, target_of(spec.handler), timeout);
}

std::optional<sim::Time> Prober::exec_succeeds_until(const Request& request, const api::ExecAction& action,
                                                     sim::Duration timeout) const {
  auto steady = env_.runtime.steady_exec_answer(request.container_id, action.command);
  if (!steady) return std::nullopt;
  const ProbeAnswer answer = evaluate_exec_result(std::move(steady->answer), action, timeout, env_.behaviour);
  return is_plain_success(answer) ? std::optional{steady->until} : std::nullopt;
}

std::optional<sim::Time> Prober::port_answers_until(const Request& request, const api::Container& container,
                                                    Target target, sim::Duration timeout) const {
  const auto steady = env_.runtime.steady_network_answer(request.container_id, target.probe.kind);
  const ProbePort port = resolve_probe_port(container, target.port);
  if (!steady || port.error) return std::nullopt;
  target.probe.port = port.number;
  const ProbeAnswer answer = evaluate_network_answer(
      target.probe, steady->answer, target.host.empty() ? request.pod_ip : target.host, timeout, env_.behaviour);
  return is_plain_success(answer) ? std::optional{steady->until} : std::nullopt;
}

void Prober::record_event(const Request& request, std::string_view reason, std::string message) {
  sync::record_container_event(env_.events, *request.pod, request.container, request.container_id,
                               sync::EventType::warning, reason, std::move(message));
}

}  // namespace podreel::kubelet
