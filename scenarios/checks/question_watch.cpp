// Determines the right choice of a question from the run.
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <variant>

#include "engine/invariant.hpp"
#include "scenarios/checks/watch.hpp"

namespace podreel::format {

namespace {

class QuestionWatch final : public Watch {
 public:
  QuestionWatch(const Question& question, const Scenario& scenario, sim::Time start) : question_{question} {
    for (const Choice& choice : question.choices) choices_.push_back(watch(choice.right_if, scenario, start));
  }

  [[nodiscard]] trace::Kinds wanted() const override {
    trace::Kinds kinds;
    for (const auto& choice : choices_) kinds |= choice->wanted();
    return kinds;
  }
  void see(ShownRecord& record) override {
    for (const auto& choice : choices_) choice->see(record);
  }
  void see(const std::string& pod, const PodVersion& version) override {
    for (const auto& choice : choices_) choice->see(pod, version);
  }

  [[nodiscard]] bool watches_pods() const override {
    return std::ranges::any_of(choices_, [](const auto& choice) { return choice->watches_pods(); });
  }
  void see(sim::Time time, const api::PodPtr& pod, bool gone) override {
    for (const auto& choice : choices_) choice->see(time, pod, gone);
  }

  Verdict verdict(sim::Time end) override {
    PODREEL_INVARIANT(choices_.size() == question_.choices.size(), "every choice of a question is watched");
    Verdict verdict;
    std::vector<std::string_view> answers;
    for (std::size_t place = 0; place < choices_.size(); ++place) {
      if (!choices_[place]->verdict(end).held) continue;
      verdict.right.push_back(place);
      answers.push_back(question_.choices[place].answer);
    }
    PODREEL_INVARIANT(verdict.right.size() == answers.size(), "every right choice has an answer");
    verdict.held = answers.size() == 1;
    if (answers.empty()) verdict.seen = "no answer is right";
    if (answers.size() > 1) verdict.seen = fmt::format("several answers are right: {}", fmt::join(answers, "; "));
    return verdict;
  }

 private:
  const Question& question_;
  std::vector<std::unique_ptr<Watch>> choices_;
};

}  // namespace

std::unique_ptr<Watch> watch(const Question& expected, const Scenario& scenario, sim::Time start) {
  return std::make_unique<QuestionWatch>(expected, scenario, start);
}

std::unique_ptr<Watch> watch(const Expectation& expected, const Scenario& scenario, sim::Time start) {
  return std::visit(
      [&scenario, start](const auto& what) {
        if constexpr (requires { watch(what, scenario, start); }) {
          return watch(what, scenario, start);
        } else {
          return watch(what, start);
        }
      },
      expected.what);
}

}  // namespace podreel::format
