#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/api/document.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText help_text{
    .name = "help",
    .summary = "Show the help of a verb",
    .description = "Prints the output of `podreel VERB --help`; without a verb, that of `podreel --help`.",
    .examples =
        "# Show the help of run\n"
        "podreel help run\n",
};

/// Returns the verb at the end of a path such as "fleet merge".
const CLI::App& verb_at(const CLI::App& app, const std::vector<std::string>& path) {
  const CLI::App* found = &app;
  for (const std::string& name : path) {
    const std::vector<std::string> known = verb_names(*found);
    const auto verbs = found->get_subcommands([&name](const CLI::App* verb) { return verb->get_name() == name; });
    if (verbs.empty()) {
      const std::vector<std::string_view> accepted{known.begin(), known.end()};
      throw BadInput{fmt::format("unknown verb '{}'{}", shown(name), api::did_you_mean(name, accepted, '\''))};
    }
    found = verbs.front();
  }
  return *found;
}

}  // namespace

void add_help(CLI::App& app, Context& context) {
  auto path = std::make_shared<std::vector<std::string>>();
  CLI::App& verb = new_verb(app, help_text);
  verb.add_option("VERB", *path, "verb to describe")
      ->type_name("VERB")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  set_action(verb, context, [path, &app](Context& world) {
    // CLI::App::help() would print the help of the chosen verb, which is this one.
    const CLI::App& asked = verb_at(app, *path);
    world.out << asked.get_formatter()->make_help(&asked, command_name(asked), CLI::AppFormatMode::Normal);
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
