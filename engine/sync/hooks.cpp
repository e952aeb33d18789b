#include "engine/sync/hooks.hpp"

#include <chrono>
#include <fmt/format.h>
#include <utility>

#include "engine/release/behaviour/syncing.hpp"
#include "engine/release/go_text.hpp"

namespace podreel::sync {

namespace {

/// Returns the common part of the messages about a hook: "for Container "app" in Pod "name_ns(uid)"".
std::string subject(const api::Pod& pod, const std::string& container_name) {
  return fmt::format("for Container {} in Pod {}", release::go_quoted(container_name),
                     release::go_quoted(api::format_pod(pod)));
}

struct Hook {
  api::PodPtr pod;
  std::string container_name;
  std::string container_id;
};

sim::Task<std::optional<HookFailure>> run_command(SyncContext& context, Hook hook, api::ExecAction action) {
  const runtime::Result<runtime::ExecResult> result =
      co_await context.runtime.exec_sync(context.process, hook.container_id, action.command, sim::Duration::zero());
  if (result && result->exit_code == 0) co_return std::nullopt;
  std::string error;
  std::string output;
  if (result) {
    output = result->output;
    // All output of the command counts as standard output; this text ends with the standard error.
    error = fmt::format("command '{}' exited with {}: ", fmt::join(action.command, " "), result->exit_code);
  } else {
    error = result.error().message;
  }
  std::string message =
      fmt::format("Exec lifecycle hook ({}) {} failed - error: {}, message: {}", release::go_list(action.command),
                  subject(*hook.pod, hook.container_name), error, release::go_quoted(output));
  co_return HookFailure{std::move(error), std::move(message)};
}

/// A port by number or by its name in the container.
std::optional<std::int32_t> resolve_port(const api::PodSpec& spec, const Hook& hook, const std::string& port) {
  const api::FoundContainer found = api::find_container(spec, hook.container_name);
  if (found.container != nullptr) {
    if (const auto named = found.container->ports.find(port); named != found.container->ports.end()) {
      return named->second;
    }
  }
  constexpr std::size_t digits_max = 5;
  const bool is_number =
      !port.empty() && port.size() <= digits_max && port.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) return std::nullopt;
  return std::stoi(port);
}

std::string no_answer(const api::Pod& pod, const runtime::Runtime::NetworkProbe& probe,
                      const runtime::Runtime::NetworkAnswer& answer) {
  if (!answer.output.empty()) return answer.output;
  const std::string address =
      fmt::format("{}:{}", probe.http.host.empty() ? pod.status.pod_ip.view() : probe.http.host, probe.port);
  const std::string_view scheme = probe.http.scheme == "HTTPS" ? "https" : "http";
  return fmt::format("Get \"{}://{}{}\": dial tcp {}: connect: {}", scheme, address, probe.http.path, address,
                     answer.timed_out ? "connection timed out" : "connection refused");
}

sim::Task<std::optional<HookFailure>> run_http(SyncContext& context, Hook hook, api::HttpGetAction action) {
  const std::string what =
      fmt::format("HTTP lifecycle hook ({}) {} failed - error: ", action.path, subject(*hook.pod, hook.container_name));
  const std::optional<std::int32_t> port = resolve_port(*hook.pod->spec, hook, action.port);
  if (!port) {
    std::string error = fmt::format("couldn't find port: {}", action.port);
    co_return HookFailure{error, what + error};
  }
  runtime::Runtime::NetworkProbe probe;
  probe.http = std::move(action);
  probe.port = *port;
  const runtime::Runtime::NetworkAnswer answer =
      co_await context.runtime.probe_network(context.process, hook.container_id, probe, sim::Duration::zero());
  if (!answer.refused && !answer.timed_out) co_return std::nullopt;
  std::string error = no_answer(*hook.pod, probe, answer);
  std::string message = what + error;
  co_return HookFailure{std::move(error), std::move(message)};
}

}  // namespace

sim::Task<std::optional<HookFailure>> run_hook(SyncContext& context, api::PodPtr pod, std::string container_name,
                                               std::string container_id, api::Handler handler) {
  Hook hook{std::move(pod), std::move(container_name), std::move(container_id)};
  std::optional<HookFailure> failure;
  if (const auto* exec = std::get_if<api::ExecAction>(&handler)) {
    failure = co_await run_command(context, std::move(hook), *exec);
  } else if (const auto* http = std::get_if<api::HttpGetAction>(&handler)) {
    failure = co_await run_http(context, std::move(hook), *http);
  } else if (const auto* sleep = std::get_if<api::SleepAction>(&handler);
             sleep != nullptr && context.behaviour.has(release::sleep_hook)) {
    co_await sim::sleep_for(context.process, std::chrono::seconds{sleep->seconds});
  } else {
    failure = HookFailure{"invalid handler", "Cannot run handler: invalid handler"};
  }
  co_return failure;
}

}  // namespace podreel::sync
