#include "scenarios/batch/choice_list.hpp"

#include <fmt/format.h>
#include <utility>

#include "scenarios/batch/batch_input.hpp"
#include "scenarios/batch/case_fields.hpp"

namespace podreel::batch {

namespace {

std::uint64_t natural(const JsonField& field) {
  if (!field.value().is_number_unsigned()) field.fail("a whole number from 0 on");
  return field.value().get<std::uint64_t>();
}

}  // namespace

nlohmann::ordered_json to_json(const sim::Choice& choice) {
  return {{"site", choice.site},
          {"key", choice.key},
          {"index", choice.index},
          {"options", choice.options},
          {"value", choice.value}};
}

sim::Choice choice_from(const JsonField& field) {
  sim::Choice choice{field.at("site").text(), field.at("key").text(), natural(field.at("index")),
                     natural(field.at("options")), natural(field.at("value"))};
  if (choice.value >= choice.options) {
    throw FormatError{field.at("value").path(),
                      fmt::format("is {}: expected less than the {} options", choice.value, choice.options)};
  }
  return choice;
}

std::vector<sim::Choice> read_choices(const std::string& text, const std::string& file,
                                      std::vector<api::Problem>& problems) {
  std::vector<sim::Choice> choices;
  for_each_line(text, [&](std::string_view line, int number) {
    auto choice = read_line(line, file, number, problems, choice_from);
    if (choice) choices.push_back(*std::move(choice));
  });
  return choices;
}

}  // namespace podreel::batch
