#include "engine/release/go_text.hpp"

#include <doctest/doctest.h>

namespace podreel::release {

using namespace std::chrono_literals;

TEST_CASE("durations are printed as Go prints them") {
  CHECK(go_duration(0s) == "0s");
  CHECK(go_duration(8002ms) == "8.002s");
  CHECK(go_duration(80s) == "1m20s");
  CHECK(go_duration(5min) == "5m0s");
  CHECK(go_duration(2h + 30s) == "2h0m30s");
  CHECK(go_duration(150ms) == "150ms");
  CHECK(go_duration(1500us) == "1.5ms");
  CHECK(go_duration(7us) == "7µs");
  CHECK(go_duration(12ns) == "12ns");
  CHECK(go_duration(-10s) == "-10s");
}

TEST_CASE("a whole second, minute or hour has its own unit already") {
  CHECK(go_duration(1us) == "1µs");
  CHECK(go_duration(1ms) == "1ms");
  CHECK(go_duration(1s) == "1s");
  CHECK(go_duration(1min) == "1m0s");
  CHECK(go_duration(1h) == "1h0m0s");
}

TEST_CASE("texts are quoted as Go quotes them") {
  CHECK(go_quoted("") == "\"\"");
  CHECK(go_quoted("a \"b\" \\ c\n") == R"("a \"b\" \\ c\n")");
  CHECK(go_quoted("µ") == "\"µ\"");
  CHECK(go_quoted(std::string{"\x01\x7f"}) == R"("\x01\x7f")");
  CHECK(go_quoted("a\xff") == R"("a\xff")");
  CHECK(go_list({}) == "[]");
  CHECK(go_list({"/bin/hook", "--now"}) == "[/bin/hook --now]");
}

}  // namespace podreel::release
