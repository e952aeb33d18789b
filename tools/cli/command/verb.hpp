// How a verb of the podreel command is written.
//
// One file per verb: tools/cli/<verb>.cpp defines `void add_<verb>(CLI::App& app, Context& context)`. It is declared
// and listed in verbs.{hpp,cpp}, and then help, completion and the man page know it. The function
//   1. makes its subcommand with new_verb(), with a summary, a description and examples;
//   2. declares options bound to a struct in a shared_ptr; type_name() tells help and completion what a value is:
//      "FILE", "DIR", "RELEASE", "N", "DURATION", or the choices as "table|json|yaml" (see choices());
//   3. ends with when_chosen(): the work, which runs after the whole command line was found to be right.
//
//   constexpr VerbText about{.name = "greet", .summary = "say hello", .description = "Says hello to a pod.",
//                            .examples = "# To web\npodreel greet web\n"};
//
//   void add_greet(CLI::App& app, Context& context) {
//     auto options = std::make_shared<GreetOptions>();
//     CLI::App& verb = new_verb(app, about);
//     verb.add_option("POD", options->pod, "whom to greet")->type_name("POD")->required();
//     when_chosen(verb, context, [options](Context& world) {
//       world.out << "hello " << options->pod << '\n';
//       return ExitCode::ok;
//     });
//   }
//
// Data goes to Context::out; everything else to Context::diagnostics. What is wrong with the input is thrown as
// BadInput (bad_input.hpp); a verb never exits and never catches what it cannot handle.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/cli/command/cli11_fwd.hpp"
#include "tools/invocation/context.hpp"

namespace podreel::cli {

/// `text` with the oldest and the newest release that podreel simulates in place of {oldest} and {newest}.
[[nodiscard]] std::string with_releases(std::string_view text);

/// What help, completion and the man page say about a verb, with_releases().
struct VerbText {
  std::string_view name;
  /// A few words for the list of verbs: lower-case, without a full stop.
  std::string_view summary;
  /// Sentences; an empty line parts paragraphs.
  std::string_view description;
  /// Shell lines, each below a "# what it does" line, empty lines between them.
  std::string_view examples;
};

/// `app` is the command, or a verb that has verbs below it.
CLI::App& new_verb(CLI::App& app, const VerbText& text);

/// "podreel", "podreel run", "podreel fleet merge".
[[nodiscard]] std::string command_name(const CLI::App& app);

/// All verbs, in the order in which they were made.
[[nodiscard]] std::vector<std::string> verb_names(const CLI::App& app);

void when_chosen(CLI::App& verb, Context& context, Action action);

/// Makes `option` accept only `accepted`, say so in help and completion, and suggest the nearest on a slip.
CLI::Option* choices(CLI::Option* option, const std::vector<std::string_view>& accepted);

/// Makes `option` accept only releases that podreel knows ("1.30", "v1.30.7").
CLI::Option* releases(CLI::Option* option);

}  // namespace podreel::cli
