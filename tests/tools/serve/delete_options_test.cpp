// The body of a DELETE request.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/served_cluster.hpp"

namespace podreel::serve {

namespace {

constexpr const char* deleted_pod = "/api/v1/namespaces/default/pods/gone";

unsigned int status_of_deletion(const std::string& body) {
  Served served;
  REQUIRE(served.ask("POST", pods, pod("gone")).status == 201);
  return served.ask("DELETE", deleted_pod, body).status;
}

}  // namespace

TEST_CASE("a deletion whose options have other types is refused") {
  for (const char* body : {R"({"gracePeriodSeconds":"5"})", R"({"gracePeriodSeconds":18446744073709551615})",
                           R"({"gracePeriodSeconds":1.5})", R"({"orphanDependents":"no"})",
                           R"({"propagationPolicy":5})", R"({"dryRun":"All"})", R"({"preconditions":[]})", "[]"}) {
    CAPTURE(body);
    CHECK(status_of_deletion(body) == 400);
  }
}

TEST_CASE("options of a deletion may be null") {
  CHECK(status_of_deletion(R"({"gracePeriodSeconds":null,"orphanDependents":null,"propagationPolicy":null,)"
                           R"("dryRun":null,"preconditions":null})") == 200);
  CHECK(status_of_deletion(R"({"gracePeriodSeconds":1})") == 200);
}

}  // namespace podreel::serve
