// Texts do not say how many of something there are that the code lists: such numbers are inserted, not written.
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <string>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

TEST_CASE("no text of the command spells out a number of lessons, scenarios, invariants, verbs or releases") {
  static const boost::regex counted{
      R"(\b(three|four|five|six|seven|eight|nine|ten|[a-z]+teen|twelve|eleven|[a-z]+ty|\d{2,}))"
      R"( (lessons|scenarios|invariants|verbs|releases|actions of scenarios|identity policies)\b)"};
  CHECK(boost::regex_search(std::string{"a course in thirteen scenarios"}, counted));
  CHECK_FALSE(boost::regex_search(std::string{"two releases"}, counted));
  for (const SourceFile& file : source_tree()) {
    if (!is_under(file.path, {"tools", "scenarios", "engine"})) continue;
    for (auto match = boost::sregex_iterator{file.text.begin(), file.text.end(), counted};
         match != boost::sregex_iterator{}; ++match) {
      const auto at = static_cast<std::size_t>(match->position());
      const std::size_t line = file.text.rfind('\n', at) + 1;
      const bool is_comment = file.text.substr(line, at - line).find("//") != std::string::npos;
      CHECK_MESSAGE((is_comment || file.code[at] != ' '), file.path, ":", line_of(file.text, at), ": \"", match->str(),
                    "\" is to be derived from what is listed");
    }
  }
}

}  // namespace podreel::testing
