#include "engine/identity/fnv128a.hpp"

#include <doctest/doctest.h>

namespace podreel::identity {

namespace {

std::string hash_of(std::string_view text) {
  Fnv128a hash;
  hash.add(text);
  return hash.hex();
}

}  // namespace

TEST_CASE("FNV-128a of known texts") {
  CHECK(hash_of("") == "6c62272e07bb014262b821756295c58d");
  CHECK(hash_of("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(hash_of("foobar") == "343e1662793c64bf6f0d3597ba446f18");
  CHECK(hash_of(std::string(1000, 'x')) == "00e2531c2570995111249bb059f17d2d");
}

}  // namespace podreel::identity
