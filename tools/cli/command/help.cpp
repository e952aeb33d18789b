#include "tools/cli/command/help.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

#include "engine/api/gzip_inflater.hpp"
#include "engine/api/input_limits.hpp"
#include "tools/cli/command/verb.hpp"
#include "tools/text/text_lines.hpp"
#include "tools/text/wrapped_text.hpp"

namespace podreel::cli {

namespace {

std::string paragraphs(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    if (!result.empty()) result += "\n\n";
    result += wrapped(text.substr(0, end), 0);
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return result;
}

std::string indented(std::string_view text) {
  std::string result;
  for (const std::string_view line : lines_of(text)) {
    if (!line.empty()) result += "  " + std::string{line};
    result += '\n';
  }
  return result;
}

/// Formats a titled list of names and their descriptions.
std::string section(std::string_view title, const std::vector<std::pair<std::string, std::string>>& entries) {
  constexpr std::size_t indent = 2;
  constexpr std::size_t gap = 3;
  constexpr std::size_t widest_name = 32;
  if (entries.empty()) return {};
  std::size_t width = 0;
  for (const auto& [name, what] : entries) {
    if (name.size() <= widest_name) width = std::max(width, name.size());
  }
  const std::size_t column = indent + width + gap;
  std::string text = fmt::format("\n{}:\n", title);
  for (const auto& [name, what] : entries) {
    text += std::string(indent, ' ') + name;
    text += name.size() <= width ? std::string(width - name.size() + gap, ' ') : '\n' + std::string(column, ' ');
    text += wrapped(what, column) + '\n';
  }
  return text;
}

std::string description_of(const CLI::Option& option) {
  const std::string initial = option.get_default_str();
  const bool has_default = !initial.empty() && initial != "false" && initial != "[]" && initial != "\"\"";
  return option.get_description() + (has_default ? fmt::format(" (default {})", initial) : "");
}

using Entries = std::vector<std::pair<std::string, std::string>>;

Entries entries_of(const std::vector<const CLI::Option*>& options) {
  Entries entries;
  for (const CLI::Option* option : options) entries.emplace_back(option_label(*option), description_of(*option));
  return entries;
}

bool reads_files(const CLI::App& app) {
  return std::ranges::any_of(arguments_of(app),
                             [](const CLI::Option* argument) { return argument->get_type_name() == "FILE"; });
}

Entries verbs_of(const CLI::App& app) {
  Entries entries;
  for (const CLI::App* verb : app.get_subcommands({})) entries.emplace_back(verb->get_name(), summary_of(*verb));
  return entries;
}

}  // namespace

std::string limits_text() {
  constexpr const api::InputLimits& limits = api::input_limits;
  const auto in_mib = [](std::size_t bytes) { return bytes / api::InputLimits::mebi; };
  return fmt::format(
      "a file {} MiB, {} values and {} levels of nesting; a YAML value or a string {} MiB; a line of JSON Lines or an "
      "item of a JSON list {} MiB; JSON Lines {} MiB; text after the replacement of variables {} MiB; decompressed "
      "gzip {} GiB, and {} times its compressed size. Reading stops after {} errors in one file. Input beyond a limit "
      "is reported with its position, and the exit code is 2. If an output file is a link, its target is written.",
      in_mib(limits.document_bytes), limits.values, limits.depth, in_mib(limits.scalar_bytes),
      in_mib(limits.line_bytes), in_mib(limits.lines_bytes), in_mib(limits.expanded_bytes),
      api::GzipInflater::max_bytes >> 30, api::GzipInflater::max_ratio, limits.problems);
}

std::string summary_of(const CLI::App& app) {
  const std::string description = app.get_description();
  return description.substr(0, description.find('\n'));
}

std::string details_of(const CLI::App& app) {
  const std::string description = app.get_description();
  const std::size_t end = description.find('\n');
  return end == std::string::npos ? description : description.substr(end + 1);
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options(
      [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::vector<const CLI::Option*> arguments_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::string option_label(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false);
  std::string label;
  for (const std::string& name : option.get_snames()) label += fmt::format("-{}, ", name);
  if (label.empty()) label = "    ";
  for (const std::string& name : option.get_lnames()) label += fmt::format("--{}", name);
  if (option.get_items_expected_max() > 0) label += ' ' + option.get_type_name();
  return label;
}

std::string usage_of(const CLI::App& app) {
  std::string usage = command_name(app) + (app.get_parent() == nullptr ? " VERB [flags]" : " [flags]");
  for (const CLI::Option* argument : arguments_of(app)) {
    const bool repeats = argument->get_items_expected_max() > 1;
    const std::string name = argument->get_name(true, false) + (repeats ? "..." : "");
    usage += argument->get_required() ? ' ' + name : " [" + name + ']';
  }
  return usage;
}

std::string HelpText::make_help(const CLI::App* app, std::string /*name*/, CLI::AppFormatMode /*mode*/) const {
  std::string text = paragraphs(details_of(*app)) + '\n';
  text += "\nExamples:\n" + indented(app->get_footer());
  text += section("Verbs", verbs_of(*app));
  text += section("Arguments", entries_of(arguments_of(*app)));
  text += section("Options", entries_of(options_of(*app)));
  text += fmt::format("\nUsage:\n  {}\n", usage_of(*app));
  if (app->get_parent() == nullptr) {
    text += fmt::format("\nUse '{} VERB --help' for more about a verb.\n", app->get_name());
    text += wrapped(fmt::format("Exit codes: {}", exit_codes_text), 0) + '\n';
  }
  if (app->get_parent() == nullptr || reads_files(*app)) {
    if (app->get_parent() != nullptr) text += '\n';
    text += wrapped(fmt::format("Limits: {}", limits_text()), 0) + '\n';
  }
  return text;
}

}  // namespace podreel::cli
