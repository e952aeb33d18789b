// What is left of a container after its way through protobuf.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"

namespace podreel::identity {

TEST_CASE("empty lists and maps do not arrive, and quantities arrive as texts") {
  const auto sent = [](const char* container) {
    return protobuf_round_trip(nlohmann::json::parse(container), release::Release{28, 0});
  };
  const nlohmann::json arrived = sent(R"({"name": "a", "command": [], "args": ["x", ""], "env": [{"name": "A"}],
    "resources": {"limits": {"cpu": "1"}, "requests": {}}, "livenessProbe": {"exec": {"command": []}}})");
  CHECK(arrived.at("name") == "a");
  CHECK_FALSE(arrived.contains("command"));
  CHECK(arrived.at("args") == nlohmann::json::array({"x", ""}));
  CHECK(arrived.at("env").at(0).at("name") == "A");
  CHECK(arrived.at("resources").at("limits").at("cpu") == "1");
  CHECK_FALSE(arrived.at("resources").contains("requests"));
  CHECK_FALSE(arrived.at("livenessProbe").at("exec").contains("command"));
  CHECK_FALSE(arrived.contains("readinessProbe"));
  CHECK(ContainerHasher{release::Release{28, 0}}.preimage(arrived).hashed ==
        ContainerHasher{release::Release{28, 0}}.preimage(sent(arrived.dump().c_str())).hashed);
}

}  // namespace podreel::identity
