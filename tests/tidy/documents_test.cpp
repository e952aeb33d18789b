// Documents name files that exist, and their links lead somewhere.
#include "tests/support/documents.hpp"

#include <algorithm>
#include <boost/regex.hpp>
#include <cctype>
#include <doctest/doctest.h>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// Returns the lines of a document without its fenced blocks.
std::vector<std::string> prose_of(const std::string& document) {
  std::istringstream text{text_of_file(document)};
  std::vector<std::string> lines;
  bool in_block = false;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("```")) {
      in_block = !in_block;
    } else if (!in_block) {
      lines.push_back(line);
    }
  }
  return lines;
}

/// Returns the targets of a document's links and pictures.
std::vector<std::string> links_of(const std::string& document) {
  static const boost::regex link{R"(\]\(([^)\s]+)\))"};
  static const boost::regex code{R"(`[^`]*`)"};
  std::vector<std::string> links;
  for (const std::string& line : prose_of(document)) {
    const std::string text = boost::regex_replace(line, code, "");
    for (auto match = boost::sregex_iterator{text.begin(), text.end(), link}; match != boost::sregex_iterator{};
         ++match) {
      links.push_back((*match)[1]);
    }
  }
  return links;
}

/// Returns the anchors that GitHub gives to a document's headings.
std::set<std::string> anchors_of(const std::string& document) {
  std::set<std::string> anchors;
  for (const std::string& line : prose_of(document)) {
    const std::size_t begin = line.find_first_not_of('#');
    if (begin == 0 || begin == std::string::npos || line[begin] != ' ') continue;
    std::string anchor;
    for (const char c : line.substr(begin + 1)) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == ' ') anchor += '-';
      if (std::isalnum(byte) != 0 || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(byte));
    }
    anchors.insert(anchor);
  }
  return anchors;
}

/// Returns whether a link of a document leads to a file or folder of the repository, and to a heading if it names one.
bool leads_somewhere(const std::string& document, const std::string& link) {
  const std::size_t hash = std::min(link.find('#'), link.size());
  const std::filesystem::path folder = std::filesystem::path{document}.parent_path();
  const std::string file = hash == 0 ? document : (folder / link.substr(0, hash)).lexically_normal().generic_string();
  if (file.starts_with("..") || !std::filesystem::exists(source_path(file))) return false;
  return hash == link.size() || anchors_of(file).contains(link.substr(hash + 1));
}

}  // namespace

TEST_CASE("every path that a page for contributors names exists") {
  static const boost::regex path{R"(`((?:engine|pleg|runtime_fake|scenarios|tests|tools)/[\w./-]+)`)"};
  for (const char* page :
       {"CONTRIBUTING.md", "engine/ARCHITECTURE.md", "engine/README.md", "engine/sim/IDLE.md", "pleg/README.md",
        "runtime_fake/README.md", "scenarios/README.md", "tests/README.md", "tools/README.md",
        "tools/contributing/checks.md", "tools/contributing/style.md", "tools/contributing/tasks.md"}) {
    const std::string text = text_of_file(page);
    CHECK_MESSAGE(!text.empty(), page);
    for (auto match = boost::sregex_iterator{text.begin(), text.end(), path}; match != boost::sregex_iterator{};
         ++match) {
      const std::string named = (*match)[1];
      // A pair of a header and a source is named without an ending.
      const bool exists = std::filesystem::exists(source_path(named)) ||
                          std::filesystem::exists(source_path(named + ".cpp")) ||
                          std::filesystem::exists(source_path(named + ".hpp"));
      CHECK_MESSAGE(exists, page, " names ", named);
    }
  }
}

TEST_CASE("every link of a document leads to a file, and to a heading of it") {
  std::size_t links = 0;
  for (const std::string& document : all_documents()) {
    for (const std::string& link : links_of(document)) {
      if (link.starts_with("https://")) continue;
      ++links;
      CHECK_MESSAGE(leads_somewhere(document, link), document, " links ", link);
    }
  }
  CHECK(links > 100);
}

TEST_CASE("README.md links every page of the guide") {
  const std::vector<std::string> links = links_of("README.md");
  for (const std::string& document : user_documents()) {
    CHECK_MESSAGE((document == "README.md" || std::ranges::find(links, document) != links.end()), document);
  }
}

TEST_CASE("a folder at the top says in a few lines what it holds and where to start") {
  for (const char* folder : {"engine", "pleg", "runtime_fake", "tests", "tools"}) {
    const std::string text = text_of_file(std::string{folder} + "/README.md");
    const auto lines = std::ranges::count(text, '\n');
    CHECK_MESSAGE(lines >= 5, folder);
    CHECK_MESSAGE(lines <= 25, folder);
  }
}

}  // namespace podreel::testing
