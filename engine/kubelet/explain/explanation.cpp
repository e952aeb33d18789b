#include "engine/kubelet/explain/explanation.hpp"

#include <chrono>

#include "engine/decide/explain.hpp"
#include "engine/release/go_text.hpp"
#include "engine/trace/json_text.hpp"
#include "engine/trace/told_time.hpp"

namespace podreel::kubelet {

using nlohmann::ordered_json;

void Explanation::add(const decide::Reason& reason) {
  add(reason, ordered_json::object());
}

void Explanation::add(Step step) {
  add({std::move(step.subject), std::move(step.found), step.rule.name, step.rule.says, std::move(step.effect), {}, {}},
      std::move(step.facts));
}

void Explanation::add(Step step, std::initializer_list<std::pair<const char*, sim::Time>> times) {
  for (const auto& [name, time] : times) step.facts["times"][name] = seconds(time - start_);
  add(std::move(step));
}

void Explanation::add(const decide::Reason& reason, ordered_json facts) {
  steps_.push_back(decide::to_json(reason));
  steps_.back().update(facts);
  steps_.back()["sentence"] = decide::to_sentence(reason);
}

void Explanation::append(const ordered_json& steps) {
  steps_.insert(steps_.end(), steps.begin(), steps.end());
}

std::string Explanation::told(sim::Time time) const {
  return trace::told_time(time - start_);
}

std::string Explanation::told(sim::Duration span) {
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
