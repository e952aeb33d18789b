#include "scenarios/language/schema.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "scenarios/fleet/format.hpp"
#include "tools/cli/output_format.hpp"
#include "tools/cli/verb.hpp"
#include "tools/cli/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText schema_text{
    .name = "schema",
    .summary = "the formats of scenarios and fleets as JSON Schema, for editors",
    .description =
        "Prints the JSON Schema (draft 2020-12) of scenario files, or of fleets and their plans, written from the same "
        "declarations that read them. Editors that know it complete and check files while they are being written.",
    .examples =
        "# For an editor\n"
        "podreel schema > podreel.schema.json\n"
        "\n"
        "# Of fleets and their plans\n"
        "podreel schema fleet > podreel-fleet.schema.json\n"
        "\n"
        "# The first line of a scenario for the YAML language server\n"
        "# yaml-language-server: $schema=podreel.schema.json\n",
};

struct SchemaOptions {
  std::string of = "scenario";
  OutputFormat format = OutputFormat::json;
};

}  // namespace

void add_schema(CLI::App& app, Context& context) {
  auto options = std::make_shared<SchemaOptions>();
  CLI::App& verb = new_verb(app, schema_text);
  choices(verb.add_option("FORMAT", options->of, "of which files"), {"scenario", "fleet"});
  add_output_format(verb, options->format, {OutputFormat::json, OutputFormat::yaml});
  when_chosen(verb, context, [options](Context& world) {
    print_document(world.out, options->format,
                   options->of == "fleet" ? fleet::fleet_schema() : language::scenario_schema());
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
