// What other projects include: few headers, which stand alone, and of which every declaration is documented.
#include <boost/regex.hpp>
#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

constexpr std::size_t max_public_headers = 12;
constexpr std::string_view public_folder = "scenarios/public/podreel";

std::vector<const SourceFile*> public_headers() {
  std::vector<const SourceFile*> headers;
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {public_folder})) headers.push_back(&file);
  }
  return headers;
}

std::vector<std::string> directives_of(const std::string& text) {
  static const boost::regex directive{R"(^\s*#\s*include\s*([<"][^>"]+)[>"])", boost::regex::perl};
  std::vector<std::string> found;
  for (auto match = boost::sregex_iterator{text.begin(), text.end(), directive}; match != boost::sregex_iterator{};
       ++match) {
    found.push_back((*match)[1]);
  }
  return found;
}

/// Finds declarations without a doc comment in a formatted header: whatever begins a line inside namespaces, classes
/// and enumerations, after a brace, a semicolon, a comma between enumerators, or an access specifier.
class UndocumentedSearch {
 public:
  std::vector<std::string> run(const std::string& text) {
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);)
      take(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    return undocumented_;
  }

 private:
  void take(const std::string& line) {
    if (line.empty() || line.starts_with('#')) return;
    if (line.starts_with("//")) {
      is_documented_ = is_documented_ || line.starts_with("///");
      return;
    }
    if (line == "public:" || line == "private:") {
      is_private_ = line == "private:";
      return;
    }
    if (line.starts_with('}')) {
      if (line.starts_with("};")) is_private_ = false;
    } else if (begins_declaration_) {
      judge(line);
    }
    const char last = line.back();
    begins_declaration_ = last == ';' || last == '{' || last == '}' || last == ',';
    if (last == ',' && line.find('(') != std::string::npos) begins_declaration_ = false;
    if (begins_declaration_) is_documented_ = false;
  }

  void judge(const std::string& line) {
    static const boost::regex exempt{
        R"(^(inline )?namespace\b.*|^(class|struct) \w+;$|.*= delete;$|.*\(\) = default;$|^return\b.*)"};
    if (is_documented_ || is_private_ || boost::regex_match(line, exempt)) return;
    undocumented_.push_back(line);
  }

  std::vector<std::string> undocumented_;
  bool begins_declaration_ = true;
  bool is_documented_ = false;
  bool is_private_ = false;
};

}  // namespace

TEST_CASE("public headers are few") {
  CHECK(!public_headers().empty());
  CHECK(public_headers().size() <= max_public_headers);
  for (const SourceFile* header : public_headers()) CHECK_MESSAGE(header->path.ends_with(".hpp"), header->path);
}

TEST_CASE("a public header includes the standard library, nlohmann's JSON, and other public headers") {
  for (const SourceFile* header : public_headers()) {
    for (const std::string& included : directives_of(header->text)) {
      const bool is_standard = included.starts_with('<') && included.find('/') == std::string::npos;
      CHECK_MESSAGE((is_standard || included.starts_with("<nlohmann/") || included.starts_with("\"podreel/")),
                    header->path, " includes ", included);
    }
  }
}

TEST_CASE("every public header is included by an example that the installation test builds") {
  std::string examples;
  for (const SourceFile& file : source_tree()) {
    if (is_under(file.path, {"tests/install"})) examples += file.text;
  }
  for (const SourceFile* header : public_headers()) {
    const std::string name = header->path.substr(std::string_view{"scenarios/public/"}.size());
    CHECK_MESSAGE(examples.find("#include \"" + name + "\"") != std::string::npos, name);
  }
}

TEST_CASE("every declaration of the public headers is documented") {
  for (const SourceFile* header : public_headers()) {
    for (const std::string& line : UndocumentedSearch{}.run(header->text))
      CHECK_MESSAGE(false, header->path, ": ", line);
  }
}

TEST_CASE("a declaration without a comment is found") {
  const std::string header =
      "#pragma once\n\nnamespace podreel {\n\nclass A;\n\n/// One.\nstruct B {\n  int b = 0;\n  /// Two.\n  int c = "
      "0;\n\n"
      " private:\n  int d = 0;\n};\n\n/// Three.\nint three(int a,\n          int b);\nint four();\n\n}  // namespace "
      "podreel\n";
  CHECK(UndocumentedSearch{}.run(header) == std::vector<std::string>{"int b = 0;", "int four();"});
}

}  // namespace podreel::testing
