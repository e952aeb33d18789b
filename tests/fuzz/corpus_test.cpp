// What fuzzing found worth keeping (tools/fuzz) is run by every suite.
#include <algorithm>
#include <charconv>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.hpp"
#include "tests/support/built_paths.hpp"
#include "tests/support/sample.hpp"

namespace podreel::fuzz {

namespace {

namespace fs = std::filesystem;

const fs::path folder{testing::source_path("tests/fuzz")};

/// Two hex digits from `text` on.
char byte_at(std::string_view text, std::size_t at) {
  unsigned int byte = 0;
  const std::string_view digits = text.substr(at, 2);
  REQUIRE(std::from_chars(digits.begin(), digits.end(), byte, 16).ptr == digits.end());
  return static_cast<char>(byte);
}

/// Of texts: a backslash is \\, a line feed \n, and what does not print \xff.
std::string from_escapes(std::string_view line) {
  std::string input;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\') {
      input += line[at];
      continue;
    }
    const char escape = line.at(++at);
    if (escape == 'x') {
      input += byte_at(line, at + 1);
      at += 2;
    } else {
      REQUIRE((escape == '\\' || escape == 'n'));
      input += escape == 'n' ? '\n' : escape;
    }
  }
  return input;
}

/// Of what is no text.
std::string from_hex(std::string_view line) {
  std::string input;
  for (std::size_t at = 0; at < line.size(); at += 2) input += byte_at(line, at);
  return input;
}

/// The inputs of a target that were kept, one a line.
fs::path corpus_of(const Target& target) {
  const fs::path texts = folder / "corpus" / (std::string{target.name} + ".txt");
  return fs::exists(texts) ? texts : fs::path{texts}.replace_extension("hex");
}

std::size_t run_corpus(const Target& target) {
  const fs::path path = corpus_of(target);
  const auto input_of = path.extension() == ".hex" ? from_hex : from_escapes;
  std::ifstream file{path};
  std::size_t inputs = 0;
  testing::Sample sample{{.sanitized = 6}};
  for (std::string line; std::getline(file, line);) {
    if (!sample.has_next()) continue;
    CAPTURE(line);
    CHECK_NOTHROW(target.run(input_of(line)));
    ++inputs;
  }
  return inputs;
}

}  // namespace

TEST_CASE("every reader stands every input that was kept") {
  for (const Target& target : targets()) {
    const std::size_t inputs = run_corpus(target);
    CHECK_MESSAGE(inputs >= 20 / testing::one_in({.sanitized = 6}), target.name);
    MESSAGE(target.name << ": " << inputs << " inputs");
  }
}

TEST_CASE("every target is linked in, and has a corpus") {
  std::set<std::string> files;
  for (const auto& entry : fs::directory_iterator{folder}) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with("_fuzzer.cpp")) files.insert(name.substr(0, name.find("_fuzzer.cpp")));
  }
  std::set<std::string> names;
  for (const Target& target : targets()) {
    names.emplace(target.name);
    CHECK(fs::exists(corpus_of(target)));
  }
  CHECK(names == files);
}

}  // namespace podreel::fuzz
