#include "engine/kubelet/prober/probe_answer.hpp"

#include <charconv>
#include <fmt/format.h>

#include "engine/release/behaviour/probing.hpp"
#include "engine/release/go_text.hpp"

namespace podreel::kubelet {

namespace {

using Verdict = ProbeAnswer::Verdict;
using Kind = runtime::Runtime::NetworkProbe::Kind;
using NetworkAnswer = runtime::Runtime::NetworkAnswer;

constexpr std::int32_t first_good_http_status = 200;
constexpr std::int32_t first_redirect_http_status = 300;
constexpr std::int32_t first_bad_http_status = 400;
constexpr std::int32_t highest_port = 65535;
/// Error of a call whose caller has waited for its whole timeout.
constexpr std::string_view deadline_exceeded = "rpc error: code = DeadlineExceeded ";
/// Kubelets read no more of a command's output.
constexpr std::size_t max_output_length = 10 * 1024;

std::string http_error(const std::string& url, std::string_view cause, const release::Behaviour& behaviour) {
  return fmt::format("Get {}: {}", behaviour.has(release::http_errors_quote_url) ? release::go_quoted(url) : url,
                     cause);
}

ProbeAnswer evaluate_http(const api::HttpGetAction& action, const NetworkAnswer& answer, const std::string& address,
                          const release::Behaviour& behaviour) {
  const auto url = [&] {
    return fmt::format("{}://{}{}", action.scheme == "HTTPS" ? "https" : "http", address, action.path);
  };
  if (answer.refused) {
    const std::string cause = fmt::format("dial tcp {}: connect: connection refused", address);
    return {Verdict::failure, http_error(url(), cause, behaviour), {}};
  }
  if (answer.timed_out) {
    const std::string_view cause = behaviour.has(release::http_errors_quote_url)
                                       ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
                                       : "net/http: request canceled (Client.Timeout exceeded while awaiting headers)";
    return {Verdict::failure, http_error(url(), cause, behaviour), {}};
  }
  if (answer.status < first_good_http_status || answer.status >= first_bad_http_status) {
    return {Verdict::failure, fmt::format("HTTP probe failed with statuscode: {}", answer.status), {}};
  }
  if (answer.status >= first_redirect_http_status) {
    return {Verdict::warning, fmt::format("Probe terminated redirects, Response body: {}", answer.output), {}};
  }
  return {Verdict::success, answer.output, {}};
}

ProbeAnswer evaluate_tcp(const NetworkAnswer& answer, const std::string& address) {
  if (answer.timed_out) return {Verdict::failure, fmt::format("dial tcp {}: i/o timeout", address), {}};
  if (answer.refused || answer.status != 0) {
    return {Verdict::failure, fmt::format("dial tcp {}: connect: connection refused", address), {}};
  }
  return {};
}

ProbeAnswer evaluate_grpc(const NetworkAnswer& answer, const std::string& address, sim::Duration timeout) {
  if (answer.refused) {
    return {Verdict::failure,
            fmt::format("timeout: failed to connect service {} within {}: context deadline exceeded",
                        release::go_quoted(address), release::go_duration(timeout)),
            {}};
  }
  if (answer.timed_out) {
    return {Verdict::failure,
            fmt::format("timeout: health rpc did not complete within {}", release::go_duration(timeout)),
            {}};
  }
  if (answer.status == 0) return {};
  const std::string status = answer.output.empty() ? "NOT_SERVING" : answer.output;
  return {Verdict::failure, fmt::format("service unhealthy (responded with {})", release::go_quoted(status)), {}};
}

std::string exec_timeout(const api::ExecAction& action, sim::Duration timeout, const release::Behaviour& behaviour) {
  const std::string limit = release::go_duration(timeout);
  if (!behaviour.has(release::exec_timeouts_recognized)) {
    return fmt::format(
        "rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout {} exceeded: context deadline "
        "exceeded",
        limit);
  }
  const std::string command = release::go_quoted(fmt::format("{}", fmt::join(action.command, " ")));
  if (behaviour.has(release::exec_timeout_names_limit))
    return fmt::format("command timed out: {} timed out after {}", command, limit);
  return fmt::format("command {} timed out", command);
}

}  // namespace

ProbePort resolve_probe_port(const api::Container& container, const std::string& port) {
  ProbePort resolved;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), resolved.number);
  if (error != std::errc{} || end != port.data() + port.size()) {
    const auto named = container.ports.find(port);
    if (named == container.ports.end()) {
      return {0, fmt::format("strconv.Atoi: parsing {}: invalid syntax", release::go_quoted(port))};
    }
    resolved.number = named->second;
  }
  if (resolved.number < 1 || resolved.number > highest_port) {
    resolved.error = fmt::format("invalid port number: {}", resolved.number);
  }
  return resolved;
}

std::string join_host_port(const std::string& host, std::int32_t port) {
  return host.find(':') == std::string::npos ? fmt::format("{}:{}", host, port) : fmt::format("[{}]:{}", host, port);
}

ProbeAnswer evaluate_network_answer(const runtime::Runtime::NetworkProbe& probe, const NetworkAnswer& answer,
                                    const std::string& host, sim::Duration timeout,
                                    const release::Behaviour& behaviour) {
  // An endpoint that answers as it should needs no address.
  const bool has_address = answer.refused || answer.timed_out || probe.kind != Kind::http;
  const std::string address = has_address ? join_host_port(host, probe.port) : std::string{};
  switch (probe.kind) {
    case Kind::http:
      return evaluate_http(probe.http, answer, address, behaviour);
    case Kind::tcp:
      return evaluate_tcp(answer, address);
    case Kind::grpc:
      break;
  }
  return evaluate_grpc(answer, address, timeout);
}

ProbeAnswer evaluate_exec_result(const runtime::Result<runtime::ExecResult>& result, const api::ExecAction& action,
                                 sim::Duration timeout, const release::Behaviour& behaviour) {
  const bool call_timed_out = !result && behaviour.has(release::exec_timeouts_recognized) &&
                              result.error().message.starts_with(deadline_exceeded);
  if (!result && !call_timed_out) return {Verdict::failure, {}, result.error().message};
  if (call_timed_out || result->timed_out) {
    std::string text = exec_timeout(action, timeout, behaviour);
    if (!behaviour.has(release::exec_probe_timeouts)) return {Verdict::failure, {}, std::move(text)};
    return {Verdict::failure, std::move(text), {}};
  }
  return {
      result->exit_code == 0 ? Verdict::success : Verdict::failure, result->output.substr(0, max_output_length), {}};
}

}  // namespace podreel::kubelet
