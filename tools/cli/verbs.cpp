#include "tools/cli/command/verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "tools/cli/command/optional_verbs.hpp"
#include "tools/files/bad_input.hpp"

// The optional libraries of this program; CMakeLists.txt beside this file defines the macros.
#ifndef PODREEL_WITH_SERVE
#error "compile this file as tools/cli/CMakeLists.txt does"
#endif

namespace podreel::cli {

namespace {

struct Verb {
  std::string_view name;
  void (*add)(CLI::App& app, Context& context);
  /// Whether it describes the other verbs.
  bool describes_others = false;
};

/// Adds a verb that only reports that its library is missing.
[[maybe_unused]] void add_absent(CLI::App& app, std::string_view name) {
  const auto* const optional = std::ranges::find(optional_verbs, name, &OptionalVerb::name);
  CLI::App& verb = new_verb(app, {.name = name,
                                  .summary = optional->summary,
                                  .description = "Not available: this program was built without the verb's library.",
                                  .examples = {}});
  // Called before its arguments are parsed, because they are unknown here.
  verb.preparse_callback([name](std::size_t) {
    throw BadInput{
        fmt::format("this podreel was built without '{}': build the target podreel_command, with the CMake "
                    "option of its library ON (CMakeLists.txt lists them)",
                    name)};
  });
}

// PODREEL_ADD(PODREEL_WITH_X, verb): adds a verb of an optional library, or says that it is missing.
#define PODREEL_ADD_0(verb) [](CLI::App& app, Context& /*context*/) { add_absent(app, #verb); }
#define PODREEL_ADD_1(verb) add_##verb
#define PODREEL_ADD_IF(has, verb) PODREEL_ADD_##has(verb)
#define PODREEL_ADD(has, verb) PODREEL_ADD_IF(has, verb)

/// In the order in which help lists them.
constexpr std::array verbs{
    Verb{"run", add_run},
    Verb{"serve", PODREEL_ADD(PODREEL_WITH_SERVE, serve)},
    Verb{"playground", PODREEL_ADD(PODREEL_WITH_SERVE, playground)},
    Verb{"report", add_report},
    Verb{"diff", add_diff},
    Verb{"hash", PODREEL_ADD(PODREEL_WITH_BATCH, hash)},
    Verb{"upgrade", PODREEL_ADD(PODREEL_WITH_FLEET, upgrade)},
    Verb{"fleet", PODREEL_ADD(PODREEL_WITH_FLEET, fleet)},
    Verb{"decide", PODREEL_ADD(PODREEL_WITH_BATCH, decide)},
    Verb{"sync", PODREEL_ADD(PODREEL_WITH_BATCH, sync)},
    Verb{"status", PODREEL_ADD(PODREEL_WITH_BATCH, status)},
    Verb{"test", add_test},
    Verb{"explore", PODREEL_ADD(PODREEL_WITH_EXPLORE, explore)},
    Verb{"new", add_new},
    Verb{"reproduce", PODREEL_ADD(PODREEL_WITH_REPRODUCE, reproduce)},
    Verb{"match", PODREEL_ADD(PODREEL_WITH_REPRODUCE, match)},
    Verb{"cri", PODREEL_ADD(PODREEL_WITH_CRI, cri)},
    Verb{"kubelet", PODREEL_ADD(PODREEL_WITH_CRI, kubelet)},
    Verb{"record", PODREEL_ADD(PODREEL_WITH_CRI, record)},
    Verb{"conform", PODREEL_ADD(PODREEL_WITH_CONFORM, conform)},
    Verb{"confirm", PODREEL_ADD(PODREEL_WITH_CONFORM, confirm)},
    Verb{"check", PODREEL_ADD(PODREEL_WITH_FLEET, check)},
    Verb{"lesson", add_lesson},
    Verb{"book", PODREEL_ADD(PODREEL_WITH_BOOK, book)},
    Verb{"schema", PODREEL_ADD(PODREEL_WITH_FLEET, schema)},
    Verb{"reference", PODREEL_ADD(PODREEL_WITH_FLEET, reference)},
    Verb{"versions", add_versions},
    Verb{.name = "completion", .add = add_completion, .describes_others = true},
    Verb{.name = "man", .add = add_man, .describes_others = true},
    Verb{.name = "help", .add = add_help, .describes_others = true},
};

}  // namespace

void add_verbs(CLI::App& app, Context& context) {
  const std::string_view first = context.arguments.empty() ? std::string_view{} : context.arguments.front();
  const auto* const chosen = std::ranges::find(verbs, first, &Verb::name);
  if (chosen != verbs.end() && !chosen->describes_others) {
    chosen->add(app, context);
  } else {
    for (const Verb& verb : verbs) verb.add(app, context);
  }
}

void add_shared_verbs([[maybe_unused]] CLI::App& app, Context& context) {
#if PODREEL_WITH_FLEET
  add_fleet(app, context);
#endif
  add_test(app, context);
}

}  // namespace podreel::cli
