#include "runtime_fake/answers.hpp"

#include <doctest/doctest.h>

namespace podreel::runtime_fake {

using namespace std::chrono_literals;
using Kind = runtime::Runtime::NetworkProbe::Kind;

TEST_CASE("each kind of endpoint has its own answers") {
  const PodScript script{.http = {{.status = 500}}, .tcp = {{.refused = true}}, .grpc = {{.status = 2}}};
  CHECK(endpoint_answer(&script, Kind::http, 0s).status == 500);
  CHECK(endpoint_answer(&script, Kind::tcp, 0s).refused);
  CHECK(endpoint_answer(&script, Kind::grpc, 0s).status == 2);
}

TEST_CASE("an endpoint without an answer yet answers well") {
  const PodScript late{.http = {{.from = 10s, .status = 500}}, .grpc = {{.from = 10s, .status = 2}}};
  for (const PodScript* script : {static_cast<const PodScript*>(nullptr), &late}) {
    CHECK(endpoint_answer(script, Kind::http, 9s) == EndpointAnswer{.status = 200});
    CHECK(endpoint_answer(script, Kind::grpc, 9s) == EndpointAnswer{});
  }
  CHECK(endpoint_answer(&late, Kind::http, 10s).status == 500);
}

TEST_CASE("a command is known by its first word, and its last answer whose time has come holds") {
  const PodScript script{
      .exec = {{"ready", {{.exit_code = 9}}}, {"live", {{.exit_code = 1}, {.from = 10s, .exit_code = 2}}}}};
  CHECK(exec_answer(&script, {"live", "--now"}, 9s).exit_code == 1);
  CHECK(exec_answer(&script, {"live"}, 10s).exit_code == 2);
  CHECK(exec_answer(&script, {"ready"}, 10s).exit_code == 9);
  CHECK(exec_answer(&script, {"sh", "live"}, 10s) == ExecAnswer{});
  CHECK(exec_answer(&script, {}, 10s) == ExecAnswer{});
  CHECK(exec_answer(nullptr, {"live"}, 10s) == ExecAnswer{});
  const PodScript late{.exec = {{"live", {{.from = 10s, .exit_code = 2}}}}};
  CHECK(exec_answer(&late, {"live"}, 9s) == ExecAnswer{});
}

TEST_CASE("what answers only when its container has run for a while answers so after every start") {
  const PodScript script{.exec = {{"ready", {{.exit_code = 1}, {.after_start = 40s}}}},
                         .http = {{.refused = true}, {.status = 200, .after_start = 40s}}};
  CHECK(endpoint_answer(&script, Kind::http, 900s, 39s).refused);
  CHECK(endpoint_answer(&script, Kind::http, 900s, 40s).status == 200);
  CHECK(exec_answer(&script, {"ready"}, 900s, 39s).exit_code == 1);
  CHECK(exec_answer(&script, {"ready"}, 900s, 40s).exit_code == 0);
}

TEST_CASE("answers turn when another one may hold, of whatever kind") {
  const PodScript script{.exec = {{"ready", {{}, {.after_start = 40s}}}}, .http = {{}, {.from = 60s, .status = 500}}};
  CHECK(time_to_next_turn(&script, 0s, 0s) == 40s);
  CHECK(time_to_next_turn(&script, 50s, 30s) == 10s);
  CHECK(time_to_next_turn(&script, 59s, 40s) == 1s);
  CHECK_FALSE(time_to_next_turn(&script, 60s, 40s).has_value());
  CHECK_FALSE(time_to_next_turn(nullptr, 0s, 0s).has_value());
}

}  // namespace podreel::runtime_fake
