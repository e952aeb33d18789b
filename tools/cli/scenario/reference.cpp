#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <ostream>

#include "scenarios/batch/case_schema.hpp"
#include "scenarios/fleet/format.hpp"
#include "scenarios/format/record_schema.hpp"
#include "scenarios/format/schema.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"
#include "tools/cli/scenario/schema_page.hpp"
#include "tools/text/version.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText reference_text{
    .name = "reference",
    .summary = optional_summary("reference"),
    .description =
        "Prints one page of Markdown: the fields of scenarios, with an example of every step and expectation; the "
        "fields of records, with the meanings of their values and of event reasons; the fields of fleets and their "
        "plans; and the fields of the cases that decide, sync, status and hash read. 'podreel schema' prints the same "
        "information for editors.",
    .examples =
        "# Read or search the page\n"
        "podreel reference | less\n"
        "\n"
        "# Save it for a wiki\n"
        "podreel reference > reference.md\n",
};

void print_reference(std::ostream& out) {
  out << fmt::format("# podreel {}: reference\n", podreel_version)
      << schema_page({format::scenario_schema(), format::record_schema(), fleet::fleet_schema(), batch::case_schema()});
}

}  // namespace

void add_reference(CLI::App& app, Context& context) {
  CLI::App& verb = new_verb(app, reference_text);
  set_action(verb, context, [](Context& world) {
    print_reference(world.out);
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
