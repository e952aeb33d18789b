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

TEST_CASE("FNV-1a of 128 bits is that of Go's hash/fnv") {
  CHECK(hash_of("") == "6c62272e07bb014262b821756295c58d");
  CHECK(hash_of("a") == "d228cb696f1a8caf78912b704e4a8964");
  CHECK(hash_of("ab") == "08809544bbab1be95aa0733055b69a62");
  CHECK(hash_of("abc") == "a68d622cec8b5822836dbc7977af7f3b");
}

}  // namespace podreel::identity
