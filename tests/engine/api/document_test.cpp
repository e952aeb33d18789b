#include "engine/api/document.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/scratch_folder.hpp"

namespace podreel::api {

namespace {

/// What the documents are as JSON, or the problems, one a line.
std::string loaded(std::string_view text, const std::string& file = "f.yaml") {
  const LoadedFile result = load_documents(text, file);
  std::string lines;
  for (const Problem& problem : result.problems) lines += to_string(problem) + "\n";
  for (const Tree& document : result.documents) lines += to_json(document).dump() + "\n";
  return lines;
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int count = 0; count < times; ++count) result += text;
  return result;
}

}  // namespace

TEST_CASE("unquoted scalars mean what they mean to kubectl") {
  CHECK(loaded("[yes, No, on, y, TRUE, ~, null, 'yes', \"no\"]") ==
        "[true,false,true,true,true,null,null,\"yes\",\"no\"]\n");
  CHECK(loaded("- 0777\n- 0o17\n- 0x1F\n- 0b11\n- 1_000\n- -0x10\n- +5\n- 08\n") == "[511,15,31,3,1000,-16,5,8]\n");
  CHECK(loaded("- 1.0\n- 0.10\n- 1e3\n- .5\n- 5.\n- 1e21\n- 1e-7\n") == "[1,0.1,1000,0.5,5,1e+21,1e-07]\n");
  CHECK(loaded("- 2001-01-01\n- 2023-11-14T22:13:20Z\n- 1:30\n- 100m\n- 1.5Gi\n- 1.2.3\n") ==
        "[\"2001-01-01\",\"2023-11-14T22:13:20Z\",\"1:30\",\"100m\",\"1.5Gi\",\"1.2.3\"]\n");
}

TEST_CASE("keys that are numbers or booleans become text") {
  CHECK(loaded("1: a\n") == "{\"1\":\"a\"}\n");
  CHECK(loaded("0x10: a\n") == "{\"16\":\"a\"}\n");
  CHECK(loaded("on: a\n") == "{\"true\":\"a\"}\n");
  CHECK(loaded("1.20: a\n") == "{\"1.2\":\"a\"}\n");
}

TEST_CASE("tags choose the type") {
  CHECK(loaded("a: !!str 123\nb: !!float 1\nc: !!int '5'\nd: !!map {}\n") ==
        "{\"a\":\"123\",\"b\":1,\"c\":5,\"d\":{}}\n");
  CHECK(loaded("a: !!int x\n") == "f.yaml:1:4: a: \"x\" is a string, but its tag says !!int\n");
  CHECK(loaded("a: !secret x\n") ==
        "f.yaml:1:4: a: the tag !secret is not accepted here; accepted: !!str, !!int, !!float, !!bool, !!null, "
        "!!timestamp\n");
}

TEST_CASE("numbers are written as Go writes them into JSON") {
  const auto text = [](const char* number) { return load_documents(number, "f").documents.at(0).text; };
  CHECK(text("1.0") == "1");
  CHECK(text("0.10") == "0.1");
  CHECK(text("1e20") == "100000000000000000000");
  CHECK(text("1e21") == "1e+21");
  CHECK(text("0.000001") == "0.000001");
  CHECK(text("0.0000001") == "1e-7");
  CHECK(text("-0.0") == "0");
  CHECK(text("123456.789") == "123456.789");
}

TEST_CASE("anchors, aliases and merge keys are expanded; what is written later wins") {
  CHECK(loaded("a: &x {k: 1}\nb: *x\n") == "{\"a\":{\"k\":1},\"b\":{\"k\":1}}\n");
  CHECK(loaded("a: &x {k: 1, l: 2}\nb:\n  <<: *x\n  k: 3\n") == "{\"a\":{\"k\":1,\"l\":2},\"b\":{\"k\":3,\"l\":2}}\n");
  CHECK(loaded("a: &x {k: 1}\nb: {k: 3, <<: *x}\n") == "{\"a\":{\"k\":1},\"b\":{\"k\":1}}\n");
  CHECK(loaded("a: &x {k: 1}\nb: {<<: [*x, {k: 2, z: 3}]}\n") == "{\"a\":{\"k\":1},\"b\":{\"k\":1,\"z\":3}}\n");
  CHECK(loaded("b: {\"<<\": {k: 2}}\n") == "{\"b\":{\"<<\":{\"k\":2}}}\n");
}

TEST_CASE("several documents in one file are kept apart, empty ones are left out") {
  CHECK(loaded("---\na: 1\n---\n# nothing\n---\nb: 2\n...\n---\n") == "{\"a\":1}\n{\"b\":2}\n");
  CHECK(loaded("{\"a\":1} {\"b\":2}\n[3]") == "{\"a\":1}\n{\"b\":2}\n[3]\n");
}

TEST_CASE("block scalars keep their line ends") {
  CHECK(loaded("a: |\n  x\n") == "{\"a\":\"x\\n\"}\n");
  CHECK(loaded("a: |\n  x") == "{\"a\":\"x\"}\n");
  CHECK(loaded("a: |+\n  x\n\n") == "{\"a\":\"x\\n\\n\"}\n");
  CHECK(loaded("a: |-\n  x\n") == "{\"a\":\"x\"}\n");
}

TEST_CASE("what looks like JSON but is not is read as YAML, and explained as what it was meant to be") {
  CHECK(loaded("{a: 1, b: [2]}") == "{\"a\":1,\"b\":[2]}\n");
  CHECK(loaded("{a: 1, b: [2}") == "f.yaml:1:13: ] or } where no such bracket is open\n");
  CHECK(loaded("{\"a\": 1,\n \"b\": \"x") ==
        "f.yaml:2:8: b: invalid JSON: syntax error while parsing value - invalid string: missing closing quote; "
        "found '\"x'\n");
  CHECK(loaded("a: 1\n", "f.json") ==
        "f.json:1:1: invalid JSON: syntax error while parsing value - invalid literal; found 'a'\n");
}

TEST_CASE("positions are those of the first character, in YAML and JSON") {
  for (const char* text : {"a: 1\nb:\n  - x\n  - \"c\": 2\n", "{\"a\": 1,\n\"b\":\n  [ \"x\",\n    {\"c\": 2}]}"}) {
    CAPTURE(text);
    const Tree document = load_documents(text, "f").documents.at(0);
    const Tree& list = *document.find("b");
    CHECK(document.members[1].mark.line == 2);
    CHECK(document.members[1].mark.column == 1);
    CHECK(list.mark.line == 3);
    CHECK(list.mark.column == 3);
    CHECK(list.items[1].members[0].mark.line == 4);
    CHECK(list.items[1].members[0].mark.column > 4);
  }
}

TEST_CASE("bad syntax is explained with its position") {
  const std::vector<std::pair<std::string_view, std::string_view>> cases{
      {"a: 1\nb: 2\na: 3\n", "f.yaml:3:1: a: the key \"a\" appears twice; first in line 1\n"},
      {"m:\n  x/y: 1\n  x/y: 2\n", "f.yaml:3:3: m[\"x/y\"]: the key \"x/y\" appears twice; first in line 2\n"},
      {"{\"a\": 1,\n\"a\": 2}", "f.yaml:2:1: a: the key \"a\" appears twice; first in line 1\n"},
      {"a: *x\n", "f.yaml:1:4: a: the alias refers to an anchor that is not defined\n"},
      {"a: &x [*x]\n", "f.yaml:1:8: a[0]: this alias is inside the value that it refers to\n"},
      {"\ta: 1\n", "f.yaml:1:1: a tab in the indentation; YAML indents with spaces\n"},
      {"a:\n  b: 1\n\tc: 2\n", "f.yaml:3:1: a.b: a tab in the indentation; YAML indents with spaces\n"},
      {"a: 1\nb: 2\nc: 3\nd:\n  e: 1\n\tf: 2\n",
       "f.yaml:6:1: d.e: a tab in the indentation; YAML indents with spaces\n"},
      {"a: \"abc\nb: 1\n", "f.yaml:1:4: a: a quoted string is not closed\n"},
      {"\"a\": 'abc", "f.yaml:1:6: a: a quoted string is not closed\n"},
      {"a: [1, 2\nb: 1\n", "f.yaml:2:2: a[2]: a list that begins with [ is not closed\n"},
      {"a: {x: 1\nb: 1\n", "f.yaml:2:2: a: a map that begins with { is not closed\n"},
      {"a: 1\n}\n", "f.yaml:2:1: ] or } where no such bracket is open\n"},
      {"a: b: c\n", "f.yaml:1:5: a second \": \" in one line, or wrong indentation; quote text that contains \": \"\n"},
      {"a:\n  b: 1\n c: 2\n", "f.yaml:3:2: the indentation does not match any open map\n"},
      {"- a\nb: 1\n",
       "f.yaml:2:1: this does not continue the text before it; check the indentation, or separate documents with "
       "---\n"},
      {"a: @b\n", "f.yaml:1:4: a: a value cannot begin with this character; quote it\n"},
      {"? [a]\n: 1\n", "f.yaml:1:3: a list cannot be a key; keys are strings\n"},
      {"~: 1\n", "f.yaml:1:1: a key is null; keys are strings, quote it if it is text\n"},
      {"<<: 3\n", "f.yaml:1:1: << takes a map or a list of maps, found an integer\n"},
      {"a: .inf\n", "f.yaml:1:4: a: .inf is a number that JSON cannot express; quote it if it is text\n"},
      {"a: 9223372036854775808\n", "f.yaml:1:4: a: the integer 9223372036854775808 does not fit in 64 bits\n"},
      {"{\"a\":\n 99999999999999999999}", "f.yaml:2:2: a: the integer 99999999999999999999 does not fit in 64 bits\n"},
      {"", "f.yaml: the file holds no document\n"},
      {"# only a comment\n---\n", "f.yaml: the file holds no document\n"},
      {"a: \xff\n", "f.yaml:1:4: byte 4 (0xff) is not UTF-8\n"},
      {"a: b\nc: \xc3(", "f.yaml:2:4: byte 9 (0xc3) is not UTF-8\n"},
      {std::string_view{"a: b\0c", 6},
       "f.yaml:1:5: byte 5 is the control character 0x00; only tab, line feed and carriage return are allowed\n"},
      {std::string_view{"\xff\xfe"
                        "a\0",
                        4},
       "f.yaml:1:1: byte 1 (0xff) is not UTF-8; the file looks like UTF-16, save it as UTF-8\n"},
  };
  for (const auto& example : cases) {
    CAPTURE(example.first);
    CHECK(loaded(example.first) == example.second);
  }
  CHECK(loaded("a: -9223372036854775808\n") == "{\"a\":-9223372036854775808}\n");
  CHECK(loaded("\xEF\xBB\xBF"
               "a: é\n") == "{\"a\":\"é\"}\n");
}

TEST_CASE("input without measure meets a limit, not the end of memory") {
  std::string bomb = "a0: &a0 [x]\n";
  for (int level = 1; level < 30; ++level) {
    bomb += "a" + std::to_string(level) + ": &a" + std::to_string(level) + " [" +
            repeated("*a" + std::to_string(level - 1) + ",", 9) + "]\n";
  }
  CHECK(loaded(bomb) == "f.yaml:6:5: a5: aliases expand to more than 200000 values or 64 MiB\n");
  const std::string_view deep = "lists and maps are nested deeper than 200\n";
  CHECK(loaded(repeated("[", 10'000)).ends_with(deep));
  CHECK(loaded(repeated("- ", 10'000)).ends_with(deep));
  CHECK(loaded(repeated("{a: ", 10'000) + repeated("}", 10'000)).ends_with(deep));
  CHECK(loaded(repeated("[", 10'000), "f.json").ends_with(deep));
  CHECK(loaded("a: " + std::string(std::size_t{65} << 20, 'x')) ==
        "f.yaml: the file is larger than 64 MiB, the limit for YAML, JSON and tables\n");
  CHECK(loaded("a: [" + repeated("[1,\n", 1'000'000)).find("is longer than 2 MiB") != std::string::npos);
  const std::string long_key(500, 'k');
  CHECK(loaded(long_key + ": 1\n" + long_key + ": 1\n").size() < 400);
}

TEST_CASE("files that cannot be read say why") {
  CHECK(to_string(load_file("/does/not/exist.yaml").problems.at(0)) ==
        "/does/not/exist.yaml: cannot be opened: No such file or directory");
  const testing::ScratchFolder folder;
  const std::string path = folder.path().string();
  CHECK(to_string(load_file(path).problems.at(0)) == path + ": is a folder; a file is expected");
}

TEST_CASE("a mistyped name finds its nearest neighbour") {
  const std::vector<std::string_view> accepted{"name", "image", "command", "restartPolicy", "imagePullPolicy"};
  CHECK(nearest_name("nmae", accepted) == "name");
  CHECK(nearest_name("Image", accepted) == "image");
  CHECK(nearest_name("restartPolcy", accepted) == "restartPolicy");
  CHECK(nearest_name("imagepullpolicy", accepted) == "imagePullPolicy");
  CHECK(nearest_name("cmd", accepted).empty());
  CHECK(nearest_name("volumes", accepted).empty());
  CHECK(nearest_name("", accepted).empty());
  CHECK(nearest_name(std::string(100'000, 'n'), accepted).empty());
}

TEST_CASE("numbers in JSON that are no integers leave what follows them where it is") {
  CHECK(loaded("{\"a\": [1.5, {\"b\": 2}], \"c\": -0.5e1}", "f.json") == "{\"a\":[1.5,{\"b\":2}],\"c\":-5}\n");
  CHECK(loaded("{\"a\": [1.0, \"x\"]}", "f.json") == "{\"a\":[1,\"x\"]}\n");
}

TEST_CASE("keys with a fraction are what Go makes of the number") {
  CHECK(loaded("1.5: a\n2.50: b\n") == "{\"1.5\":\"a\",\"2.5\":\"b\"}\n");
  CHECK(loaded("? !!float 1\n: a\n") == "{\"1\":\"a\"}\n");
}

TEST_CASE("aliases of a long text expand to as many bytes as it has") {
  std::string text = "a: &long " + std::string(std::size_t{1} << 20, 'x') + "\nb:\n";
  for (int copy = 0; copy < 62; ++copy) text += "- *long\n";
  CHECK(loaded(text).find("aliases expand") == std::string::npos);
  text += "- *long\n- *long\n";
  CHECK(loaded(text).find("aliases expand to more than 200000 values or 64 MiB") != std::string::npos);
}

TEST_CASE("a number with signs or digits in the wrong place is a text") {
  CHECK(loaded("- 0x\n- --1\n- 0b12\n- 1e\n- 1e+\n- .\n- 1_000.5\n- 0-1\n- +.5\n- -.5e1\n") ==
        "[\"0x\",\"--1\",\"0b12\",\"1e\",\"1e+\",\".\",1000.5,\"0-1\",0.5,-5]\n");
  CHECK(loaded("- 9223372036854775808\n").find("does not fit in 64 bits") != std::string::npos);
  CHECK(loaded("- -9223372036854775809\n").find("does not fit in 64 bits") != std::string::npos);
  CHECK(loaded("- 9223372036854775807\n") == "[9223372036854775807]\n");
  CHECK(loaded("- .inf\n").find("that JSON cannot express") != std::string::npos);
}

TEST_CASE("what has a point, but no digits, is a text") {
  CHECK(loaded("- .\n- +.\n- -.\n- .e1\n- 1.e1\n") == "[\".\",\"+.\",\"-.\",\".e1\",10]\n");
}

}  // namespace podreel::api
