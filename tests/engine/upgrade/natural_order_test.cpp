#include "engine/upgrade/natural_order.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace podreel::upgrade {

TEST_CASE("numbers in names compare by value") {
  std::vector<std::string> names{"n-10",  "n-9",   "n-009", "n-2", "ip-10-0-10-1",          "ip-10-0-9-20", "n",
                                 "n-2-b", "n-10a", "N-1",   "",    "n-18446744073709551616"};
  std::ranges::sort(names, is_naturally_before);
  CHECK(names == std::vector<std::string>{"", "N-1", "ip-10-0-9-20", "ip-10-0-10-1", "n", "n-2", "n-2-b", "n-009",
                                          "n-9", "n-10", "n-10a", "n-18446744073709551616"});
  CHECK_FALSE(is_naturally_before("a-1", "a-1"));
}

}  // namespace podreel::upgrade
