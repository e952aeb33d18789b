#include "tools/cli/run/run_choices.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/ostream.h>
#include <set>
#include <string_view>
#include <tuple>

#include "engine/api/printable.hpp"
#include "scenarios/jsonl/choice_list.hpp"

namespace podreel::cli {

namespace {

using ChoiceKey = std::tuple<std::string_view, std::string_view, std::uint64_t>;

ChoiceKey place_of(const sim::Choice& choice) {
  return {choice.site, choice.key, choice.index};
}

}  // namespace

RunChoices::RunChoices(const RunOptions& options, std::ostream& diagnostics)
    : asked_for_{options.choices}, diagnostics_{diagnostics} {
  if (!options.record_choices.empty()) file_.emplace(options.record_choices);
}

void RunChoices::finish(const std::vector<sim::Choice>& taken) {
  std::set<ChoiceKey> met;
  for (const sim::Choice& choice : taken) met.insert(place_of(choice));
  const auto missed =
      std::ranges::count_if(asked_for_, [&met](const sim::Choice& choice) { return !met.contains(place_of(choice)); });
  if (missed > 0) {
    fmt::print(diagnostics_,
               "podreel run: {} of {} choices were not used; check that they belong to this scenario and kubelet\n",
               missed, asked_for_.size());
  }
  if (!file_) return;
  for (const sim::Choice& choice : taken) file_->stream() << api::printable_json(jsonl::to_json(choice)) << '\n';
  file_->commit();
}

}  // namespace podreel::cli
