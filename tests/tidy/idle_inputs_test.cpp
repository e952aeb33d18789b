// Every kind of idle work, and every input of it, stands in engine/sim/IDLE.md.
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// The first group of every match in the product's headers.
std::set<std::string> found_in_headers(const std::string& pattern) {
  const boost::regex regex{pattern};
  std::set<std::string> found;
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests"}) || !file.path.ends_with(".hpp")) continue;
    for (auto match = boost::sregex_iterator{file.text.begin(), file.text.end(), regex};
         match != boost::sregex_iterator{}; ++match) {
      found.insert((*match)[1]);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("the page about idle work has a row for every sleeper and names every source") {
  const std::string page = text_of_file("engine/sim/IDLE.md");
  const std::set<std::string> sleepers = found_in_headers(R"(class (\w+) final\s*:[^{;]*IdleSleeper)");
  const std::set<std::string> sources = found_in_headers(R"re(IdleSource \w+\{"([^"]+)"\})re");
  CHECK(sleepers.size() >= 6);
  CHECK(sources.size() >= 7);
  for (const std::string& sleeper : sleepers) {
    CHECK_MESSAGE(page.find("\n| `" + sleeper + "`") != std::string::npos, sleeper, " has no row");
  }
  for (const std::string& source : sources) {
    CHECK_MESSAGE(page.find(source) != std::string::npos, source, " is not named");
  }
}

}  // namespace podreel::testing
