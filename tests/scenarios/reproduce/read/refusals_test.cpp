// Answers of an API server that refuses.
#include "scenarios/reproduce/read/refusals.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("logs that are refused name the container, the pod and the reason") {
  const auto refused = refused_log(
      R"(Error from server (BadRequest): container "app" in pod "web-0" is waiting to start: PodInitializing )");
  REQUIRE(refused);
  CHECK(refused->container == "app");
  CHECK(refused->pod == "web-0");
  CHECK(refused->reason == "PodInitializing");
  for (const char* line :
       {"", R"(container "app" in pod "web-0" runs)", R"(pod "web-0" is waiting to start: x)",
        R"(container "app" is waiting to start: x)", R"(is waiting to start: x container "app" in pod "web")",
        R"(in pod "web" container "app" is waiting to start: x)"}) {
    CHECK_FALSE_MESSAGE(refused_log(line), line);
  }
}

TEST_CASE("a pod that is not found is named") {
  CHECK(missing_pod(R"(Error from server (NotFound): pods "web-0" not found)") == "web-0");
  CHECK(missing_pod(R"(Error from server (NotFound): nodes "web-0" not found)").empty());
}

}  // namespace podreel::reproduce
