#include "tools/cli/arguments/output_format.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "engine/api/enum_names.hpp"
#include "engine/api/printable.hpp"
#include "engine/invariant.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/text/yaml_text.hpp"

namespace podreel::cli {

namespace {

constexpr auto format_names = api::enum_names<OutputFormat>("table", "wide", "json", "yaml", "jsonl", "sarif", "html",
                                                            "markdown", "junit", "case", "name");

}  // namespace

void add_output_format(CLI::App& verb, OutputFormat& format, const std::vector<OutputFormat>& accepted) {
  PODREEL_INVARIANT(!accepted.empty(), "a verb accepts at least one output format");
  format = accepted.front();
  std::vector<std::string_view> names;
  for (const OutputFormat each : accepted) names.push_back(format_names[each]);
  const auto take = [&format](const std::string& name) { format = format_names.find(name).value(); };
  choices(verb.add_option_function<std::string>("-o,--output", take, "output format"), names)
      ->default_str(std::string{names.front()});
}

void add_no_headers(CLI::App& verb, bool& has_headers) {
  verb.add_flag_callback(
      "--no-headers", [&has_headers] { has_headers = false; }, "print tables without their headers");
}

bool is_table(OutputFormat format) noexcept {
  return format == OutputFormat::table || format == OutputFormat::wide;
}

void print_document(std::ostream& out, OutputFormat format, const nlohmann::ordered_json& document) {
  constexpr int kubectl_indent = 4;
  switch (format) {
    case OutputFormat::json:
    case OutputFormat::sarif:
      out << api::printable_json(document, kubectl_indent) << '\n';
      return;
    case OutputFormat::jsonl:
      out << api::printable_json(document) << '\n';
      return;
    case OutputFormat::yaml:
      out << yaml_text(document);
      return;
    case OutputFormat::table:
    case OutputFormat::wide:
    case OutputFormat::html:
    case OutputFormat::markdown:
    case OutputFormat::junit:
    case OutputFormat::batch_case:
    case OutputFormat::name:
      break;
  }
  PODREEL_INVARIANT(false, "tables and pages are printed by the verbs");
}

}  // namespace podreel::cli
