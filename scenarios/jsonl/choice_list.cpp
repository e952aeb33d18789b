#include "scenarios/jsonl/choice_list.hpp"

#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/api/problem_list.hpp"
#include "engine/api/take_word.hpp"
#include "engine/timing/table.hpp"
#include "scenarios/jsonl/json_line.hpp"

namespace podreel::jsonl {

namespace {

std::uint64_t natural(const JsonField& field) {
  if (!field.value().is_number_unsigned()) field.fail("a whole number from 0 on");
  return field.value().get<std::uint64_t>();
}

timing::Site site_from(const JsonField& field) {
  const std::string name = field.text();
  if (const std::optional<timing::Site> site = timing::find_site(name)) return *site;
  std::vector<std::string_view> names;
  for (const timing::SiteName& known : timing::sites()) names.push_back(known.name);
  field.fail("a site of 'podreel versions --timing'" + api::did_you_mean(name, names));
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
  const timing::Site site = site_from(field.at("site"));
  sim::Choice choice{field.at("site").text(), field.at("key").text(), natural(field.at("index")),
                     natural(field.at("options")), natural(field.at("value"))};
  if (!timing::is_possible(site, choice.options)) {
    field.at("options").fail(fmt::format("{} at the site {}", timing::possible_options(site), choice.site));
  }
  if (choice.value >= choice.options) {
    throw FormatError{field.at("value").path(),
                      fmt::format("is {}: expected less than the {} options", choice.value, choice.options)};
  }
  return choice;
}

std::vector<sim::Choice> read_choices(const std::string& text, const std::string& file,
                                      std::vector<api::Problem>& problems) {
  std::vector<sim::Choice> choices;
  const std::size_t before = problems.size();
  bool is_read = true;
  api::for_each_line(text, [&](std::string_view line, int number) {
    if (!is_read) return;
    std::optional<sim::Choice> choice = read_line(line, file, number, problems, choice_from);
    if (choice) choices.push_back(*std::move(choice));
    is_read = !api::is_enough(problems, before, file);
  });
  return choices;
}

}  // namespace podreel::jsonl
