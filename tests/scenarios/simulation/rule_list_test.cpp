#include "scenarios/simulation/rule_list.hpp"

#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "tests/support/built_paths.hpp"

namespace podreel::simulation {

namespace {

/// Names of the rules that a header declares.
std::set<std::string> declared_in(const std::string& header) {
  std::ifstream file{testing::source_path(header)};
  const std::string text{std::istreambuf_iterator<char>{file}, {}};
  static const boost::regex declaration{R"(inline constexpr Rule \w+\{\s*"([^"]+)\")"};
  std::set<std::string> names;
  for (boost::sregex_iterator match{text.begin(), text.end(), declaration}; match != boost::sregex_iterator{};
       ++match) {
    names.insert((*match)[1]);
  }
  return names;
}

std::set<std::string> names_of(std::span<const std::string_view> rules) {
  return {rules.begin(), rules.end()};
}

}  // namespace

TEST_CASE("every rule that explanations name is listed") {
  CHECK(names_of(decision_rules()) == declared_in("engine/decide/rules.hpp"));
  CHECK(names_of(sync_rules()) == declared_in("engine/kubelet/explain/sync_rules.hpp"));
}

}  // namespace podreel::simulation
