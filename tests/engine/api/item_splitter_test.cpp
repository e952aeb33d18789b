#include "engine/api/item_splitter.hpp"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::api {

namespace {

struct Splitted {
  std::vector<std::string> items;
  std::vector<Mark> marks;
  std::vector<std::string> kinds;
  std::string rest;
};

Splitted split_into_items(const std::vector<std::string_view>& pieces) {
  Splitted result;
  ItemSplitter splitter{[&](std::string_view item, Mark mark, std::string_view kind) {
    result.items.emplace_back(item);
    result.marks.push_back(mark);
    result.kinds.emplace_back(kind);
  }};
  for (const std::string_view piece : pieces) splitter.feed(piece);
  CHECK_FALSE(splitter.inside_item());
  CHECK(splitter.pending() == 0);
  CHECK(splitter.items() == result.items.size());
  result.rest = splitter.rest();
  return result;
}

constexpr std::string_view two_items =
    "\t\r\n {\"kind\": \"PodList\", \"note\": {\"kind\": \"x\", \"items\": [{}]}, \"items\": [\n"
    "  {\"a\\\"}\": \"\\\\\", \"b\": [{}, {\"c\": 1}]},\r\n\t {\"d\": \"]}\"}\n ], \"end\": \"\\\"{\"}\n";

}  // namespace

TEST_CASE("items of a list are handed over with their place and the list's kind, and the rest is kept") {
  const Splitted whole = split_into_items({two_items});
  CHECK(whole.items == std::vector<std::string>{R"({"a\"}": "\\", "b": [{}, {"c": 1}]})", R"({"d": "]}"})"});
  CHECK(whole.kinds == std::vector<std::string>{"PodList", "PodList"});
  CHECK(whole.marks.at(0).line == 3);
  CHECK(whole.marks.at(0).column == 3);
  CHECK(whole.marks.at(1).line == 4);
  CHECK(whole.marks.at(1).column == 3);
  CHECK(whole.rest ==
        "\t\r\n {\"kind\": \"PodList\", \"note\": {\"kind\": \"x\", \"items\": [{}]}, \"items\": [\"\",\"\"], \"end\": "
        "\"\\\"{\"}\n");
}

TEST_CASE("wherever the text is cut into pieces, the items are the same") {
  const Splitted whole = split_into_items({two_items});
  for (std::size_t cut = 0; cut <= two_items.size(); ++cut) {
    CAPTURE(cut);
    const Splitted pieces = split_into_items({two_items.substr(0, cut), two_items.substr(cut)});
    CHECK(pieces.items == whole.items);
    CHECK(pieces.kinds == whole.kinds);
    CHECK(pieces.rest == whole.rest);
    CHECK(pieces.marks.at(0).line == whole.marks.at(0).line);
    CHECK(pieces.marks.at(0).column == whole.marks.at(0).column);
    CHECK(pieces.marks.at(1).line == whole.marks.at(1).line);
    CHECK(pieces.marks.at(1).column == whole.marks.at(1).column);
  }
}

TEST_CASE("what is no JSON object has no items, and objects without a comma between them stay an error") {
  CHECK(split_into_items({"items: [{a: 1}]\n"}).rest == "items: [{a: 1}]\n");
  CHECK(split_into_items({"[{\"items\": [{}]}]"}).items.empty());
  CHECK(split_into_items({R"({"items": [{} {}]})"}).rest == R"({"items": [""""]})");
  CHECK(split_into_items({R"({"items": {"items": [{}]}})"}).items.empty());
}

TEST_CASE("a second object has a kind of its own") {
  const Splitted lists =
      split_into_items({R"({"kind": "A", "items": [{}]} {"items": [{}]} {"kind": "C", "items": [{}]})"});
  CHECK(lists.kinds == std::vector<std::string>{"A", "", "C"});
}

TEST_CASE("a YAML document that holds JSON has no items, whatever pieces it comes in") {
  const std::string text = "---\n{\"kind\": \"List\", \"items\": [{\"a\": 1}]}\n";
  CHECK(split_into_items({text}).items.empty());
  CHECK(split_into_items({text}).rest == text);
  const Splitted pieces = split_into_items({" \n", "--", text.substr(2)});
  CHECK(pieces.items.empty());
  CHECK(pieces.rest == " \n" + text);
}

TEST_CASE("items are objects of the list that is the top object's, and end with it") {
  CHECK(split_into_items({R"({"items": [[{}], 1, "{", {"a": 1}]})"}).items == std::vector<std::string>{R"({"a": 1})"});
  CHECK(split_into_items({R"({"items": [], "other": [{}]})"}).items.empty());
  CHECK(split_into_items({R"({"a": "items", "b": [{}]})"}).items.empty());
  CHECK(split_into_items({R"({"a": "x\"items", "items": [{}]})"}).items.size() == 1);
}

TEST_CASE("a kind is kept as far as any kind is long") {
  const std::string long_kind(70, 'k');
  CHECK(split_into_items({R"({"kind": ")" + long_kind + R"(", "items": [{}]})"}).kinds ==
        std::vector<std::string>{std::string(64, 'k')});
}

}  // namespace podreel::api
