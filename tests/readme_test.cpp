// What README.md shows is what happens: every ```console block is run, and its output compared.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/verified.hpp"

namespace podreel::testing {

namespace {

std::filesystem::path readme_path() {
  return source_path("README.md");
}

std::vector<std::string> readme_lines() {
  std::ifstream file{readme_path()};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// A command, which goes on in lines that begin with "> ", and the output shown below it; a line "..." there stands for
/// any lines.
struct Example {
  std::size_t line = 0;
  std::string command;
  std::string shown;
};

std::vector<Example> examples_of(const std::vector<std::string>& lines) {
  std::vector<Example> examples;
  bool in_console = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("```")) {
      in_console = lines[i] == "```console";
    } else if (in_console && lines[i].starts_with("$ ")) {
      examples.push_back({.line = i + 1, .command = lines[i].substr(2), .shown = {}});
    } else if (in_console && lines[i].starts_with("> ") && !examples.empty() && examples.back().shown.empty()) {
      examples.back().command += '\n' + lines[i].substr(2);
    } else if (in_console && !examples.empty()) {
      examples.back().shown += lines[i] + '\n';
    }
  }
  return examples;
}

/// Runs the command with the podreel of this build, standard error shown where it comes.
std::string output_of(std::string command) {
  constexpr std::string_view launcher = "tools/podreel";
  for (std::size_t at = 0; (at = command.find(launcher, at)) != std::string::npos;) {
    command.replace(at, launcher.size(), built_command());
  }
  return run_shell("{ " + command + "\n} 2>&1").out;
}

bool matches(std::string_view shown, std::string_view seen) {
  constexpr std::string_view ellipsis = "...\n";
  const bool at_start = shown.starts_with(ellipsis);
  const std::size_t found = at_start ? 0 : shown.find("\n...\n");
  if (found == std::string_view::npos) return shown == seen;
  const std::size_t before = at_start ? 0 : found + 1;
  if (!seen.starts_with(shown.substr(0, before))) return false;
  const std::string_view rest = shown.substr(before + ellipsis.size());
  for (std::size_t at = before; at <= seen.size(); ++at) {
    const bool begins_line = at == 0 || seen[at - 1] == '\n';
    if (begins_line && matches(rest, seen.substr(at))) return true;
  }
  return false;
}

/// Puts what is seen in the place of what was shown.
void rewrite(std::vector<std::string> lines) {
  std::ostringstream text;
  std::vector<Example> examples = examples_of(lines);
  auto next = examples.begin();
  bool skipping = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool begins = next != examples.end() && next->line == i + 1;
    if (begins || lines[i].starts_with("```")) skipping = false;
    if (!skipping) text << lines[i] << '\n';
    if (!begins) continue;
    while (i + 1 < lines.size() && lines[i + 1].starts_with("> ")) text << lines[++i] << '\n';
    const std::string seen = output_of(next->command);
    text << (matches(next->shown, seen) ? next->shown : seen);
    skipping = true;
    ++next;
  }
  std::ofstream{readme_path()} << text.str();
}

}  // namespace

TEST_CASE("every example of the README prints what is shown") {
  if (updates_goldens()) rewrite(readme_lines());
  const std::vector<Example> examples = examples_of(readme_lines());
  CHECK_FALSE(examples.empty());
  for (const Example& example : examples) {
    const std::string seen = output_of(example.command);
    CHECK_MESSAGE(matches(example.shown, seen), "README.md:", example.line, ": $ ", example.command, "\nshown:\n",
                  example.shown, "\nseen:\n", seen);
  }
}

TEST_CASE("three dots stand for any lines") {
  CHECK(matches("a\n...\nd\n", "a\nb\nc\nd\n"));
  CHECK(matches("a\n...\n", "a\n"));
  CHECK(matches("...\nb\n", "a\nb\n"));
  CHECK_FALSE(matches("a\n...\nd\n", "a\nb\n"));
  CHECK_FALSE(matches("a\n", "a\nb\n"));
}

}  // namespace podreel::testing
