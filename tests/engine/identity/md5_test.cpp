#include "engine/identity/md5.hpp"

#include <doctest/doctest.h>

namespace podreel::identity {

TEST_CASE("the digests that RFC 1321 gives") {
  CHECK(md5_hex("") == "d41d8cd98f00b204e9800998ecf8427e");
  CHECK(md5_hex("abc") == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(md5_hex("message digest") == "f96b697d7cb7938d525a2f31aaf161d0");
  CHECK(md5_hex("12345678901234567890123456789012345678901234567890123456789012345678901234567890") ==
        "57edf4a22be3c955ac49da2e2107b67a");
}

TEST_CASE("the length fills up a block, or begins another") {
  CHECK(md5_hex(std::string(55, 'x')) == "04364420e25c512fd958a70738aa8f72");
  CHECK(md5_hex(std::string(56, 'x')) == "668a72d5ba17f08e62dabcafad6db14b");
  CHECK(md5_hex(std::string(63, 'x')) == "7dc2ca208106a2f703567bdff99d8981");
  CHECK(md5_hex(std::string(64, 'x')) == "c1bb4f81d892b2d57947682aeb252456");
  CHECK(md5_hex(std::string(65, 'x')) == "1bc932052302d074bdec39795fe00cf6");
  CHECK(md5_hex(std::string(1000, 'x')) == "398533d48111e9f664b1f64cb10c4b63");
}

}  // namespace podreel::identity
