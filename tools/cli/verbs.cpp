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

void add_verbs(CLI::App& app, Context& context) {
  add_run(app, context);
#if PODREEL_WITH_SERVE
  add_serve(app, context);
  add_playground(app, context);
#else
  add_absent(app, "serve");
  add_absent(app, "playground");
#endif
  add_report(app, context);
  add_diff(app, context);
  add_hash(app, context);
#if PODREEL_WITH_FLEET
  add_upgrade(app, context);
  add_fleet(app, context);
#else
  add_absent(app, "upgrade");
  add_absent(app, "fleet");
#endif
  add_decide(app, context);
  add_sync(app, context);
  add_status(app, context);
  add_test(app, context);
#if PODREEL_WITH_EXPLORE
  add_explore(app, context);
#else
  add_absent(app, "explore");
#endif
  add_new(app, context);
#if PODREEL_WITH_REPRODUCE
  add_reproduce(app, context);
  add_match(app, context);
#else
  add_absent(app, "reproduce");
  add_absent(app, "match");
#endif
#if PODREEL_WITH_CRI
  add_cri(app, context);
  add_kubelet(app, context);
  add_record(app, context);
#else
  add_absent(app, "cri");
  add_absent(app, "kubelet");
  add_absent(app, "record");
#endif
#if PODREEL_WITH_FLEET
  add_check(app, context);
#else
  add_absent(app, "check");
#endif
  add_lesson(app, context);
#if PODREEL_WITH_BOOK
  add_book(app, context);
#else
  add_absent(app, "book");
#endif
#if PODREEL_WITH_FLEET
  add_schema(app, context);
  add_reference(app, context);
#else
  add_absent(app, "schema");
  add_absent(app, "reference");
#endif
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
