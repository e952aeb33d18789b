// What a library of the product includes it has declared: CMake's declarations are compared with the includes.
#include <array>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

struct Library {
  std::vector<std::string> folders;
  std::vector<std::string> needs;
  std::string option;
};
using Libraries = std::map<std::string, Library>;

/// Reads `podreel_library(NAME [AROUND] [OPTION X] FOLDERS … [EXCEPT …] [NEEDS …] [LINKS …] [UNIT N])` of
/// tools/cmake/libraries.cmake.
Libraries libraries_in(const std::string& cmake) {
  static const boost::regex declaration{R"(^podreel_library\(([^)]*)\))", boost::regex::perl};
  Libraries libraries;
  for (auto match = boost::sregex_iterator{cmake.begin(), cmake.end(), declaration}; match != boost::sregex_iterator{};
       ++match) {
    std::istringstream words{(*match)[1].str()};
    std::string name;
    words >> name;
    std::string keyword;
    for (std::string word; words >> word;) {
      if (word == "AROUND") continue;
      if (word == "FOLDERS" || word == "EXCEPT" || word == "NEEDS" || word == "LINKS" || word == "OPTION" ||
          word == "UNIT") {
        keyword = word;
      } else if (keyword == "FOLDERS") {
        libraries[name].folders.push_back(word);
      } else if (keyword == "NEEDS") {
        libraries[name].needs.push_back(word);
      } else if (keyword == "OPTION") {
        libraries[name].option = word;
      }
    }
  }
  return libraries;
}

const Libraries& libraries() {
  static const Libraries declared = [] {
    std::string text;
    for (const char* file : {"CMakeLists.txt", "tools/cli/CMakeLists.txt"}) {
      text += text_of_file(file) + '\n';
    }
    return libraries_in(text);
  }();
  return declared;
}

/// The library whose folder is the longest that holds the file; empty for programs.
std::string library_of(const std::string& path, const Libraries& declared) {
  std::string owner;
  std::size_t longest = 0;
  for (const auto& [name, library] : declared) {
    for (const std::string& folder : library.folders) {
      if (!is_under(path, {folder}) || folder.size() <= longest) continue;
      owner = name;
      longest = folder.size();
    }
  }
  return owner;
}

std::set<std::string> reach_of(const std::string& name, const Libraries& declared) {
  std::set<std::string> reached{name};
  for (const std::string& needed : declared.at(name).needs) reached.merge(reach_of(needed, declared));
  return reached;
}

/// A program that no suite builds.
struct Program {
  const char* cmake;
  /// The command of CMake that gives its libraries, up to its name.
  const char* links;
  /// Beginning of its sources' paths.
  const char* sources;
};
constexpr std::array<Program, 3> programs{{
    {"tests/fuzz/CMakeLists.txt", "target_link_libraries(podreel_fuzz_support\n", "tests/fuzz/"},
    {"tools/bench/CMakeLists.txt", "podreel_program(podreel_bench ", "tools/bench/"},
    {"tests/CMakeLists.txt", "target_link_libraries(podreel_timeline_differences ",
     "tests/conformance/timeline_differences"},
}};

/// Returns the libraries that a program reaches.
std::set<std::string> reach_of(const Program& program) {
  const std::string cmake = text_of_file(program.cmake);
  const std::size_t links = cmake.find(program.links);
  REQUIRE_MESSAGE(links != std::string::npos, program.cmake);
  const std::size_t begin = links + std::string{program.links}.size();
  std::istringstream words{cmake.substr(begin, cmake.find(')', begin) - begin)};
  std::set<std::string> reached;
  for (std::string word; words >> word;) {
    if (libraries().contains(word)) reached.merge(reach_of(word, libraries()));
  }
  return reached;
}

/// Checks that a file includes only headers of libraries that are reached.
void check_includes(const SourceFile& file, const std::string& owner, const std::set<std::string>& reached) {
  for (const std::string& included : includes_of(file)) {
    const std::string other = library_of(included, libraries());
    CHECK_MESSAGE((other.empty() || reached.contains(other)), file.path, " of ", owner, " includes ", included, " of ",
                  other);
  }
}

}  // namespace

TEST_CASE("no library includes what it does not declare that it needs") {
  REQUIRE(libraries().size() > 10);
  for (const SourceFile& file : source_tree()) {
    const std::string owner = library_of(file.path, libraries());
    if (owner.empty()) continue;
    check_includes(file, owner, reach_of(owner, libraries()));
  }
}

TEST_CASE("a program that no suite builds includes only what it links") {
  for (const Program& program : programs) {
    const std::set<std::string> reached = reach_of(program);
    std::size_t sources = 0;
    for (const SourceFile& file : source_tree()) {
      if (!file.path.starts_with(program.sources)) continue;
      ++sources;
      check_includes(file, program.cmake, reached);
    }
    CHECK_MESSAGE(sources > 0, program.sources);
  }
}

TEST_CASE("a library needs libraries that are declared") {
  for (const auto& [name, library] : libraries()) {
    CHECK_MESSAGE(!library.folders.empty(), name);
    for (const std::string& needed : library.needs)
      CHECK_MESSAGE(libraries().contains(needed), name, " needs ", needed);
  }
}

TEST_CASE("the core is no optional library, and needs none") {
  const Library& core = libraries().at("podreel");
  CHECK(core.needs.empty());
  CHECK(core.option == "");
  for (const char* optional : {"podreel_fleet", "podreel_cluster", "podreel_explore", "podreel_reproduce",
                               "podreel_serve", "podreel_cri_answers", "podreel_cli_book"}) {
    CHECK_MESSAGE(libraries().at(optional).option != "", optional);
  }
}

TEST_CASE("a declaration is read whole") {
  const Libraries read =
      libraries_in("podreel_library(a AROUND OPTION A FOLDERS x/y\n  z EXCEPT x/y/w NEEDS b c LINKS d UNIT 3)\n");
  REQUIRE(read.size() == 1);
  CHECK(read.at("a").folders == std::vector<std::string>{"x/y", "z"});
  CHECK(read.at("a").needs == std::vector<std::string>{"b", "c"});
  CHECK(read.at("a").option == "A");
}

}  // namespace podreel::testing
