#include "scenarios/reproduce/recording/choice_position.hpp"

#include <algorithm>
#include <set>

namespace podreel::reproduce {

ChoicePosition position_of(const sim::Choice& choice) {
  return {choice.site, choice.key, choice.index};
}

SplitKey split_key(std::string_view key) {
  const std::size_t end = std::min(key.find('@'), key.size());
  return {key.substr(0, end), key.substr(end)};
}

std::vector<sim::Choice> merged_choices(std::vector<sim::Choice> first, const std::vector<sim::Choice>& later) {
  std::set<ChoicePosition> replaced;
  for (const sim::Choice& choice : later) replaced.insert(position_of(choice));
  std::erase_if(first, [&replaced](const sim::Choice& choice) { return replaced.contains(position_of(choice)); });
  first.insert(first.end(), later.begin(), later.end());
  return first;
}

}  // namespace podreel::reproduce
