#include "runtime_fake/answers.hpp"

#include <algorithm>

namespace podreel::runtime_fake {

namespace {

using Kind = runtime::Runtime::NetworkProbe::Kind;

template <class Answer>
const Answer* holding(const std::vector<Answer>& answers, sim::Duration age, sim::Duration running_for) {
  const Answer* holds = nullptr;
  for (const Answer& answer : answers) {
    if (answer.from <= age && answer.after_start <= running_for) holds = &answer;
  }
  return holds;
}

const std::vector<EndpointAnswer>& answers_of(const PodScript& script, Kind kind) {
  switch (kind) {
    case Kind::http:
      return script.http;
    case Kind::tcp:
      return script.tcp;
    case Kind::grpc:
      break;
  }
  return script.grpc;
}

}  // namespace

ExecAnswer exec_answer(const PodScript* script, const std::vector<std::string>& command, sim::Duration age,
                       sim::Duration running_for) {
  if (script == nullptr || command.empty()) return {};
  const auto found = std::ranges::find(script->exec, command.front(), &ExecScript::command);
  if (found == script->exec.end()) return {};
  const ExecAnswer* holds = holding(found->answers, age, running_for);
  return holds == nullptr ? ExecAnswer{} : *holds;
}

EndpointAnswer endpoint_answer(const PodScript* script, Kind kind, sim::Duration age, sim::Duration running_for) {
  const EndpointAnswer* holds = script == nullptr ? nullptr : holding(answers_of(*script, kind), age, running_for);
  if (holds != nullptr) return *holds;
  EndpointAnswer well;
  if (kind == Kind::http) well.status = 200;
  return well;
}

}  // namespace podreel::runtime_fake
