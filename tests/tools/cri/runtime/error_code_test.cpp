#include "tools/cri/runtime/error_code.hpp"

#include <doctest/doctest.h>

namespace podreel::cri {

TEST_CASE("an error is taken apart as a client of gRPC shows it") {
  CHECK(status_of({"rpc error: code = NotFound desc = container not found"}) ==
        Status{Code::not_found, "container not found"});
  CHECK(status_of({"rpc error: code = Unavailable desc = "}) == Status{Code::unavailable, ""});
  CHECK(status_of({"no task"}) == Status{Code::unknown, "no task"});
  CHECK(status_of({"rpc error: code = Odd desc = x"}) == Status{Code::unknown, "rpc error: code = Odd desc = x"});
  CHECK(status_of({"gone", true}).code == Code::not_found);
  for (int code = 1; code <= 16; ++code) {
    const Status status{static_cast<Code>(code), "why"};
    CHECK(status_of(error_of(status.code, status.message)) == status);
  }
}

TEST_CASE("an error without a code has the one that its text ends in") {
  const auto code = [](const char* text) { return status_of(with_code_by_text({text})).code; };
  CHECK(code("failed to resolve: not found") == Code::not_found);
  CHECK(code("rpc error: code = Unknown desc = x: already exists") == Code::already_exists);
  CHECK(code("rpc error: code = Internal desc = x: not found") == Code::internal);
  CHECK(code("not found here") == Code::unknown);
}

}  // namespace podreel::cri
