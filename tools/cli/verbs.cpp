#include "tools/cli/command/verbs.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>

#include "tools/cli/command/optional_verbs.hpp"
#include "tools/files/bad_input.hpp"

// The optional libraries of this program; CMakeLists.txt beside this file defines the macros.
#ifndef PODREEL_WITH_SERVE
#error "compile this file as tools/cli/CMakeLists.txt does"
#endif

namespace podreel::cli {

namespace {

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

}  // namespace

// PODREEL_ADD(PODREEL_WITH_X, verb): adds a verb of an optional library, or says that it is missing.
#define PODREEL_ADD_0(verb) add_absent(app, #verb)
#define PODREEL_ADD_1(verb) add_##verb(app, context)
#define PODREEL_ADD_IF(has, verb) PODREEL_ADD_##has(verb)
#define PODREEL_ADD(has, verb) PODREEL_ADD_IF(has, verb)

void add_verbs(CLI::App& app, Context& context) {
  add_run(app, context);
  PODREEL_ADD(PODREEL_WITH_SERVE, serve);
  PODREEL_ADD(PODREEL_WITH_SERVE, playground);
  add_report(app, context);
  add_diff(app, context);
  PODREEL_ADD(PODREEL_WITH_BATCH, hash);
  PODREEL_ADD(PODREEL_WITH_FLEET, upgrade);
  PODREEL_ADD(PODREEL_WITH_FLEET, fleet);
  PODREEL_ADD(PODREEL_WITH_BATCH, decide);
  PODREEL_ADD(PODREEL_WITH_BATCH, sync);
  PODREEL_ADD(PODREEL_WITH_BATCH, status);
  add_test(app, context);
  PODREEL_ADD(PODREEL_WITH_EXPLORE, explore);
  add_new(app, context);
  PODREEL_ADD(PODREEL_WITH_REPRODUCE, reproduce);
  PODREEL_ADD(PODREEL_WITH_REPRODUCE, match);
  PODREEL_ADD(PODREEL_WITH_CRI, cri);
  PODREEL_ADD(PODREEL_WITH_CRI, kubelet);
  PODREEL_ADD(PODREEL_WITH_CRI, record);
  PODREEL_ADD(PODREEL_WITH_CONFORM, conform);
  PODREEL_ADD(PODREEL_WITH_CONFORM, confirm);
  PODREEL_ADD(PODREEL_WITH_FLEET, check);
  add_lesson(app, context);
  PODREEL_ADD(PODREEL_WITH_BOOK, book);
  PODREEL_ADD(PODREEL_WITH_FLEET, schema);
  PODREEL_ADD(PODREEL_WITH_FLEET, reference);
  add_versions(app, context);
  add_completion(app, context);
  add_man(app, context);
  add_help(app, context);
}

void add_shared_verbs([[maybe_unused]] CLI::App& app, Context& context) {
#if PODREEL_WITH_FLEET
  add_fleet(app, context);
#endif
  add_test(app, context);
}

}  // namespace podreel::cli
