#include "runtime_fake/exec_service.hpp"

#include <fmt/format.h>
#include <utility>

#include "engine/invariant.hpp"
#include "engine/release/go_text.hpp"
#include "engine/sim/task.hpp"
#include "runtime_fake/answers.hpp"

namespace podreel::runtime_fake {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// Returns whether the answer takes no time and has nothing random.
template <class Answer>
bool is_steady(const Answer& answer) {
  return answer.takes.is_fixed() && answer.takes.maximum() == sim::Duration{} && answer.fails.is_never();
}

std::string exec_timeout_error(sim::Duration timeout) {
  return fmt::format(
      "rpc error: code = DeadlineExceeded desc = failed to exec in container: timeout {} exceeded: context deadline "
      "exceeded",
      release::go_duration(timeout));
}

}  // namespace

sim::Task<runtime::Result<runtime::ExecResult>> ExecService::exec_sync(const sim::Process& caller,
                                                                       memory::Text container_id,
                                                                       std::vector<std::string> command,
                                                                       sim::Duration timeout) {
  const auto known = inventory_.find_container(container_id);
  if (known.container == nullptr) {
    return CallServer::answered<runtime::ExecResult>(runtime::Error{not_found("container")});
  }
  CallRecordPtr record = server_.record(known.pod, [&] {
    trace::RuntimeCall call = call_about("ExecSync", *known.container);
    call.id.reset();
    call.command = joined(command);
    call.timeout = std::chrono::floor<std::chrono::seconds>(timeout).count();
    return call;
  });
  const Verdict verdict = server_.judge("ExecSync", known.pod, *known.container->name);
  const auto reply = std::make_shared<Reply<runtime::ExecResult>>(caller, process_, std::move(record));
  server_.serve(reply, verdict.takes,
                [this, reply, container_id = std::move(container_id), command = std::move(command), timeout,
                 error = verdict.error] {
                  if (error) return reply->fail(*error);
                  execute(reply, container_id, command, timeout);
                });
  return Reply<runtime::ExecResult>::of(
      reply, timeout == sim::Duration{} ? sim::Duration{} : timeout + server_.request_timeout());
}

ExecService::Drawn ExecService::draw(std::string_view what, const PodEntry& pod, const Container& container,
                                     const ScriptedSpan& takes, const ScriptedOdds& fails) {
  if (takes.is_fixed() && fails.is_never()) return {takes.maximum(), false};
  const std::string about = fmt::format("{} {} {}", what, full_name(pod), *container.name);
  const Drawn drawn{chances_.draw(takes, about), chances_.draw(fails, about)};
  PODREEL_INVARIANT(drawn.takes >= sim::Duration{}, "an answer takes no less than no time");
  return drawn;
}

void ExecService::execute(const ExecReplyPtr& reply, const memory::Text& container_id,
                          const std::vector<std::string>& command, sim::Duration timeout) {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr) return reply->fail(not_found("container"));
  if (!container->is_running()) {
    return reply->fail(
        rpc_error(fmt::format("failed to exec in container: container is in {} state", cri_name(container->state))));
  }
  const ExecAnswer script =
      exec_answer(pod->script, command, process_.now() - pod->created_at, process_.now() - container->started_at);
  const Drawn drawn = draw("exec", *pod, *container, script.takes, script.fails);
  const runtime::ExecResult answer{.exit_code = drawn.fails ? 1 : script.exit_code, .output = script.output};
  const bool times_out = timeout > sim::Duration{} && drawn.takes > timeout;
  const sim::Duration takes = times_out ? timeout : drawn.takes;
  if (takes == sim::Duration{}) return finish(reply, answer);

  // The command ends by itself, or with its container.
  const auto watcher = std::make_shared<sim::EventId>();
  const sim::EventId end =
      process_.after(takes, [this, reply, answer, times_out, timeout, watcher, id = container->id] {
        const auto target = inventory_.find_container(id);
        if (target.container != nullptr) life_.forget(*target.container, *watcher);
        if (!times_out) return finish(reply, answer);
        if (CallRecord* record = reply->record()) record->call().error = exec_timeout_error(timeout);
        reply->succeed(runtime::ExecResult{.exit_code = 0, .output = answer.output, .timed_out = true});
      });
  *watcher = life_.on_exit(*container, [this, reply, end] {
    process_.cancel(end);
    finish(reply, {exit_code_of_sigkill, {}});
  });
}

void ExecService::finish(const ExecReplyPtr& reply, runtime::ExecResult result) {
  if (CallRecord* record = reply->record()) record->call().exit_code = result.exit_code;
  reply->succeed(std::move(result));
}

sim::Task<runtime::CommandRunner::NetworkAnswer> ExecService::probe_network(const sim::Process& caller,
                                                                            memory::Text container_id,
                                                                            NetworkProbe probe, sim::Duration timeout) {
  NetworkAnswer seen;
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr || !container->is_running()) {
    seen.refused = true;
    co_return seen;
  }
  const EndpointAnswer answer = endpoint_answer(pod->script, probe.kind, process_.now() - pod->created_at,
                                                process_.now() - container->started_at);
  const Drawn drawn = draw("probe", *pod, *container, answer.takes, answer.fails);
  seen.timed_out = timeout > sim::Duration{} && drawn.takes > timeout;
  const sim::Duration takes = seen.timed_out ? timeout : drawn.takes;
  if (takes > sim::Duration{}) co_await sim::sleep_for(caller, takes);
  if (seen.timed_out) co_return seen;
  const Container* still = inventory_.find_container(container_id).container;
  seen.refused = answer.refused || drawn.fails || still == nullptr || !still->is_running();
  if (!seen.refused) {
    seen.status = answer.status;
    seen.output = answer.output;
  }
  co_return seen;
}

std::optional<runtime::CommandRunner::SteadyAnswer<runtime::CommandRunner::NetworkAnswer>>
ExecService::steady_network_answer(const memory::Text& container_id, NetworkProbe::Kind kind) const {
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr || !container->is_running()) return std::nullopt;
  const EndpointAnswer answer =
      endpoint_answer(pod->script, kind, process_.now() - pod->created_at, process_.now() - container->started_at);
  if (!is_steady(answer)) return std::nullopt;
  NetworkAnswer seen;
  seen.refused = answer.refused;
  if (!seen.refused) {
    seen.status = answer.status;
    seen.output = answer.output;
  }
  return SteadyAnswer<NetworkAnswer>{std::move(seen), next_turn(*pod, *container)};
}

std::optional<runtime::CommandRunner::SteadyAnswer<runtime::ExecResult>> ExecService::steady_exec_answer(
    const memory::Text& container_id, const std::vector<std::string>& command) const {
  if (!server_.is_traceless("ExecSync")) return std::nullopt;
  const auto [pod, container] = inventory_.find_container(container_id);
  if (container == nullptr || !container->is_running()) return std::nullopt;
  ExecAnswer answer =
      exec_answer(pod->script, command, process_.now() - pod->created_at, process_.now() - container->started_at);
  if (!is_steady(answer)) return std::nullopt;
  return SteadyAnswer<runtime::ExecResult>{{.exit_code = answer.exit_code, .output = std::move(answer.output)},
                                           next_turn(*pod, *container)};
}

sim::Time ExecService::next_turn(const PodEntry& pod, const Container& container) const {
  const sim::Time now = process_.now();
  const auto wait = time_to_next_turn(pod.script, now - pod.created_at, now - container.started_at);
  return wait ? now + *wait : sim::Time::max();
}

}  // namespace podreel::runtime_fake
