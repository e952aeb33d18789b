#include "tools/cli/test/golden.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "engine/api/ascii.hpp"
#include "engine/api/file_place.hpp"
#include "engine/api/printable.hpp"
#include "engine/api/syntax_error.hpp"
#include "engine/trace/json_line.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/files/input_files.hpp"
#include "tools/text/text_lines.hpp"

namespace podreel::cli {

namespace {

/// Replaces characters of a variable's value that are not allowed in file names.
std::string as_file_name(std::string text) {
  std::ranges::replace_if(
      text,
      [](char c) { return !api::is_alphanumeric(c) && std::string_view{"-_."}.find(c) == std::string_view::npos; },
      '_');
  return text;
}

std::string_view line_or_end(const std::vector<std::string_view>& lines, std::size_t index) {
  return index < lines.size() ? lines[index] : std::string_view{"(the end)"};
}

std::string shown_line(std::string_view line) {
  constexpr std::size_t max_length = 4'000;
  return api::printable_line(api::cut(line, max_length));
}

}  // namespace

std::filesystem::path golden_path(const format::Scenario& scenario) {
  if (scenario.file == "-") return {};
  std::string name = scenario.name;
  for (const auto& [variable, value] : scenario.variant) name += fmt::format(".{}-{}", variable, value);
  return std::filesystem::path{scenario.file}.parent_path() / (as_file_name(name) + ".golden.jsonl");
}

GoldenText::GoldenText(const format::GoldenSettings& settings, sim::Time start)
    : kinds_{settings.kinds.empty() ? trace::Kinds::all() : trace::Kinds{}}, start_{start} {
  for (const std::string& kind : settings.kinds) kinds_ |= trace::Kinds::named(kind);
}

void GoldenText::write(const trace::Record& record) {
  trace::append_json_line(text_, record, start_);
  text_ += '\n';
}

std::optional<std::string> read_golden(const std::filesystem::path& path) {
  if (path.empty() || !std::filesystem::exists(path)) return std::nullopt;
  if (!api::lies_below(path, path.parent_path())) {
    throw BadInput{fmt::format("'{}' is a link that leads out of its folder", path.string())};
  }
  return text_of_file(path.string());
}

std::optional<std::string> golden_difference(const std::filesystem::path& path, const std::string& golden,
                                             const std::string& seen) {
  constexpr std::size_t context = 3;
  if (golden == seen) return std::nullopt;
  const std::vector<std::string_view> expected = lines_of(golden);
  const std::vector<std::string_view> found = lines_of(seen);
  const auto differs = std::ranges::mismatch(expected, found).in1;
  const auto at = static_cast<std::size_t>(differs - expected.begin());
  std::string text =
      fmt::format("{}:{}: the timeline differs from the golden (accept it with --update)\n", path.string(), at + 1);
  for (std::size_t line = at - std::min(at, context); line < at; ++line)
    text += fmt::format("    {}\n", shown_line(expected[line]));
  text += fmt::format("  - {}\n  + {}\n", shown_line(line_or_end(expected, at)), shown_line(line_or_end(found, at)));
  return text + fmt::format("  {} lines in the golden, {} lines in this run\n", expected.size(), found.size());
}

}  // namespace podreel::cli
