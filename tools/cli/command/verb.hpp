// The interface between the podreel command and its verbs.
//
// One file per verb: tools/cli/<verb>.cpp defines `void add_<verb>(CLI::App& app, Context& context)`. Declare and list
// it in verbs.{hpp,cpp}; help, completion and the manual page then include it. The function
//   1. makes its subcommand with new_verb(), with a summary, a description and examples;
//   2. declares options bound to a struct in a shared_ptr; type_name() describes a value to help and completion:
//      "FILE", "DIR", "RELEASE", "N", "DURATION", or the choices as "table|json|yaml" (see choices());
//   3. ends with set_action(), which takes the work; it runs after the whole command line has been validated.
//
//   constexpr VerbText about{.name = "greet", .summary = "Greet a pod", .description = "Prints a greeting to a pod.",
//                            .examples = "# Greet web\npodreel greet web\n"};
//
//   void add_greet(CLI::App& app, Context& context) {
//     auto options = std::make_shared<GreetOptions>();
//     CLI::App& verb = new_verb(app, about);
//     verb.add_option("POD", options->pod, "pod to greet")->type_name("POD")->required();
//     set_action(verb, context, [options](Context& world) {
//       world.out << "hello " << options->pod << '\n';
//       return ExitCode::ok;
//     });
//   }
//
// Data goes to Context::out; everything else to Context::diagnostics. Errors in the input are thrown as BadInput
// (bad_input.hpp); a verb never exits, and never catches exceptions that it cannot handle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cli {

/// Replaces {oldest} and {newest} in `text` by the oldest and the newest release that podreel simulates.
[[nodiscard]] std::string with_releases(std::string_view text);

/// The texts of a verb for help, completion and the manual page; printed through with_releases().
struct VerbText {
  std::string_view name;
  /// One imperative phrase for the list of verbs, without a full stop.
  std::string_view summary;
  /// Sentences; an empty line separates paragraphs.
  std::string_view description;
  /// Shell lines, each below a "# Do something" line, separated by empty lines.
  std::string_view examples;
};

/// Adds a verb to `app`, which is the command or a verb with verbs below it.
CLI::App& new_verb(CLI::App& app, const VerbText& text);

/// Returns the full name, such as "podreel", "podreel run" or "podreel fleet merge".
[[nodiscard]] std::string command_name(const CLI::App& app);

/// Returns all verbs, in the order of their creation.
[[nodiscard]] std::vector<std::string> verb_names(const CLI::App& app);

void set_action(CLI::App& verb, Context& context, Action action);

/// Restricts `option` to `accepted` values, lists them in help and completion, and suggests the closest one for a typo.
CLI::Option* choices(CLI::Option* option, const std::vector<std::string_view>& accepted);

/// Restricts `option` to releases that podreel simulates ("1.30", "v1.30.7").
CLI::Option* releases(CLI::Option* option);

}  // namespace podreel::cli
