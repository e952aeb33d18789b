// Pages for people who change podreel name files that exist.
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>

#include "tests/support/built_paths.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

TEST_CASE("every path that a page for contributors names exists") {
  static const boost::regex path{R"(`((?:engine|pleg|runtime_fake|scenarios|tests|tools)/[\w./-]+)`)"};
  for (const char* page : {"CONTRIBUTING.md", "engine/ARCHITECTURE.md", "engine/sim/IDLE.md"}) {
    const std::string text = text_of_file(page);
    std::size_t count = 0;
    for (auto match = boost::sregex_iterator{text.begin(), text.end(), path}; match != boost::sregex_iterator{};
         ++match) {
      ++count;
      const std::string named = (*match)[1];
      // A pair of a header and a source is named without an ending.
      const bool exists = std::filesystem::exists(source_path(named)) ||
                          std::filesystem::exists(source_path(named + ".cpp")) ||
                          std::filesystem::exists(source_path(named + ".hpp"));
      CHECK_MESSAGE(exists, page, " names ", named);
    }
    CHECK_MESSAGE(count > 3, page);
  }
}

}  // namespace podreel::testing
