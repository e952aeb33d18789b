// What is described once stays described once: actions, and the fields of KubeletConfiguration.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "scenarios/format/schema.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

constexpr std::string_view actions_folder = "scenarios/format/actions";

std::string stem_of(const std::string& path) {
  const std::size_t slash = path.rfind('/') + 1;
  return path.substr(slash, path.rfind('.') - slash);
}

std::size_t occurrences(const std::string& text, const std::string& pattern) {
  const boost::regex regex{pattern};
  return static_cast<std::size_t>(
      std::distance(boost::sregex_iterator{text.begin(), text.end(), regex}, boost::sregex_iterator{}));
}

const SourceFile& file_at(std::string_view path) {
  return *std::ranges::find(source_tree(), path, &SourceFile::path);
}

std::set<std::string> registered() {
  std::set<std::string> names;
  const std::string& text = file_at("scenarios/format/actions/registry.cpp").text;
  const boost::regex line{R"(^  action\((\w+)\))"};
  for (auto match = boost::sregex_iterator{text.begin(), text.end(), line}; match != boost::sregex_iterator{};
       ++match) {
    names.insert((*match)[1]);
  }
  return names;
}

/// The files that add actions to a step.
std::vector<const SourceFile*> action_files() {
  std::vector<const SourceFile*> files;
  for (const SourceFile& file : source_tree()) {
    if (!is_under(file.path, {actions_folder}) || file.path.ends_with("registry.cpp")) continue;
    if (occurrences(file.code, R"(^void add_\w+\(StepFields& step\) \{)") > 0) files.push_back(&file);
  }
  return files;
}

}  // namespace

TEST_CASE("an action is its file and one line in the registry") {
  const std::set<std::string> names = registered();
  CHECK(names.size() >= 16);
  std::set<std::string> stems;
  for (const SourceFile* file : action_files()) {
    stems.insert(stem_of(file->path));
    CHECK_MESSAGE(
        occurrences(file_at("scenarios/format/actions/registry.cpp").text, "\\b" + stem_of(file->path) + "\\b") == 1,
        file->path);
  }
  CHECK(stems == names);
}

TEST_CASE("no other file of the product names an action's class") {
  const boost::regex declared{R"(class (\w+) final : public Kind<)"};
  std::size_t classes = 0;
  for (const SourceFile& home : source_tree()) {
    if (!is_under(home.path, {actions_folder})) continue;
    for (auto match = boost::sregex_iterator{home.code.begin(), home.code.end(), declared};
         match != boost::sregex_iterator{}; ++match) {
      ++classes;
      const std::string name = (*match)[1];
      for (const SourceFile& file : source_tree()) {
        if (is_under(file.path, {"tests", "tools/bench"}) || stem_of(file.path) == stem_of(home.path)) continue;
        CHECK_MESSAGE(occurrences(file.code, "\\b" + name + "\\b") == 0, file.path, " names ", name);
      }
    }
  }
  CHECK(classes >= 21);
}

TEST_CASE("a field of KubeletConfiguration is written in one source file") {
  const auto schema = format::scenario_schema();
  std::vector<std::string> fields{"maxContainerRestartPeriod"};
  for (const auto& [name, property] : schema["$defs"]["kubeletConfiguration"]["properties"].items()) {
    fields.push_back(name);
  }
  CHECK(fields.size() >= 10);
  for (const std::string& field : fields) {
    std::vector<std::string> files;
    for (const SourceFile& file : source_tree()) {
      // Whoever writes scenarios names what stands in them.
      if (is_under(file.path, {"tests", "scenarios/reproduce"})) continue;
      if (occurrences(file.text, "\"" + field + "\"") > 0) files.push_back(file.path);
    }
    CHECK_MESSAGE(files == std::vector<std::string>{"scenarios/format/settings/configuration_fields.cpp"}, field);
  }
}

}  // namespace podreel::testing
