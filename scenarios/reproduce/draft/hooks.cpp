// Explains hooks that fail.
#include <charconv>
#include <fmt/format.h>

#include "scenarios/format/in_seconds.hpp"
#include "scenarios/reproduce/draft/rules.hpp"
#include "scenarios/reproduce/read/cells.hpp"

namespace podreel::reproduce {

namespace {

using Json = nlohmann::ordered_json;

/// Returns the command of "Exec lifecycle hook ([sh -c exit 1]) for Container …".
Json command_in(std::string_view message, std::string_view otherwise) {
  const std::size_t begin = message.find("([");
  const std::size_t end = message.find("]) for Container");
  Json command = Json::array();
  if (begin != std::string_view::npos && end != std::string_view::npos && begin + 2 < end) {
    std::string_view words = message.substr(begin + 2, end - begin - 2);
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) command.push_back(word);
  }
  if (command.empty()) command.push_back(otherwise);
  return command;
}

/// Returns the answer of a command that "exited with 137: output, message: …".
Json answer_in(std::string_view message) {
  constexpr std::string_view words = "exited with ";
  const std::size_t at = message.find(words);
  int code = 1;
  if (at != std::string_view::npos) {
    std::string_view rest = message.substr(at + words.size());
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), code);
    if (error != std::errc{} || code < 1 || code > 255) code = 1;
  }
  Json answer{{"exitCode", code}};
  const std::size_t output = message.find("message: \"");
  if (output != std::string_view::npos) answer["output"] = quoted_after(message.substr(output), "message: ");
  return answer;
}

void fail_hook(const std::string& container, const char* hook, std::string_view message, Draft& draft) {
  Json& lifecycle = draft.plan.container(container).spec["lifecycle"];
  if (lifecycle.contains(hook)) return;
  const bool is_start = std::string_view{hook} == "postStart";
  lifecycle[hook] = {{"exec", {{"command", command_in(message, is_start ? "post-start" : "pre-stop")}}}};
  draft.plan.answers.push_back(
      {.protocol = "exec", .command = lifecycle[hook]["exec"]["command"][0], .answer = answer_in(message)});
  draft.explain(Cause::hook, fmt::format("the {} hook of {} fails", hook, container));
}

/// A preStop hook begins when its container is stopped, and its event follows when it fails.
void set_duration_of_pre_stop(const SeenPod& pod, const SeenEvent& failed, Draft& draft) {
  const auto stops = events_of(pod, "Killing", failed.container);
  if (stops.empty() || !stops.front()->last || !failed.last) return;
  const double likely = format::in_seconds(stops.front()->last->middle() - failed.last->middle());
  if (likely <= 0) return;
  const std::size_t index = draft.plan.answers.size() - 1;
  draft.open(failed.container + "'s preStop hook takes", likely, 0, likely + 2, [index](Plan& plan, double value) {
    plan.answers[index].answer["takes"] = fmt::format("{}ms", static_cast<std::int64_t>(value * 1000));
  });
}

}  // namespace

void explain_hooks(const SeenPod& pod, Draft& draft) {
  for (const SeenEvent& event : pod.events) {
    if (event.container.empty()) continue;
    if (event.reason == "FailedPostStartHook") fail_hook(event.container, "postStart", event.message, draft);
    if (event.reason != "FailedPreStopHook") continue;
    fail_hook(event.container, "preStop", event.message, draft);
    set_duration_of_pre_stop(pod, event, draft);
  }
  for (const SeenContainer& container : pod.containers) {
    if (!waits_for(pod, container.name, "PostStartHookError")) continue;
    fail_hook(container.name, "postStart", container.waiting_message, draft);
    if (container.last && container.last->exit_code != RunPlan{}.term_exit_code) {
      draft.plan.container(container.name).runs = {{.term_exit_code = container.last->exit_code}};
    }
  }
}

}  // namespace podreel::reproduce
