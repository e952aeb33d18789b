#include "tools/cli/command/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <ostream>
#include <set>
#include <utility>

#include "engine/api/document.hpp"
#include "engine/release/patch_releases.hpp"
#include "tools/cli/command/help.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/fd_stream.hpp"
#include "tools/text/list_items.hpp"
#include "tools/text/shell_word.hpp"
#include "tools/text/shown_text.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

/// Returns the innermost chosen verb; null if there is none.
const CLI::App* chosen_verb(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  if (verbs.empty()) return nullptr;
  const CLI::App* below = chosen_verb(*verbs.front());
  return below == nullptr ? verbs.front() : below;
}

/// Returns "podreel" or "podreel run".
std::string full_name(const CLI::App& app) {
  const CLI::App* verb = chosen_verb(app);
  return command_name(verb == nullptr ? app : *verb);
}

std::vector<std::string> long_option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Suggests `podreel run` to readers who name a file, or a verb of kubectl that creates pods; otherwise `nearest`.
std::string run_hint(std::string_view word, const std::string& nearest) {
  const bool is_file = word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json");
  if (is_file) return fmt::format("; did you mean 'podreel run {}'?", shown(word));
  if (word == "apply" || word == "create") return "; did you mean 'podreel run FILE', or kubectl with 'podreel serve'?";
  return nearest;
}

std::string unexpected(const std::string& argument, const CLI::App& app) {
  const CLI::App* verb = chosen_verb(app);
  const bool is_option = argument.size() > 1 && argument.front() == '-';
  const std::vector<std::string> known = is_option ? long_option_names(verb == nullptr ? app : *verb)
                                                   : (verb == nullptr ? verb_names(app) : std::vector<std::string>{});
  const std::vector<std::string_view> accepted{known.begin(), known.end()};
  const std::string found = is_option ? argument.substr(0, argument.find('=')) : argument;
  const std::string_view kind = is_option ? "option" : verb == nullptr ? "verb" : "argument";
  const std::string nearest = api::did_you_mean(found, accepted, '\'');
  return fmt::format("unknown {} '{}'{}", kind, shown(found), verb == nullptr ? run_hint(found, nearest) : nearest);
}

/// Rejects leftover arguments. Called before other errors are reported, because a mistyped option explains a missing
/// one.
void reject_unexpected(const CLI::App& app) {
  std::vector<std::string> left_over = app.remaining(true);
  std::erase(left_over, "--");
  if (left_over.empty()) return;
  const bool is_verb_missing = chosen_verb(app) == nullptr;
  std::string message;
  for (const std::string& argument : left_over) {
    if (!message.empty()) message += '\n';
    message += unexpected(argument, app);
    if (is_verb_missing) break;
  }
  throw BadInput{message};
}

/// Rewords CLI11's messages.
std::string message_of(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string_view conversion = "Could not convert: ";
  if (text.starts_with(conversion)) {
    const std::string assignment = text.substr(conversion.size());
    const std::size_t middle = assignment.find(" = ");
    if (middle == std::string::npos) return "invalid value: " + assignment;
    return fmt::format("{}: found '{}'; accepted: a number", assignment.substr(0, middle),
                       shown(assignment.substr(middle + 3)));
  }
  const std::size_t required = text.find(": 1 required ");
  if (required != std::string::npos) return text.substr(0, required) + " needs a value";
  return text;
}

/// Makes `--exec kubectl get pods -w` one value: all arguments after a single word belong to the command.
std::vector<std::string> with_whole_command(std::vector<std::string> arguments) {
  const auto option = std::ranges::find(arguments, "--exec");
  constexpr std::ptrdiff_t with_a_word = 2;
  if (arguments.end() - option <= with_a_word || option[1].find(' ') != std::string::npos) return arguments;
  std::string command;
  for (auto word = option + 1; word != arguments.end(); ++word) {
    command += (command.empty() ? "" : " ") + shell_word(*word);
  }
  arguments.erase(option + 1, arguments.end());
  arguments.push_back(std::move(command));
  return arguments;
}

/// Splits `-o=json`, as kubectl does, into an option and its value.
std::vector<std::string> with_separate_values(const std::vector<std::string>& arguments) {
  constexpr std::size_t value_begins = 3;
  std::vector<std::string> separate;
  bool are_options = true;
  for (const std::string& argument : arguments) {
    are_options = are_options && argument != "--";
    const bool has_value =
        are_options && argument.size() > value_begins && argument[0] == '-' && argument[1] != '-' && argument[2] == '=';
    separate.push_back(has_value ? argument.substr(0, 2) : argument);
    if (has_value) separate.push_back(argument.substr(value_begins));
  }
  return separate;
}

void parse(CLI::App& app, const std::vector<std::string>& given) {
  const std::vector<std::string> arguments = with_separate_values(with_whole_command(given));
  try {
    std::vector<std::string> reversed{arguments.rbegin(), arguments.rend()};
    app.parse(std::move(reversed));
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError& error) {
    reject_unexpected(app);
    throw BadInput{message_of(error)};
  }
  reject_unexpected(app);
}

/// Says which patch releases stand in for those of the command line that podreel does not know.
void note_stand_ins(const CLI::App& app, Context& context) {
  const CLI::App* verb = chosen_verb(app);
  if (verb == nullptr) return;
  std::set<std::string> notes;
  for (const CLI::Option* option : verb->get_options()) {
    if (!option->get_type_name().starts_with("RELEASE")) continue;
    for (const std::string& value : option->results()) {
      for (const std::string_view item : items_of(value)) {
        const auto [first, last] = ends_of(item, "..");
        notes.insert({release::stand_in_note(first), release::stand_in_note(last)});
      }
    }
  }
  notes.erase("");
  for (const std::string& note : notes) context.diagnostics << full_name(app) << ": " << note << '\n';
}

ExitCode explain_bad_input(Context& context, const CLI::App& app, const BadInput& error) {
  print(context.diagnostics, error, full_name(app));
  return ExitCode::bad_input;
}

ExitCode parse_and_act(CLI::App& app, const std::vector<std::string>& arguments, Context& context) {
  try {
    parse(app, arguments);
  } catch (const CLI::CallForHelp&) {
    const CLI::App* verb = chosen_verb(app);
    context.out << (verb == nullptr ? app : *verb).help();
    return ExitCode::ok;
  } catch (const CLI::CallForVersion& version) {
    context.out << version.what() << '\n';
    return ExitCode::ok;
  } catch (const BadInput& error) {
    explain_bad_input(context, app, error);
    context.diagnostics << fmt::format("See '{} --help'.\n", full_name(app));
    return ExitCode::bad_input;
  }
  note_stand_ins(app, context);
  if (context.action) return context.action(context);
  context.out << app.help();
  return ExitCode::ok;
}

}  // namespace

std::unique_ptr<CLI::App> make_command_line(Context& context) {
  const bool is_shared = context.rank_group != nullptr;
  auto app = is_shared ? std::make_unique<CLI::App>(std::string{ranks_description}, "podreel-ranks")
                       : std::make_unique<CLI::App>(with_releases(command_description), "podreel");
  app->formatter(std::make_shared<HelpText>());
  app->footer(with_releases(is_shared ? ranks_examples : command_examples));
  app->set_help_flag("-h,--help", "show this help");
  app->set_version_flag(
      "--version", with_releases(fmt::format("podreel {}, for kubelets {{oldest}} to {{newest}}", podreel_version)),
      "show podreel's version, and which kubelets it simulates");
  app->option_defaults()->always_capture_default()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  app->allow_extras();
  app->require_subcommand(0, 1);
  if (is_shared) {
    add_shared_verbs(*app, context);
  } else {
    add_verbs(*app, context);
  }
  return app;
}

ExitCode run_command_line(const std::vector<std::string>& arguments, Context& context) {
  context.arguments = arguments;
  const std::unique_ptr<CLI::App> app = make_command_line(context);
  try {
    const ExitCode code = parse_and_act(*app, arguments, context);
    context.out.flush();
    return code;
  } catch (const BrokenPipe&) {
    throw;
  } catch (const BadInput& error) {
    context.out.flush();
    return explain_bad_input(context, *app, error);
  } catch (const std::bad_alloc&) {
    print_message(context.diagnostics, full_name(*app), "out of memory");
  } catch (const std::exception& error) {
    print_message(context.diagnostics, full_name(*app), error.what());
  }
  return ExitCode::failure;
}

}  // namespace podreel::cli
