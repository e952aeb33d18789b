#include "engine/kubelet/explain/explanation.hpp"

#include <chrono>

#include "engine/decide/explain.hpp"
#include "engine/release/go_text.hpp"
#include "engine/trace/instant_text.hpp"
#include "engine/trace/json_text.hpp"

namespace podreel::kubelet {

using nlohmann::ordered_json;

void Explanation::add(const decide::Reason& reason, bool is_detail) {
  add(reason, trace::StepKind::decision, is_detail, ordered_json::object());
}

void Explanation::add(ExplanationStep step, Times times) {
  for (const auto& [name, time] : times) step.facts["times"][name] = seconds(time - start_);
  const decide::Reason reason{
      std::move(step.subject), std::move(step.found), step.rule.name, step.rule.says, step.effect, {}, {}};
  add(reason, step.kind, step.is_detail, step.facts);
}

void Explanation::add(const decide::Reason& reason, trace::StepKind kind, bool is_detail, const ordered_json& facts) {
  ordered_json& step = steps_.emplace_back(decide::to_json(reason));
  step["kind"] = trace::to_string(kind);
  if (is_detail) step["detail"] = true;
  step.update(facts);
  step["sentence"] = decide::to_sentence(reason, kind);
}

void Explanation::append(const ordered_json& steps) {
  steps_.insert(steps_.end(), steps.begin(), steps.end());
}

std::string Explanation::time_text(sim::Time time) const {
  return trace::format_instant(time - start_);
}

std::string Explanation::duration_text(sim::Duration span) {
  return release::go_duration(std::chrono::floor<std::chrono::milliseconds>(span));
}

ordered_json Explanation::seconds(sim::Duration span) {
  std::string text = span < sim::Duration{} ? "-" : "";
  constexpr int decimals = 6;
  trace::append_decimal(text, std::chrono::floor<std::chrono::microseconds>(std::chrono::abs(span)).count(), decimals,
                        1);
  return ordered_json::parse(text);
}

std::shared_ptr<const ordered_json> Explanation::take() {
  if (steps_.empty()) return nullptr;
  return std::make_shared<const ordered_json>(std::exchange(steps_, ordered_json::array()));
}

}  // namespace podreel::kubelet
