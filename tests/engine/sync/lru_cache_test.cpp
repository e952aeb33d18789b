#include "engine/sync/lru_cache.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::sync {

TEST_CASE("the entry that was used longest ago goes first, and looking counts as a use") {
  LruCache<int> cache{2};
  cache.put("a", 1);
  cache.put("b", 2);
  CHECK(*cache.find(std::string{"a"}) == 1);
  cache.put("c", 3);
  CHECK(cache.find(std::string{"b"}) == nullptr);
  CHECK(*cache.find(std::string{"a"}) == 1);
  CHECK(*cache.find(std::string{"c"}) == 3);
  CHECK(cache.size() == 2);
}

TEST_CASE("putting again replaces and is a use; what is erased makes room") {
  LruCache<int> cache{2};
  cache.put("a", 1);
  cache.put("b", 2);
  cache.put("a", 10);
  cache.put("c", 3);
  CHECK(cache.find(std::string{"b"}) == nullptr);
  CHECK(*cache.find(std::string{"a"}) == 10);
  cache.erase(std::string{"c"});
  cache.erase(std::string{"never there"});
  cache.put("d", 4);
  CHECK(*cache.find(std::string{"a"}) == 10);
  CHECK(*cache.find(std::string{"d"}) == 4);
  cache.erase(std::string{"a"});
  cache.erase(std::string{"d"});
  CHECK(cache.size() == 0);
  cache.put("e", 5);
  CHECK(*cache.find(std::string{"e"}) == 5);
}

}  // namespace podreel::sync
