// The examples of README.md and of the guide: every ```console block is run, and its output compared.
#include <boost/algorithm/string/replace.hpp>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"
#include "tests/support/documents.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/verified.hpp"

namespace podreel::testing {

namespace {

/// Returns the document that PODREEL_DOCUMENT names, as CTest has one test for each, or else all of them.
std::vector<std::string> documents_to_check() {
  const char* const one = std::getenv("PODREEL_DOCUMENT");
  return one == nullptr ? user_documents() : std::vector<std::string>{one};
}

std::vector<std::string> lines_of_document(const std::string& document) {
  std::ifstream file{source_path(document)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// A command, continued in lines that begin with "> ", and the output shown below it. A line "..." matches any lines.
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

/// The shell of one document: its commands run one after the other, and share a folder that they know as /tmp.
class DocumentShell {
 public:
  /// Runs the command with the podreel of this build. Standard error is part of the output.
  [[nodiscard]] std::string output_of(std::string command) const {
    boost::replace_all(command, "/tmp/", folder_ / "");
    // The build may be below a folder of that name.
    boost::replace_all(command, "tools/podreel", built_command().string());
    std::string output = run_shell("{ " + command + "\n} 2>&1").out;
    boost::replace_all(output, folder_ / "", "/tmp/");
    return output;
  }

 private:
  ScratchFolder folder_;
};

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

/// Replaces the output that is shown by the output that the commands print.
void rewrite(const std::string& document) {
  const std::vector<std::string> lines = lines_of_document(document);
  const std::vector<Example> examples = examples_of(lines);
  const DocumentShell shell;
  std::ostringstream text;
  auto next = examples.begin();
  bool skipping = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool begins = next != examples.end() && next->line == i + 1;
    if (begins || lines[i].starts_with("```")) skipping = false;
    if (!skipping) text << lines[i] << '\n';
    if (!begins) continue;
    while (i + 1 < lines.size() && lines[i + 1].starts_with("> ")) text << lines[++i] << '\n';
    const std::string seen = shell.output_of(next->command);
    text << (matches(next->shown, seen) ? next->shown : seen);
    skipping = true;
    ++next;
  }
  std::ofstream{source_path(document)} << text.str();
}

}  // namespace

TEST_CASE("every example of README.md and of the guide prints what is shown") {
  for (const std::string& document : documents_to_check()) {
    if (updates_goldens()) rewrite(document);
    const DocumentShell shell;
    for (const Example& example : examples_of(lines_of_document(document))) {
      const std::string seen = shell.output_of(example.command);
      CHECK_MESSAGE(matches(example.shown, seen), document, ":", example.line, ": $ ", example.command, "\nshown:\n",
                    example.shown, "\nseen:\n", seen);
    }
  }
}

TEST_CASE("README.md has at most 150 lines and an example") {
  const std::vector<std::string> lines = lines_of_document("README.md");
  CHECK(lines.size() <= 150);
  CHECK_FALSE(examples_of(lines).empty());
}

TEST_CASE("three dots match any lines") {
  CHECK(matches("a\n...\nd\n", "a\nb\nc\nd\n"));
  CHECK(matches("a\n...\n", "a\n"));
  CHECK(matches("...\nb\n", "a\nb\n"));
  CHECK_FALSE(matches("a\n...\nd\n", "a\nb\n"));
  CHECK_FALSE(matches("a\n", "a\nb\n"));
}

}  // namespace podreel::testing
