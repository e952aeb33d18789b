#include "tools/cli/output_format.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cassert>
#include <nlohmann/json.hpp>

#include "tools/cli/verb.hpp"
#include "tools/cli/yaml_text.hpp"

namespace podreel::cli {

namespace {

struct NamedFormat {
  OutputFormat format;
  std::string_view name;
};

constexpr std::array formats{
    NamedFormat{OutputFormat::table, "table"}, NamedFormat{OutputFormat::wide, "wide"},
    NamedFormat{OutputFormat::json, "json"},   NamedFormat{OutputFormat::yaml, "yaml"},
    NamedFormat{OutputFormat::jsonl, "jsonl"}, NamedFormat{OutputFormat::sarif, "sarif"},
};

std::string_view name_of(OutputFormat format) {
  return std::ranges::find(formats, format, &NamedFormat::format)->name;
}

}  // namespace

void add_output_format(CLI::App& verb, OutputFormat& format, const std::vector<OutputFormat>& accepted) {
  assert(!accepted.empty());
  format = accepted.front();
  std::vector<std::string_view> names;
  for (const OutputFormat each : accepted) names.push_back(name_of(each));
  const auto take = [&format](const std::string& name) {
    format = std::ranges::find(formats, name, &NamedFormat::name)->format;
  };
  choices(verb.add_option_function<std::string>("-o,--output", take, "how to print the answer"), names)
      ->default_str(std::string{names.front()});
}

void print_document(std::ostream& out, OutputFormat format, const nlohmann::ordered_json& document) {
  constexpr int kubectl_indent = 4;
  switch (format) {
    case OutputFormat::json:
    case OutputFormat::sarif:
      out << document.dump(kubectl_indent) << '\n';
      return;
    case OutputFormat::jsonl:
      out << document.dump() << '\n';
      return;
    case OutputFormat::yaml:
      out << yaml_text(document);
      return;
    case OutputFormat::table:
    case OutputFormat::wide:
      break;
  }
  assert(false && "tables are printed by the verbs");
}

}  // namespace podreel::cli
