#include "engine/memory/shared_list.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "engine/memory/text.hpp"
#include "tests/support/failing_allocation.hpp"

namespace podreel::api {

namespace {

using Numbers = memory::SharedList<std::shared_ptr<int>>;

bool shares(const Numbers& left, const Numbers& right) {
  return left.begin() == right.begin();
}

}  // namespace

TEST_CASE("copies of a list share its items until one of them is changed") {
  const Numbers list{std::make_shared<int>(1), std::make_shared<int>(2)};
  Numbers copy = list;
  CHECK(shares(copy, list));
  CHECK(list[0].use_count() == 1);
  copy[1] = nullptr;
  CHECK_FALSE(shares(copy, list));
  CHECK(list[0].use_count() == 2);
  CHECK(list.back() != nullptr);
  CHECK(copy.back() == nullptr);
}

TEST_CASE("a list that nobody else holds is changed where it stands") {
  Numbers list{std::make_shared<int>(1)};
  const std::shared_ptr<int>* place = std::as_const(list).begin();
  list.front() = nullptr;
  CHECK(std::as_const(list).begin() == place);
}

TEST_CASE("what is added to a copy is not in the original") {
  memory::SharedList<memory::Text> list;
  CHECK(list.empty());
  for (const char* text : {"c", "a", "b"}) list.push_back(text);
  memory::SharedList<memory::Text> copy = list;
  copy.push_back("d");
  std::ranges::sort(copy);
  CHECK(list == memory::SharedList<memory::Text>{"c", "a", "b"});
  CHECK(copy == memory::SharedList<memory::Text>{"a", "b", "c", "d"});
  copy.clear();
  CHECK(copy == memory::SharedList<memory::Text>{});
  CHECK(list.size() == 3);
}

TEST_CASE("room that was asked for is used without moving what is there") {
  Numbers list;
  list.reserve(3);
  list.push_back(nullptr);
  const std::shared_ptr<int>* place = std::as_const(list).begin();
  list.push_back(nullptr);
  list.push_back(nullptr);
  CHECK(std::as_const(list).begin() == place);
  list.push_back(nullptr);
  CHECK(list.size() == 4);
}

TEST_CASE("an item that is not there is told") {
  Numbers list{nullptr};
  CHECK(list.at(0) == nullptr);
  CHECK_THROWS(static_cast<void>(list.at(1)));
  CHECK_THROWS(static_cast<void>(std::as_const(list).at(1)));
}

TEST_CASE("a list whose items cannot all be copied is as it was") {
  const memory::SharedList<std::vector<int>> list{{1}, {2}, {3}};
  testing::sweep_allocation_failures([&] {
    memory::SharedList<std::vector<int>> copy = list;
    copy.push_back({4});
    CHECK(copy.size() == 4);
  });
  CHECK(list == memory::SharedList<std::vector<int>>{{1}, {2}, {3}});
}

}  // namespace podreel::api
