#include "scenarios/format/schema.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "scenarios/batch/case_schema.hpp"
#include "scenarios/fleet/format.hpp"
#include "scenarios/format/record_schema.hpp"
#include "tools/cli/arguments/output_format.hpp"
#include "tools/cli/command/optional_verbs.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/cli/command/verbs.hpp"

namespace podreel::cli {

namespace {

constexpr VerbText schema_text{
    .name = "schema",
    .summary = optional_summary("schema"),
    .description =
        "Prints the JSON Schema (draft 2020-12) of scenario files, of fleets and their plans, of the records of "
        "'run -o jsonl', or of one line of the cases that decide, sync, status and hash read. Editors that support "
        "JSON "
        "Schema complete and check files while you write them. 'podreel reference' prints the same information as a "
        "page.",
    .examples =
        "# Save the schema for an editor\n"
        "podreel schema > podreel.schema.json\n"
        "\n"
        "# Save the schema of fleets and their plans\n"
        "podreel schema fleet > podreel-fleet.schema.json\n"
        "\n"
        "# Save the schema of the cases of decide, sync, status and hash\n"
        "podreel schema case > podreel-case.schema.json\n"
        "\n"
        "# Put this first line into a scenario, for the YAML language server\n"
        "# yaml-language-server: $schema=podreel.schema.json\n",
};

nlohmann::ordered_json schema_of(const std::string& format) {
  if (format == "fleet") return fleet::fleet_schema();
  if (format == "case") return batch::case_schema();
  if (format == "record") return format::record_schema();
  return format::scenario_schema();
}

struct SchemaOptions {
  std::string of = "scenario";
  OutputFormat format = OutputFormat::json;
};

}  // namespace

void add_schema(CLI::App& app, Context& context) {
  auto options = std::make_shared<SchemaOptions>();
  CLI::App& verb = new_verb(app, schema_text);
  choices(verb.add_option("FORMAT", options->of, "format to describe"), {"scenario", "fleet", "record", "case"});
  add_output_format(verb, options->format, {OutputFormat::json, OutputFormat::yaml});
  set_action(verb, context, [options](Context& world) {
    print_document(world.out, options->format, schema_of(options->of));
    return ExitCode::ok;
  });
}

}  // namespace podreel::cli
