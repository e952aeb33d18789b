// Probes as `kubectl describe` prints them.
#include "scenarios/reproduce/read/described_probe.hpp"

#include <doctest/doctest.h>

namespace podreel::reproduce {

TEST_CASE("the handler and the settings of a described probe are a manifest's") {
  CHECK(described_probe("http-get http://:8080/healthz delay=3s timeout=2s period=5s #success=1 #failure=4") ==
        nlohmann::json::parse(R"({"httpGet": {"port": 8080, "path": "/healthz"}, "initialDelaySeconds": 3,
          "timeoutSeconds": 2, "periodSeconds": 5, "successThreshold": 1, "failureThreshold": 4})"));
  CHECK(described_probe(
            "http-get https://10.0.0.1:8443 delay=0s timeout=1s period=10s #success=1 #failure=3")["httpGet"] ==
        nlohmann::json::parse(R"({"port": 8443, "path": "/", "scheme": "HTTPS"})"));
  CHECK(described_probe("exec [cat /tmp/healthy] delay=5s timeout=1s period=5s #success=1 #failure=3")["exec"] ==
        nlohmann::json::parse(R"({"command": ["cat"]})"));
  CHECK(described_probe("exec [] delay=5s")["exec"]["command"][0] == "probe");
  CHECK(described_probe("tcp-socket :3306 delay=15s")["tcpSocket"]["port"] == 3306);
  CHECK(described_probe("grpc <pod>:9090  delay=15s")["grpc"]["port"] == 9090);
}

TEST_CASE("named ports and ports that no number can be are 80") {
  for (const char* port : {"http", "0", "65536", "99999999999", ""}) {
    const auto probe = described_probe(std::string{"tcp-socket :"} + port + " delay=1s");
    CHECK_MESSAGE(probe["tcpSocket"]["port"] == 80, port);
  }
  CHECK(described_probe("tcp-socket :65535 delay=1s")["tcpSocket"]["port"] == 65'535);
  CHECK(described_probe("tcp-socket web delay=1s")["tcpSocket"]["port"] == 80);
}

TEST_CASE("settings that are no plain numbers are left out, and other texts are no probe") {
  const auto probe = described_probe("tcp-socket :1 delay=0s timeout=xs period=1000001s #success=1000000 #failure=-1");
  CHECK(probe.size() == 2);
  CHECK(probe["successThreshold"] == 1'000'000);
  CHECK(described_probe("tcp-socket :1").is_null());
  CHECK(described_probe("http-post http://:1/ delay=1s").is_null());
  CHECK(described_probe("").is_null());
}

}  // namespace podreel::reproduce
