// How many sources of the product are compiled again after a change of one file: includes followed upwards.
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// The product's sources that reach a file whose path begins with `included`.
std::set<std::string> sources_that_reach(const std::string& included) {
  std::map<std::string, std::vector<std::string>> includers;
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests"})) continue;
    for (const std::string& other : includes_of(file)) includers[other].push_back(file.path);
  }
  std::vector<std::string> pending;
  for (const auto& [path, files] : includers) {
    if (path.starts_with(included)) pending.insert(pending.end(), files.begin(), files.end());
  }
  std::set<std::string> reached;
  while (!pending.empty()) {
    const std::string file = pending.back();
    pending.pop_back();
    if (!reached.insert(file).second) continue;
    if (const auto above = includers.find(file); above != includers.end()) {
      pending.insert(pending.end(), above->second.begin(), above->second.end());
    }
  }
  std::erase_if(reached, [](const std::string& path) { return !path.ends_with(".cpp"); });
  return reached;
}

}  // namespace

TEST_CASE("a row of the behaviour table that changes recompiles less than 60 sources") {
  const std::set<std::string> sources = sources_that_reach("engine/release/behaviour/capabilities.inc");
  CHECK_FALSE(sources.empty());
  CHECK(sources.size() < 60);
}

TEST_CASE("a gate that changes recompiles less than 60 sources") {
  const std::set<std::string> sources = sources_that_reach("engine/release/feature_gate_table.inc");
  CHECK_FALSE(sources.empty());
  CHECK(sources.size() < 60);
}

TEST_CASE("includes are followed upwards") {
  CHECK(sources_that_reach("engine/release/behaviour.hpp").size() >
        sources_that_reach("engine/release/behaviour/evicting.hpp").size());
}

}  // namespace podreel::testing
