#include "tools/cli/help/completion_model.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "engine/decide/custom_policies.hpp"
#include "engine/release/feature_gates.hpp"
#include "engine/release/release.hpp"
#include "tools/catalogue/catalogue.hpp"
#include "tools/cli/command/help.hpp"
#include "tools/cli/command/verb.hpp"

namespace podreel::cli {

namespace {

std::vector<std::string> release_names() {
  std::vector<std::string> names;
  for (const release::Release release : release::simulated_releases()) names.push_back(release::minor_string(release));
  return names;
}

std::vector<std::string> gate_settings() {
  std::vector<std::string> settings;
  for (const release::FeatureGate& gate : release::feature_gates()) {
    for (const char* value : {"true", "false"}) settings.push_back(fmt::format("{}={}", gate.name, value));
  }
  return settings;
}

std::vector<std::string> lesson_numbers() {
  std::vector<std::string> numbers;
  for (std::size_t number = 1; number <= lessons().size(); ++number) numbers.push_back(fmt::format("{}", number));
  return numbers;
}

CompletedValues values_of(const CLI::Option& option, const CLI::App& app) {
  const std::string type = option.get_type_name();
  const bool is_list = type.ends_with(",…");
  if (type.starts_with("RELEASE")) return {.words = release_names(), .name = "releases", .is_list = is_list};
  if (type.starts_with("GATE=BOOL")) return {.words = gate_settings(), .name = "gates", .is_list = is_list};
  if (type == "LESSON") return {.words = lesson_numbers()};
  if (type == "POLICY") return {.words = decide::kubelet_policy_names()};
  if (type == "FILE") return {.files = true};
  if (type == "DIR") return {.folders = true};
  if (type == "VERB") return {.words = verb_names(app)};
  if (type.find('|') != std::string::npos) return {.words = CLI::detail::split(type, '|')};
  return {};
}

std::vector<CompletedOption> completed_options(const CLI::App& owner, const CLI::App& app) {
  std::vector<CompletedOption> options;
  for (const CLI::Option* option : options_of(owner)) {
    options.push_back({.short_names = option->get_snames(),
                       .long_names = option->get_lnames(),
                       .what = option->get_description(),
                       .takes_value = option->get_items_expected_max() > 0,
                       .value_name = option->get_type_name(),
                       .values = values_of(*option, app)});
  }
  return options;
}

/// Returns the options of the verb and of the verbs below it.
std::vector<CompletedOption> options_from(const CLI::App& verb, const CLI::App& app) {
  std::vector<CompletedOption> options = completed_options(verb, app);
  for (const CLI::App* below : verb.get_subcommands({})) {
    for (CompletedOption& option : completed_options(*below, app)) {
      const bool is_known =
          std::ranges::find(options, option.long_names, &CompletedOption::long_names) != options.end();
      if (!is_known) options.push_back(std::move(option));
    }
  }
  return options;
}

/// Returns the values of the positional arguments, which are all of one kind.
CompletedValues completed_arguments(const CLI::App& verb, const CLI::App& app) {
  const std::vector<const CLI::Option*> arguments = arguments_of(verb);
  return arguments.empty() ? CompletedValues{} : values_of(*arguments.front(), app);
}

}  // namespace

CompletedCommand completed(const CLI::App& app) {
  CompletedCommand command{.options = completed_options(app, app)};
  for (const CLI::App* verb : app.get_subcommands({})) {
    command.verbs.push_back({.name = verb->get_name(),
                             .summary = summary_of(*verb),
                             .options = options_from(*verb, app),
                             .arguments = completed_arguments(*verb, app)});
  }
  return command;
}

std::vector<CompletedValues> named_values(const CompletedCommand& command) {
  std::map<std::string, CompletedValues> by_name;
  const auto add = [&](const CompletedValues& values) {
    if (!values.name.empty()) by_name.emplace(values.name, values);
  };
  for (const CompletedVerb& verb : command.verbs) {
    for (const CompletedOption& option : verb.options) add(option.values);
    add(verb.arguments);
  }
  std::vector<CompletedValues> all;
  for (auto& [name, values] : by_name) all.push_back(std::move(values));
  return all;
}

std::string offered_words(const CompletedValues& values) {
  return values.name.empty() ? fmt::format("{}", fmt::join(values.words, " ")) : "$_podreel_" + values.name;
}

std::vector<std::string> dashed_names(const CompletedOption& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.short_names) names.push_back("-" + name);
  for (const std::string& name : option.long_names) names.push_back("--" + name);
  return names;
}

}  // namespace podreel::cli
