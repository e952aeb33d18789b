// tools/podreel builds anew what has changed, wherever it lies.
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// The files and folders that the script watches.
std::set<std::string> watched() {
  const std::string script = text_of_file("tools/podreel");
  const std::size_t begin = script.find("sources=(\"$root\"/{");
  REQUIRE(begin != std::string::npos);
  const std::size_t first = script.find('{', begin) + 1;
  std::set<std::string> paths;
  std::string path;
  for (std::size_t at = first; script[at] != '}'; ++at) {
    if (script[at] != ',') {
      path += script[at];
      continue;
    }
    paths.insert(path);
    path.clear();
  }
  paths.insert(path);
  return paths;
}

}  // namespace

TEST_CASE("every source of the product is watched, and so is what CMake reads") {
  const std::set<std::string> paths = watched();
  for (const SourceFile& file : source_tree()) {
    const std::string folder = file.path.substr(0, file.path.find('/'));
    if (folder != "tests") CHECK_MESSAGE(paths.contains(folder), file.path);
  }
  for (const char* path : {"CMakeLists.txt", "CMakePresets.json", "tests/verified"})
    CHECK_MESSAGE(paths.contains(path), path);
}

TEST_CASE("a verb that the core lacks is known to the script by its line in optional_verbs.hpp") {
  const std::string text = text_of_file("tools/cli/command/optional_verbs.hpp");
  for (const char* verb : {"upgrade", "fleet", "serve", "explore", "reproduce", "match", "check"}) {
    CHECK_MESSAGE(text.find("OptionalVerb{\"" + std::string{verb} + "\",") != std::string::npos, verb);
  }
}

}  // namespace podreel::testing
