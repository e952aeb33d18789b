// Functions that fit a screen, lines that fit a window.
#include <algorithm>
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

constexpr std::size_t max_function_lines = 70;
constexpr std::size_t max_line_width = 120;

struct Function {
  std::size_t first_line;
  std::size_t lines;
};

/// Whether the text before a brace opens a scope that may hold functions. `\z` is the end of the text; `$` also matches
/// at the end of every line.
bool opens_scope(const std::string& before) {
  static const boost::regex scope{R"(\b(namespace|class|struct|union|enum|extern)\b[^()=]*\z)"};
  return boost::regex_search(before, scope);
}

/// Whether the text before a brace opens a function's body, and not data.
bool opens_function(const std::string& before) {
  static const boost::regex data{R"((=|\breturn|\(|,)\s*\z)"};
  return before.find('(') != std::string::npos && before.find(')') != std::string::npos &&
         !boost::regex_search(before, data);
}

/// A brace right behind a name initialises it: formatted code has a blank before a body.
bool initialises(const std::string& code, std::size_t at) {
  return at > 0 && code[at - 1] != ' ' && code[at - 1] != '\n';
}

/// The outermost functions of a file, found by their braces.
std::vector<Function> functions_of(const std::string& code) {
  std::vector<Function> functions;
  std::size_t declaration = 0;
  std::size_t depth_inside = 0;
  bool in_function = false;
  std::size_t opened = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (depth_inside > 0) {
      if (c == '{') ++depth_inside;
      if (c == '}' && --depth_inside == 0 && in_function) {
        functions.push_back({line_of(code, opened), line_of(code, at) - line_of(code, opened) + 1});
        declaration = at + 1;
      }
    } else if (c == '{') {
      const std::string before = code.substr(declaration, at - declaration);
      opened = at;
      depth_inside = opens_scope(before) ? 0 : 1;
      in_function = depth_inside > 0 && !initialises(code, at) && opens_function(before);
      if (depth_inside == 0) declaration = at + 1;
    } else if (c == ';' || c == '}') {
      declaration = at + 1;
    }
  }
  return functions;
}

}  // namespace

TEST_CASE("no function is longer than 70 lines") {
  for (const SourceFile& file : source_tree()) {
    for (const Function& function : functions_of(file.code)) {
      CHECK_MESSAGE(function.lines <= max_function_lines, file.path, ":", function.first_line, ": a function of ",
                    function.lines, " lines");
    }
  }
}

TEST_CASE("no line is longer than 120 characters, ends in a blank, or holds a tab") {
  for (const SourceFile& file : source_tree()) {
    std::size_t begin = 0;
    for (std::size_t number = 1; begin < file.text.size(); ++number) {
      const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
      const std::string_view line = std::string_view{file.text}.substr(begin, end - begin);
      const auto width =
          std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; });
      const bool has_long_text = line.find('"') != std::string_view::npos;
      CHECK_MESSAGE((static_cast<std::size_t>(width) <= max_line_width || has_long_text), file.path, ":", number);
      CHECK_MESSAGE((line.empty() || line.back() != ' '), file.path, ":", number, ": blank at the end");
      CHECK_MESSAGE(line.find('\t') == std::string_view::npos, file.path, ":", number, ": tab");
      begin = end + 1;
    }
  }
}

TEST_CASE("functions are distinguished from scopes and data") {
  const std::string code =
      "namespace a {\n"
      "struct B {\n"
      "  int one() const {\n"
      "    return 1;\n"
      "  }\n"
      "  int two{2};\n"
      "};\n"
      "const int table[] = {\n"
      "  1,\n"
      "};\n"
      "B::B(int x) : two{x} {\n"
      "  if (x) { call(); }\n"
      "}\n"
      "}\n";
  const std::vector<Function> functions = functions_of(code);
  REQUIRE(functions.size() >= 2);
  CHECK(functions.front().first_line == 3);
  CHECK(functions.front().lines == 3);
  CHECK(functions.back().lines == 3);
}

TEST_CASE("functions whose declarations take several lines are found") {
  const std::string code =
      "template <class T>\n"
      "T first(\n"
      "    int a,\n"
      "    int b) {\n"
      "  return a + b;\n"
      "}\n"
      "class B : public A,\n"
      "          public C {\n"
      "  B(int x,\n"
      "    struct D y)\n"
      "      : x_{x},\n"
      "        y_{y} {\n"
      "    call();\n"
      "    call();\n"
      "  }\n"
      "};\n";
  const std::vector<Function> functions = functions_of(code);
  REQUIRE(functions.size() == 2);
  CHECK(functions.front().first_line == 4);
  CHECK(functions.front().lines == 3);
  CHECK(functions.back().first_line == 12);
  CHECK(functions.back().lines == 4);
}

}  // namespace podreel::testing
