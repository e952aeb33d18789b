#include "tools/cli/batch/answer_printer.hpp"

#include <doctest/doctest.h>
#include <sstream>

namespace podreel::cli {

namespace {

using nlohmann::ordered_json;

std::vector<BatchAnswer> answers(int count) {
  std::vector<BatchAnswer> result;
  for (int id = 0; id < count; ++id) {
    const std::string name = "case " + std::to_string(id);
    result.push_back({{{"id", name}, {"parts", {1, {{"deep", "a\nb"}}}}}, {name, "answer"}, name + " explained\n"});
  }
  return result;
}

std::string printed(OutputFormat format, const BatchShape& shape, const std::vector<BatchAnswer>& given) {
  std::ostringstream out;
  AnswerPrinter printer{out, format, shape};
  for (const BatchAnswer& answer : given) printer.add(answer);
  printer.finish();
  return out.str();
}

std::string document_of(OutputFormat format, const std::string& list, const std::vector<BatchAnswer>& given) {
  ordered_json items = ordered_json::array();
  for (const BatchAnswer& answer : given) items.push_back(answer.document);
  std::ostringstream out;
  print_document(out, format, list.empty() ? items : ordered_json{{list, items}});
  return out.str();
}

}  // namespace

TEST_CASE("a list that is printed item by item is the list printed as a whole") {
  for (const OutputFormat format : {OutputFormat::json, OutputFormat::yaml}) {
    for (const std::string list : {"decisions", ""}) {
      for (const int count : {0, 1, 3}) {
        CHECK(printed(format, {{}, list}, answers(count)) == document_of(format, list, answers(count)));
      }
    }
  }
}

TEST_CASE("without a list every answer is a document, and in JSON Lines a line") {
  CHECK(printed(OutputFormat::json, {}, answers(1)) ==
        "{\n    \"id\": \"case 0\",\n    \"parts\": [\n        1,\n        {\n            \"deep\": \"a\\nb\"\n        "
        "}\n"
        "    ]\n}\n");
  CHECK(printed(OutputFormat::jsonl, {{}, "decisions"}, answers(1)) ==
        "{\"id\":\"case 0\",\"parts\":[1,{\"deep\":\"a\\nb\"}]}\n");
}

TEST_CASE("a table has its texts behind it, and a long one its header once") {
  const BatchShape shape{{"CASE", "ANSWER"}, "decisions"};
  CHECK(printed(OutputFormat::table, shape, answers(2)) ==
        "CASE     ANSWER\ncase 0   answer\ncase 1   answer\ncase 0 explained\ncase 1 explained\n");
  CHECK(printed(OutputFormat::table, shape, {}) == "CASE   ANSWER\n");
  const std::string pages = printed(OutputFormat::table, shape, answers(25'000));
  CHECK(pages.starts_with("CASE        ANSWER\ncase 0      answer\n"));
  CHECK(pages.find("CASE", 1) == std::string::npos);
  CHECK(pages.find("\ncase 24999   answer\n") != std::string::npos);
  CHECK(printed(OutputFormat::table, {}, answers(2)) == "case 0 explained\ncase 1 explained\n");
}

}  // namespace podreel::cli
