#include "engine/kubelet/prober/probe_answer.hpp"

#include <doctest/doctest.h>

#include "tests/support/kubelet_label.hpp"

namespace podreel::kubelet {

using namespace std::chrono_literals;
using Kind = runtime::Runtime::NetworkProbe::Kind;
using NetworkAnswer = runtime::Runtime::NetworkAnswer;
using Verdict = ProbeAnswer::Verdict;

namespace {

release::Behaviour behaviour_of(std::string_view release) {
  return testing::behaviour_of_label(std::string{release});
}

ProbeAnswer judge(Kind kind, const NetworkAnswer& answer, std::string_view release = "1.28") {
  runtime::Runtime::NetworkProbe probe;
  probe.kind = kind;
  probe.http.path = "/healthz";
  probe.port = 80;
  return evaluate_network_answer(probe, answer, "10.0.0.1", 1s, behaviour_of(release));
}

NetworkAnswer with_status(std::int32_t status) {
  NetworkAnswer answer;
  answer.status = status;
  return answer;
}

NetworkAnswer refused() {
  NetworkAnswer answer;
  answer.refused = true;
  return answer;
}

NetworkAnswer timed_out() {
  NetworkAnswer answer;
  answer.timed_out = true;
  return answer;
}

ProbeAnswer judge_exec(runtime::ExecResult result, std::string_view release = "1.28") {
  return evaluate_exec_result(std::move(result), {{"cat", "/tmp/x"}}, 1s, behaviour_of(release));
}

}  // namespace

TEST_CASE("HTTP: 2xx is well, 3xx a warning, the rest bad") {
  CHECK(judge(Kind::http, with_status(204)).verdict == Verdict::success);
  CHECK(judge(Kind::http, with_status(302)).verdict == Verdict::warning);
  CHECK(judge(Kind::http, with_status(503)).output == "HTTP probe failed with statuscode: 503");
  CHECK(judge(Kind::http, with_status(199)).verdict == Verdict::failure);
  CHECK(judge(Kind::http, with_status(200)).verdict == Verdict::success);
  CHECK(judge(Kind::http, with_status(299)).verdict == Verdict::success);
  CHECK(judge(Kind::http, with_status(300)).verdict == Verdict::warning);
  CHECK(judge(Kind::http, with_status(399)).verdict == Verdict::warning);
  CHECK(judge(Kind::http, with_status(400)).verdict == Verdict::failure);
}

TEST_CASE("HTTP errors are those of the Go release that the kubelet was built with") {
  CHECK(judge(Kind::http, refused()).output ==
        "Get \"http://10.0.0.1:80/healthz\": dial tcp 10.0.0.1:80: connect: connection refused");
  CHECK(
      judge(Kind::http, timed_out()).output ==
      "Get \"http://10.0.0.1:80/healthz\": context deadline exceeded (Client.Timeout exceeded while awaiting headers)");
  CHECK(judge(Kind::http, timed_out(), "1.18").output ==
        "Get http://10.0.0.1:80/healthz: net/http: request canceled (Client.Timeout exceeded while awaiting headers)");
}

TEST_CASE("TCP and gRPC say what was wrong") {
  CHECK(judge(Kind::tcp, with_status(0)).verdict == Verdict::success);
  CHECK(judge(Kind::tcp, refused()).output == "dial tcp 10.0.0.1:80: connect: connection refused");
  CHECK(judge(Kind::tcp, timed_out()).output == "dial tcp 10.0.0.1:80: i/o timeout");
  CHECK(judge(Kind::grpc, with_status(0)).verdict == Verdict::success);
  CHECK(judge(Kind::grpc, with_status(2)).output == "service unhealthy (responded with \"NOT_SERVING\")");
  CHECK(judge(Kind::grpc, refused()).output ==
        "timeout: failed to connect service \"10.0.0.1:80\" within 1s: context deadline exceeded");
  CHECK(judge(Kind::grpc, timed_out()).output == "timeout: health rpc did not complete within 1s");
}

TEST_CASE("a command's exit code decides; a command that takes too long is named") {
  CHECK(judge_exec({0, "fine", false}).verdict == Verdict::success);
  CHECK(judge_exec({1, "no", false}).output == "no");
  CHECK(judge_exec({1, std::string(20'000, 'x'), false}).output.size() == 10 * 1024);
  CHECK(judge_exec({0, "", true}).output == "command \"cat /tmp/x\" timed out");
  CHECK(judge_exec({0, "", true}, "1.31").output == "command timed out: \"cat /tmp/x\" timed out after 1s");
  CHECK(judge_exec({0, "", true}, "1.20-ExecProbeTimeout").error == "command \"cat /tmp/x\" timed out");
}

TEST_CASE("ports are numbers or names of the container's ports") {
  api::Container container;
  container.ports = {{"http", 8080}};
  CHECK(resolve_probe_port(container, "80").number == 80);
  CHECK(resolve_probe_port(container, "http").number == 8080);
  CHECK(resolve_probe_port(container, "web").error == "strconv.Atoi: parsing \"web\": invalid syntax");
  CHECK(resolve_probe_port(container, "70000").error == "invalid port number: 70000");
  CHECK(join_host_port("10.0.0.1", 80) == "10.0.0.1:80");
  CHECK(join_host_port("fd00::1", 80) == "[fd00::1]:80");
}

TEST_CASE("a port is between 1 and 65535") {
  const api::Container container;
  CHECK(resolve_probe_port(container, "1").number == 1);
  CHECK_FALSE(resolve_probe_port(container, "1").error);
  CHECK_FALSE(resolve_probe_port(container, "65535").error);
  CHECK(resolve_probe_port(container, "65536").error == "invalid port number: 65536");
  CHECK(resolve_probe_port(container, "0").error == "invalid port number: 0");
  CHECK(resolve_probe_port(container, "8x").error == "strconv.Atoi: parsing \"8x\": invalid syntax");
}

}  // namespace podreel::kubelet
