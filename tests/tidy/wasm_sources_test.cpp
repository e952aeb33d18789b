// The engine in browsers, which no suite builds: its CMake file is compared with the includes of its sources.
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

std::string first_match(const std::string& text, const char* pattern) {
  boost::smatch found;
  return boost::regex_search(text, found, boost::regex{pattern}) ? found[1].str() : std::string{};
}

std::map<std::string, const SourceFile*> files_by_path() {
  std::map<std::string, const SourceFile*> files;
  for (const SourceFile& file : source_tree()) files.emplace(file.path, &file);
  return files;
}

/// Returns the .cpp files below the folders of the CMake file, without those that it excludes, and those that it names.
std::set<std::string> wasm_sources(const std::string& cmake) {
  std::istringstream words{first_match(cmake, R"(foreach\(folder ([^)]*)\))")};
  std::vector<std::string> folders;
  for (std::string word; words >> word;) folders.push_back(word);
  REQUIRE(folders.size() > 5);
  std::string excluded = first_match(cmake, R"(FILTER engine_sources EXCLUDE REGEX "([^"]*)\")");
  REQUIRE_FALSE(excluded.empty());
  excluded = boost::regex_replace(excluded, boost::regex{R"(\\\\)"}, R"(\\)");
  std::set<std::string> sources;
  for (const SourceFile& file : source_tree()) {
    const bool is_excluded = boost::regex_search("/" + file.path, boost::regex{excluded});
    if (!file.path.ends_with(".cpp") || is_excluded) continue;
    for (const std::string& folder : folders) {
      if (is_under(file.path, {folder})) sources.insert(file.path);
    }
  }
  const boost::regex named{R"(\$\{root\}/([a-z_/]+\.cpp))"};
  for (auto match = boost::sregex_iterator{cmake.begin(), cmake.end(), named}; match != boost::sregex_iterator{};
       ++match) {
    sources.insert((*match)[1].str());
  }
  return sources;
}

}  // namespace

TEST_CASE("the engine in browsers is built with the sources of all headers that it includes") {
  const std::set<std::string> sources = wasm_sources(text_of_file("tools/pages/playground/wasm/CMakeLists.txt"));
  REQUIRE(sources.contains("engine/kubelet/kubelet.cpp"));
  REQUIRE(sources.contains("tools/text/wrapped_text.cpp"));
  const std::map<std::string, const SourceFile*> files = files_by_path();
  std::set<std::string> seen = sources;
  std::vector<std::string> open{sources.begin(), sources.end()};
  while (!open.empty()) {
    const std::string path = open.back();
    open.pop_back();
    const auto file = files.find(path);
    if (file == files.end()) continue;
    for (const std::string& included : includes_of(*file->second)) {
      if (!seen.insert(included).second) continue;
      const std::string source = included.substr(0, included.rfind('.')) + ".cpp";
      CHECK_MESSAGE((sources.contains(source) || !files.contains(source)), path, " includes ", included, ", and ",
                    source, " is not built");
      open.push_back(included);
    }
  }
}

}  // namespace podreel::testing
