#include "engine/api/input_lines.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <vector>

#include "engine/api/json_value.hpp"
#include "engine/api/syntax_error.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::api {

namespace {

struct Read {
  std::vector<std::pair<int, std::string>> lines;
  std::string first;
  std::optional<Problem> problem;
};

/// What a file with this text gives.
Read read(const std::string& text) {
  const testing::ScratchFolder folder;
  const std::string path = folder / "lines";
  std::ofstream{path, std::ios::binary} << text;
  InputFile input{path};
  Read result;
  result.first = input.first_line();
  InputLines lines{input};
  while (const auto line = lines.next()) result.lines.emplace_back(lines.number(), *line);
  result.problem = lines.problem();
  return result;
}

/// What is wrong with a value, behind its position.
std::string problem_of(const std::string& text) {
  try {
    const nlohmann::json value = read_json_value(text);
    return "";
  } catch (const SyntaxError& error) {
    return std::to_string(error.mark.line) + ":" + std::to_string(error.mark.column) + ": " + error.message;
  }
}

}  // namespace

TEST_CASE("lines come with their numbers, blank ones do not, and the first may be looked at before") {
  using Lines = std::vector<std::pair<int, std::string>>;
  const Read some = read("\n \t\r\none\n\ntwo");
  CHECK(some.first == "one");
  CHECK(some.lines == Lines{{3, "one"}, {5, "two"}});
  CHECK_FALSE(some.problem);
  CHECK(read("one\ntwo\n").lines == Lines{{1, "one"}, {2, "two"}});
  CHECK(read("").lines.empty());
  CHECK(read("\n\n").first.empty());
}

TEST_CASE("lines of all lengths are whole, wherever the blocks end that they are read in") {
  for (const std::size_t length : {input_block - 1, input_block, input_block + 1, 3 * input_block + 7}) {
    const Read some = read("a\n" + std::string(length, 'x') + "\nb\n");
    REQUIRE(some.lines.size() == 3);
    CHECK(some.lines[1].second.size() == length);
    CHECK(some.lines[2].second == "b");
  }
}

TEST_CASE("a line that goes on and on ends the reading at its place") {
  const Read some = read("a\n\n" + std::string(input_limits.line_bytes + 1, 'x') + "\nb\n");
  CHECK(some.lines.size() == 1);
  REQUIRE(some.problem);
  CHECK(some.problem->mark.line == 3);
  CHECK(some.problem->message == "longer than 8 MiB");
  CHECK(read(std::string(input_limits.line_bytes, 'x')).lines.size() == 1);
}

TEST_CASE("one value is read within limits, and what is wrong has its place") {
  CHECK(read_json_value(R"({"a":[1,"]]]",2.5]})") == nlohmann::json{{"a", {1, "]]]", 2.5}}});
  CHECK(problem_of(std::string(200, '[') + std::string(200, ']')).empty());
  CHECK(problem_of(std::string(201, '[')) == "1:201: lists and maps are nested deeper than 200");
  std::string many = "[1";
  for (std::size_t value = 0; value < input_limits.values; ++value) many += ",1";
  CHECK(problem_of(many + "]").ends_with("more than 1000000 values in one line"));
  CHECK(problem_of("{\"a\":\n  x}").starts_with("2:3: parse error: syntax error while parsing value"));
  CHECK(problem_of(std::string{"{}\0{}", 5}) ==
        "1:3: byte 3 is the control character 0x00; only tab, line feed and "
        "carriage return are allowed");
  CHECK(problem_of("\"\xFF\"") == "1:2: byte 2 (0xff) is not UTF-8");
  CHECK(problem_of("1e999").starts_with("1:1: parse error: number overflow parsing '1e999'"));
  CHECK(problem_of('"' + std::string(5'000, 'x')).size() < 300);
}

}  // namespace podreel::api
