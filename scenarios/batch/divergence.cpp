#include "scenarios/batch/divergence.hpp"

#include <algorithm>

namespace podreel::batch {

namespace {

using Capability = release::Capability;
using release::BehaviourRow;

/// A capability that one of two kubelets has, and its row.
struct Difference {
  Capability capability{};
  const BehaviourRow* row;
};

std::vector<Difference> differences(const release::Behaviour& first, const release::Behaviour& second) {
  std::vector<Difference> result;
  for (const BehaviourRow& row : release::behaviour_table()) {
    if (first.has(row.capability) == second.has(row.capability)) continue;
    const bool known = std::any_of(result.begin(), result.end(),
                                   [&](const Difference& other) { return other.capability == row.capability; });
    if (known) continue;
    const release::Release has_it = first.has(row.capability) ? first.release : second.release;
    result.push_back({row.capability, release::row_of(row.capability, has_it)});
  }
  return result;
}

class Search {
 public:
  Search(const DecideCase& situation, const Decider& first, const Decider& second)
      : situation_(situation),
        first_(first),
        second_(second),
        first_answer_(answer(first)),
        second_answer_(answer(second)) {}

  std::vector<const BehaviourRow*> run() const {
    if (first_answer_ == second_answer_) return {};
    const std::vector<Difference> all = differences(first_.behaviour, second_.behaviour);
    std::vector<const BehaviourRow*> decisive;
    std::vector<const BehaviourRow*> contributing;
    for (const Difference& difference : all) {
      Decider changed = first_;
      changed.behaviour.set(difference.capability, second_.behaviour.has(difference.capability));
      const nlohmann::ordered_json tried = answer(changed);
      if (tried == second_answer_) decisive.push_back(difference.row);
      if (tried != first_answer_) contributing.push_back(difference.row);
    }
    if (!decisive.empty()) return decisive;
    return contributing.empty() ? one_after_the_other(all) : contributing;
  }

 private:
  nlohmann::ordered_json answer(const Decider& decider) const { return to_json(decide_case(situation_, decider)); }

  std::vector<const BehaviourRow*> one_after_the_other(const std::vector<Difference>& all) const {
    std::vector<const BehaviourRow*> rows;
    Decider changed = first_;
    nlohmann::ordered_json before = first_answer_;
    for (const Difference& difference : all) {
      changed.behaviour.set(difference.capability, second_.behaviour.has(difference.capability));
      nlohmann::ordered_json after = answer(changed);
      if (after != before) rows.push_back(difference.row);
      before = std::move(after);
    }
    return rows;
  }

  const DecideCase& situation_;
  const Decider& first_;
  const Decider& second_;
  nlohmann::ordered_json first_answer_;
  nlohmann::ordered_json second_answer_;
};

}  // namespace

std::vector<const BehaviourRow*> diverging_rules(const DecideCase& situation, const Decider& first,
                                                 const Decider& second) {
  return Search(situation, first, second).run();
}

}  // namespace podreel::batch
