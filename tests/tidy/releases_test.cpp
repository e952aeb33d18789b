// A new release is data: nothing but the tables names one, compares one, or says which is the newest.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/release/release.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// The tables.
const std::vector<std::string_view>& release_tables() {
  static const std::vector<std::string_view> files{"engine/release"};
  return files;
}

/// Comments may tell what happened in which release.
std::string without_comments(const std::string& text) {
  return boost::regex_replace(text, boost::regex{"//[^\n]*"}, "");
}

struct Rule {
  std::string_view what;
  boost::regex pattern;
};

std::vector<Rule> rules() {
  const std::string newest = release::minor_string(release::newest_release());
  return {
      {"a release as numbers", boost::regex{R"(\bv\(\s*\d|\bRelease\s*\{\s*\d)"}},
      {"a minor release compared", boost::regex{R"((\.|->)minor\s*([<>]|==|!=))"}},
      {"a release as text", boost::regex{R"re((?<!\\)"v?1\.([2-9]|[1-9]\d)(\.\d+)?")re"}},
      {"the newest release",
       boost::regex{fmt::format(R"(\b{}\b)", boost::regex_replace(newest, boost::regex{"\\."}, R"(\\.)"))}},
  };
}

/// What is against the rules in `text`, as "what: match"; empty if nothing is.
std::string breach(const std::string& text) {
  for (const Rule& rule : rules()) {
    boost::smatch match;
    if (boost::regex_search(text, match, rule.pattern)) return fmt::format("{}: {}", rule.what, match.str());
  }
  return {};
}

}  // namespace

TEST_CASE("releases are named in tables only") {
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests"}) || is_under(file.path, release_tables())) continue;
    CHECK_MESSAGE(breach(without_comments(file.text)) == "", file.path);
  }
}

TEST_CASE("every table that may name releases does") {
  for (const std::string_view table : release_tables()) {
    const bool does = std::ranges::any_of(source_tree(), [table](const SourceFile& file) {
      return is_under(file.path, {table}) && breach(without_comments(file.text)) != "";
    });
    CHECK_MESSAGE(does, table, " names no release and needs no exception");
  }
}

TEST_CASE("releases are found however they are written") {
  CHECK(breach("if (version >= v(28)) {}") != "");
  CHECK(breach("Release{30, 7}") != "");
  CHECK(breach("release->minor < oldest") != "");
  CHECK(breach("parse_release(\"1.30\")") != "");
  CHECK(breach("\"podreel run --kubelet-version " + release::minor_string(release::newest_release()) + "\"") != "");
  CHECK(breach("\"such as \\\"1.30\\\"\"") == "");
  CHECK(breach("\"podreel versions 1.28\"") == "");
}

}  // namespace podreel::testing
