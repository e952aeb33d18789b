#include "tools/net/server_address.hpp"

#include <doctest/doctest.h>
#include <string>

namespace podreel::serve {

TEST_CASE("an address has a host and a port") {
  const auto usual = host_and_port("127.0.0.1:8080");
  REQUIRE(usual);
  CHECK(usual->host == "127.0.0.1");
  CHECK(usual->port == 8080);
  CHECK(host_and_port("[::1]:80")->host == "::1");
  CHECK(host_and_port("localhost:0")->host == "127.0.0.1");
}

TEST_CASE("what has no port is no address, nor what has one beyond all") {
  for (const std::string text : {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:80x", "127.0.0.1:99999"}) {
    CAPTURE(text);
    CHECK_FALSE(host_and_port(text).has_value());
  }
}

}  // namespace podreel::serve
