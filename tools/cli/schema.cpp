#include "scenarios/language/schema.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/cli/output_format.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText schema_text{
    .name = "schema",
    .summary = "the scenario format as JSON Schema, for editors",
    .description =
        "Prints the JSON Schema (draft 2020-12) of scenario files, written from the same declarations that read them. "
        "Editors that know it complete and check scenarios while they are being written.",
    .examples =
        "# For an editor\n"
        "podreel schema > podreel.schema.json\n"
        "\n"
        "# The first line of a scenario for the YAML language server\n"
        "# yaml-language-server: $schema=podreel.schema.json\n",
};

}  // namespace

void add_schema(CLI::App& app, Context& context) {
  auto format = std::make_shared<OutputFormat>();
  CLI::App& verb = new_verb(app, schema_text);
  add_output_format(verb, *format, {OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [format](Context& world) {
    print_document(world.out, *format, language::scenario_schema());
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
