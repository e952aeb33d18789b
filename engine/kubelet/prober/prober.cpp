#include "engine/kubelet/prober/prober.hpp"

#include <charconv>
#include <fmt/format.h>
#include <utility>

#include "engine/release/go_text.hpp"

namespace podreel::kubelet {

namespace {

constexpr int tries = 3;
constexpr std::int32_t first_good_http_status = 200;
constexpr std::int32_t first_bad_http_status = 400;

/// A port by number, or by its name among the container's ports; 0 if there is none of that name.
std::int32_t resolve_port(const api::Container& container, std::string_view port) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  if (error == std::errc{} && end == port.data() + port.size()) return number;
  const auto named = container.ports.find(port);
  return named == container.ports.end() ? 0 : named->second;
}

using Kind = runtime::Runtime::NetworkProbe::Kind;

/// What the probe's client says of an answer that is not a good one; empty for a good one.
std::string complaint(const runtime::Runtime::NetworkProbe& probe, const runtime::Runtime::NetworkAnswer& answer,
                      const std::string& address, sim::Duration timeout) {
  switch (probe.kind) {
    case Kind::http: {
      const std::string url =
          fmt::format("{}://{}{}", probe.http.scheme == "HTTPS" ? "https" : "http", address, probe.http.path);
      if (answer.refused) return fmt::format("Get \"{}\": dial tcp {}: connect: connection refused", url, address);
      if (answer.timed_out) {
        return fmt::format("Get \"{}\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
                           url);
      }
      const bool good = answer.status >= first_good_http_status && answer.status < first_bad_http_status;
      return good ? "" : fmt::format("HTTP probe failed with statuscode: {}", answer.status);
    }
    case Kind::tcp:
      if (answer.timed_out) return fmt::format("dial tcp {}: i/o timeout", address);
      if (answer.refused || answer.status != 0) return fmt::format("dial tcp {}: connect: connection refused", address);
      return {};
    case Kind::grpc:
      break;
  }
  if (answer.timed_out || answer.refused) {
    return fmt::format("timeout: failed to connect service \"{}\" within {}: context deadline exceeded", address,
                       release::go_duration(timeout));
  }
  return answer.status == 0 ? "" : "service unhealthy (responded with \"NOT_SERVING\")";
}

}  // namespace

sim::Task<std::optional<decide::ProbeResult>> Prober::probe(Request request) {
  const api::Container& container = *api::find_container(*request.pod->spec, request.container).container;
  const api::Probe& spec = *probe_of(container, request.type);
  Answer answer;
  for (int attempt = 0; attempt < tries; ++attempt) {
    answer = co_await ask(request, container, spec);
    if (!answer.error) break;
  }
  const std::string_view name = to_string(request.type);
  if (answer.error) {
    tell(request, fmt::format("{} probe errored: {}", name, *answer.error));
    co_return std::nullopt;
  }
  if (recorder_.enabled()) {
    recorder_.record(api::full_name(*request.pod),
                     trace::Probe{std::string{name}, request.container, answer.healthy ? "success" : "failure",
                                  answer.output.empty() ? std::nullopt : std::optional{answer.output}});
  }
  if (!answer.healthy) tell(request, fmt::format("{} probe failed: {}", name, answer.output));
  co_return answer.healthy ? decide::ProbeResult::success : decide::ProbeResult::failure;
}

sim::Task<Prober::Answer> Prober::ask(const Request& request, const api::Container& container, const api::Probe& spec) {
  const sim::Duration timeout = std::chrono::seconds{spec.timeout_seconds};
  Answer answer{.healthy = true, .output = {}, .error = {}};
  if (const auto* exec = std::get_if<api::ExecAction>(&spec.handler)) {
    answer = co_await ask_exec(request, *exec, timeout);
  } else if (const auto* http = std::get_if<api::HttpGetAction>(&spec.handler)) {
    const std::int32_t port = resolve_port(container, http->port);
    const std::string address = fmt::format("{}:{}", http->host.empty() ? request.pod_ip : http->host, port);
    answer = co_await ask_network(request, {Kind::http, *http, port, {}}, timeout, address);
  } else if (const auto* tcp = std::get_if<api::TcpSocketAction>(&spec.handler)) {
    const std::int32_t port = resolve_port(container, tcp->port);
    const std::string address = fmt::format("{}:{}", tcp->host.empty() ? request.pod_ip : tcp->host, port);
    answer = co_await ask_network(request, {Kind::tcp, {}, port, {}}, timeout, address);
  } else if (const auto* grpc = std::get_if<api::GrpcAction>(&spec.handler)) {
    const std::string address = fmt::format("{}:{}", request.pod_ip, grpc->port);
    answer = co_await ask_network(request, {Kind::grpc, {}, grpc->port, grpc->service}, timeout, address);
  }
  co_return answer;
}

sim::Task<Prober::Answer> Prober::ask_exec(const Request& request, const api::ExecAction& action,
                                           sim::Duration timeout) {
  Answer answer;
  const auto result = co_await runtime_.exec_sync(process_, request.container_id, action.command, timeout);
  if (!result) {
    answer.error = result.error().message;
  } else if (result->timed_out) {
    const std::string command = release::go_quoted(fmt::format("{}", fmt::join(action.command, " ")));
    answer.output = behaviour_.exec_timeout_names_limit ? fmt::format("command timed out: {} timed out after {}",
                                                                      command, release::go_duration(timeout))
                                                        : fmt::format("command {} timed out", command);
  } else {
    answer.healthy = result->exit_code == 0;
    answer.output = result->output;
  }
  co_return answer;
}

sim::Task<Prober::Answer> Prober::ask_network(const Request& request, runtime::Runtime::NetworkProbe probe,
                                              sim::Duration timeout, std::string address) {
  const auto reply = co_await runtime_.probe_network(process_, request.container_id, probe, timeout);
  const std::string wrong = complaint(probe, reply, address, timeout);
  Answer answer{.healthy = wrong.empty(), .output = wrong.empty() ? reply.output : wrong, .error = {}};
  co_return answer;
}

void Prober::tell(const Request& request, std::string message) {
  sync::record_container_event(events_, *request.pod, request.container, request.container_id, sync::EventType::warning,
                               "Unhealthy", std::move(message));
}

}  // namespace podreel::kubelet
