#include "tools/net/memory_budget.hpp"

#include <doctest/doctest.h>
#include <utility>
#include <vector>

namespace podreel::net {

TEST_CASE("a charge is given back by whatever ends it") {
  const MemoryBudget budget{8000};
  {
    MemoryBudget::Charge first = budget.charge(MemoryUse::objects, 100);
    MemoryBudget::Charge second = std::move(first);
    CHECK(budget.used() == 100);
    second = budget.charge(MemoryUse::answers, 30);
    CHECK(budget.used(MemoryUse::objects) == 0);
    CHECK(budget.used(MemoryUse::answers) == 30);
    std::vector<MemoryBudget::Charge> several;
    for (std::size_t bytes = 1; bytes <= 20; ++bytes) several.push_back(budget.charge(MemoryUse::journal, bytes));
    several.erase(several.begin());
    CHECK(budget.used(MemoryUse::journal) == 209);
    second.resize(10);
    CHECK(budget.used() == 219);
  }
  CHECK(budget.used() == 0);
}

TEST_CASE("a charge that does not fit changes nothing") {
  const MemoryBudget budget{8000};
  MemoryBudget::Charge most = budget.charge(MemoryUse::objects, 7000);
  auto answer = budget.try_charge(MemoryUse::answers, 1000);
  REQUIRE(answer.has_value());
  CHECK_FALSE(budget.try_charge(MemoryUse::answers, 1).has_value());
  CHECK_FALSE(answer->try_resize(1001));
  CHECK(answer->bytes() == 1000);
  CHECK(answer->try_resize(900));
  CHECK(budget.used() == 7900);
  most.resize(9000);
  CHECK(budget.used() == 9900);
  CHECK(answer->try_resize(800));
}

TEST_CASE("bodies have an eighth of the budget") {
  const MemoryBudget budget{8000};
  auto body = budget.try_charge(MemoryUse::bodies, 1000);
  REQUIRE(body.has_value());
  CHECK_FALSE(budget.try_charge(MemoryUse::bodies, 1).has_value());
  CHECK(budget.try_charge(MemoryUse::answers, 1).has_value());
  body.reset();
  CHECK(budget.try_charge(MemoryUse::bodies, 1).has_value());
}

}  // namespace podreel::net
