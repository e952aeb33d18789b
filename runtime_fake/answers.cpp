#include "runtime_fake/answers.hpp"

#include <algorithm>
#include <string_view>

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

/// A script for the whole command line counts before one for its first word.
const ExecScript* script_of(const std::vector<ExecScript>& scripts, const std::vector<std::string>& command) {
  const auto is_line = [&command](const ExecScript& script) {
    std::string_view rest = script.command;
    for (std::size_t index = 0; index < command.size(); ++index) {
      if (index > 0 && !rest.starts_with(' ')) return false;
      rest.remove_prefix(index > 0 ? 1 : 0);
      if (!rest.starts_with(command[index])) return false;
      rest.remove_prefix(command[index].size());
    }
    return rest.empty();
  };
  auto found = std::ranges::find_if(scripts, is_line);
  if (found == scripts.end()) found = std::ranges::find(scripts, command.front(), &ExecScript::command);
  return found == scripts.end() ? nullptr : &*found;
}

/// When the answers turn, after so long; what is earlier stays.
class NextTurn {
 public:
  NextTurn(sim::Duration age, sim::Duration running_for) : age_{age}, running_for_{running_for} {}

  template <class Answer>
  void look_at(const std::vector<Answer>& answers) {
    for (const Answer& answer : answers) {
      take(answer.from, age_);
      take(answer.after_start, running_for_);
    }
  }
  [[nodiscard]] std::optional<sim::Duration> found() const { return next_; }

 private:
  void take(sim::Duration turn, sim::Duration passed) {
    if (turn > passed) next_ = std::min(next_.value_or(turn - passed), turn - passed);
  }

  sim::Duration age_;
  sim::Duration running_for_;
  std::optional<sim::Duration> next_;
};

}  // namespace

std::optional<sim::Duration> time_to_next_turn(const PodScript* script, sim::Duration age, sim::Duration running_for) {
  NextTurn next{age, running_for};
  if (script == nullptr) return next.found();
  for (const auto* endpoints : {&script->http, &script->tcp, &script->grpc}) next.look_at(*endpoints);
  for (const ExecScript& exec : script->exec) next.look_at(exec.answers);
  return next.found();
}

ExecAnswer exec_answer(const PodScript* script, const std::vector<std::string>& command, sim::Duration age,
                       sim::Duration running_for) {
  if (script == nullptr || command.empty()) return {};
  const ExecScript* found = script_of(script->exec, command);
  if (found == nullptr) return {};
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
