#include "engine/trace/explanation_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace podreel::trace {

namespace {

using nlohmann::ordered_json;

constexpr std::array kind_names{std::string_view{"trigger"}, std::string_view{"wait"},   std::string_view{"decision"},
                                std::string_view{"backOff"}, std::string_view{"status"}, std::string_view{"nextSync"}};

std::string member(const ordered_json& step, const char* name) {
  const auto found = step.find(name);
  return found != step.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool is_kind(const ordered_json& step, StepKind kind) {
  return member(step, "kind") == to_string(kind);
}

bool is_detail(const ordered_json& step) {
  return step.value("detail", false);
}

std::string in_parentheses(const ExplainedStep& step) {
  if (step.facts.empty() && step.since.empty()) return {};
  if (step.since.empty()) return fmt::format(" ({})", step.facts);
  return fmt::format(" ({}{}since {})", step.facts, step.facts.empty() ? "" : "; ", step.since);
}

/// "app: killed: its liveness probe failed. (since 1.8.0, …)".
std::string decision_sentence(const ExplainedStep& step) {
  const std::string_view between = step.outcome.empty() || step.rule.empty() ? "" : ": ";
  const std::string_view subject = step.subject.empty() ? "pod" : step.subject;
  return fmt::format("{}: {}{}{}.{}", subject, step.outcome, between, step.rule, in_parentheses(step));
}

std::string next_sync_sentence(const ExplainedStep& step) {
  return step.facts.empty() ? std::string{step.outcome} : fmt::format("{}; {}", step.outcome, step.facts);
}

std::string cause_sentence(const ExplainedStep& step) {
  return step.facts.empty() ? std::string{step.outcome} : fmt::format("{}: {}", step.outcome, step.facts);
}

/// The lines of several triggers: changes that one relist saw are one line.
class TriggerLines {
 public:
  void add(const ordered_json& step) {
    const std::string observer = member(step, "observer");
    const std::string change = member(step, "change");
    if (observer.empty() || change.empty()) return add_line({}, member(step, "sentence"), {});
    add_line(observer, fmt::format("{}: {} saw ", member(step, "effect"), observer), change);
  }

  [[nodiscard]] std::vector<std::string> take() {
    std::vector<std::string> lines;
    for (Line& line : lines_) lines.push_back(std::move(line.text));
    return lines;
  }

 private:
  struct Line {
    std::string observer;
    std::string text;
  };

  void add_line(const std::string& observer, const std::string& begin, const std::string& change) {
    const auto same = observer.empty() ? lines_.end() : std::ranges::find(lines_, observer, &Line::observer);
    if (same != lines_.end()) {
      same->text += ", " + change;
    } else {
      lines_.push_back({observer, begin + change});
    }
  }

  std::vector<Line> lines_;
};

/// "no action. (sandbox b9b14f4d is ready; app is running)": where every decision is to keep what there is.
std::string no_action_line(const ordered_json& explanation) {
  // Several rules may use one fact.
  std::vector<std::string> facts;
  for (const auto& step : explanation) {
    if (!is_kind(step, StepKind::decision)) continue;
    const std::string subject = member(step, "subject");
    std::string fact = subject.empty() ? member(step, "found") : fmt::format("{}: {}", subject, member(step, "found"));
    if (std::ranges::find(facts, fact) == facts.end()) facts.push_back(std::move(fact));
  }
  return facts.empty() ? std::string{} : fmt::format("no action. ({})", fmt::join(facts, "; "));
}

std::size_t characters_in(std::string_view text) {
  constexpr unsigned char continuation_mask = 0xc0;
  constexpr unsigned char continuation = 0x80;
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char byte) { return (static_cast<unsigned char>(byte) & continuation_mask) != continuation; }));
}

/// Bytes of the first `count` characters.
std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t bytes = 0;
  while (bytes < text.size() && characters_in(text.substr(0, bytes + 1)) <= count) ++bytes;
  return bytes;
}

}  // namespace

std::string_view to_string(StepKind kind) noexcept {
  return kind_names.at(static_cast<std::size_t>(kind));
}

std::string to_sentence(const ExplainedStep& step) {
  switch (step.kind) {
    case StepKind::trigger:
    case StepKind::wait:
      return cause_sentence(step);
    case StepKind::next_sync:
      return next_sync_sentence(step);
    case StepKind::back_off:
      // The outcome says which back-off, and for how long.
      return decision_sentence({.subject = step.subject, .outcome = step.outcome, .facts = step.facts});
    case StepKind::status:
      return decision_sentence({.subject = "status", .outcome = step.outcome, .facts = step.facts});
    case StepKind::decision:
      break;
  }
  return decision_sentence(step);
}

SyncOutcomeText outcome_of(const ordered_json& explanation) {
  SyncOutcomeText outcome;
  std::size_t triggers = 0;
  std::size_t timed = 0;
  for (const auto& step : explanation) {
    const bool is_trigger = is_kind(step, StepKind::trigger);
    if (is_trigger) ++triggers;
    if (is_trigger && step.value("timed", false)) ++timed;
    if (is_detail(step) || !(is_kind(step, StepKind::decision) || is_kind(step, StepKind::back_off))) continue;
    outcome.lines.push_back(member(step, "sentence"));
    if (step.value("inBackOff", false)) outcome.is_in_back_off = true;
  }
  outcome.is_timed = triggers > 0 && timed == triggers;
  if (outcome.lines.empty()) {
    if (std::string line = no_action_line(explanation); !line.empty()) outcome.lines.push_back(std::move(line));
  }
  return outcome;
}

std::vector<std::string> lines_of(const ordered_json& explanation) {
  std::vector<std::string> lines = outcome_of(explanation).lines;
  TriggerLines triggers;
  std::vector<std::string> rest;
  for (const auto& step : explanation) {
    if (is_detail(step) || is_kind(step, StepKind::decision) || is_kind(step, StepKind::back_off)) continue;
    if (is_kind(step, StepKind::trigger)) {
      triggers.add(step);
    } else {
      (is_kind(step, StepKind::status) ? lines : rest).push_back(member(step, "sentence"));
    }
  }
  std::ranges::move(triggers.take(), std::back_inserter(lines));
  std::ranges::move(rest, std::back_inserter(lines));
  return lines;
}

std::vector<std::string> wrap_line(std::string_view line, std::size_t width) {
  constexpr std::string_view indent = "  ";
  std::vector<std::string> lines;
  std::string current;
  const auto room = [&] { return width - std::min(width, characters_in(current)); };
  const auto end_line = [&] { lines.push_back(std::exchange(current, std::string{indent})); };
  bool is_empty = true;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(line.size(), end + 1));
    std::size_t length = characters_in(word);
    if (!is_empty && length + 1 > room()) {
      end_line();
      is_empty = true;
    }
    while (is_empty && length > room() && room() > 0) {
      const std::size_t bytes = bytes_of(word, room());
      length -= room();
      current += word.substr(0, bytes);
      word.remove_prefix(bytes);
      end_line();
    }
    if (!is_empty) current += ' ';
    current += word;
    is_empty = false;
  }
  if (!is_empty) lines.push_back(std::move(current));
  return lines;
}

}  // namespace podreel::trace
