#include "tools/timeline/timeline_diff.hpp"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

namespace podreel::cli {

namespace {

/// A line for each letter.
std::vector<TimelineLine> lines_of(std::string_view letters) {
  std::vector<TimelineLine> lines;
  for (const char letter : letters) lines.push_back({sim::Duration{1}, "default/web", "kubelet", {letter}, "", 0});
  return lines;
}

/// "a -b +c": what is the same, in the left one only, in the right one only.
std::string aligned(std::string_view left, std::string_view right) {
  const std::vector<TimelineLine> left_lines = lines_of(left);
  const std::vector<TimelineLine> right_lines = lines_of(right);
  std::string text;
  for (const DiffRow& row : align(left_lines, right_lines)) {
    if (!text.empty()) text += ' ';
    if (!row.is_same()) text += row.left != nullptr ? '-' : '+';
    text += (row.left != nullptr ? row.left : row.right)->what;
  }
  return text;
}

}  // namespace

TEST_CASE("as many lines as possible are matched, in their order") {
  CHECK(aligned("", "").empty());
  CHECK(aligned("abc", "abc") == "a b c");
  CHECK(aligned("abc", "ac") == "a -b c");
  CHECK(aligned("ac", "abc") == "a +b c");
  CHECK(aligned("abcd", "axcd") == "a -b +x c d");
  CHECK(aligned("ab", "") == "-a -b");
  CHECK(aligned("abcabba", "cbabac") == "-a -b c -a b +a b a +c");
}

TEST_CASE("lines that both end with are matched once") {
  CHECK(aligned("xaa", "xa") == "x a -a");
  CHECK(aligned("a", "aa") == "a +a");
}

TEST_CASE("times do not count, and the first row that is not the same is the parting") {
  std::vector<TimelineLine> left = lines_of("ab");
  const std::vector<TimelineLine> right = lines_of("ac");
  left.front().at = sim::Duration{5};
  CHECK(first_divergence(align(left, right)) == 1U);
  CHECK_FALSE(first_divergence(align(left, left)));
}

}  // namespace podreel::cli
