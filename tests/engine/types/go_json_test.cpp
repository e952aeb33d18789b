// Go's encoding/json on values of known types.
#include "engine/types/go_json.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/types/catalogue.hpp"

namespace podreel::types {

using Json = nlohmann::json;
using release::v;

namespace {

Type type_of(Kind kind, const Type* element = nullptr) {
  Type type;
  type.kind = kind;
  type.element = element;
  return type;
}

std::string written(const Type& type, const Json& value) {
  std::string out;
  write_go_json(type, value, JsonEscapes::short_control, out);
  return out;
}

std::string container_json(const Json& value) {
  return written(v1_type(v(30), "Container"), value);
}

std::string quoted(std::string_view text, JsonEscapes escapes = JsonEscapes::short_control) {
  std::string out;
  write_go_string(text, escapes, out);
  return out;
}

}  // namespace

TEST_CASE("a container has its name and resources, always") {
  CHECK(container_json(Json::object()) == R"({"name":"","resources":{}})");
  CHECK(container_json(nullptr) == R"({"name":"","resources":{}})");
}

TEST_CASE("members stand in Go's order, keys in the alphabet's, unknown and empty ones are left out") {
  CHECK(container_json(Json::parse(R"({"image": "a", "name": "b", "nonsense": 1, "args": [], "tty": false,
                                  "resources": {"limits": {"memory": "1024Mi", "cpu": 0.5}}})")) ==
        R"({"name":"b","image":"a","resources":{"limits":{"cpu":"500m","memory":"1Gi"}}})");
}

TEST_CASE("a list's missing element is its type's zero value") {
  CHECK(container_json(Json::parse(R"({"command": [null, "b"]})")) ==
        R"({"name":"","command":["","b"],"resources":{}})");
}

TEST_CASE("lists and maps that Go does not omit are null where there are none") {
  const Type element = type_of(Kind::string);
  const Type list = type_of(Kind::list, &element);
  const Type map = type_of(Kind::map, &element);
  CHECK(written(list, nullptr) == "null");
  CHECK(written(list, "text") == "null");
  CHECK(written(list, Json::array()) == "[]");
  CHECK(written(map, nullptr) == "null");
  CHECK(written(map, Json::array()) == "null");
  CHECK(written(map, Json::parse(R"({"b": "1", "a": null})")) == R"({"a":"","b":"1"})");
}

TEST_CASE("times and raw JSON are as they came, or null") {
  for (const Kind kind : {Kind::time, Kind::raw_json}) {
    const Type type = type_of(kind);
    CHECK(written(type, nullptr) == "null");
    CHECK(written(type, "2026-01-01T00:00:00Z") == "\"2026-01-01T00:00:00Z\"");
  }
  CHECK(written(type_of(Kind::raw_json), Json::parse(R"({"f:a": {}})")) == R"({"f:a":{}})");
}

TEST_CASE("a pointer to nothing is null") {
  const Type element = type_of(Kind::boolean);
  CHECK(written(type_of(Kind::pointer, &element), nullptr) == "null");
  CHECK(written(type_of(Kind::pointer, &element), true) == "true");
}

TEST_CASE("a port by number stays a number, by name a string") {
  const auto probe = [](const Json& port) {
    return container_json(Json{{"livenessProbe", {{"tcpSocket", {{"port", port}}}}}});
  };
  CHECK(probe(80) == R"({"name":"","resources":{},"livenessProbe":{"tcpSocket":{"port":80}}})");
  CHECK(probe("http") == R"({"name":"","resources":{},"livenessProbe":{"tcpSocket":{"port":"http"}}})");
}

TEST_CASE("strings are escaped as Go escapes them") {
  CHECK(quoted("a\"b\\c\n\r\t") == R"("a\"b\\c\n\r\t")");
  CHECK(quoted("<&>") == R"("\u003c\u0026\u003e")");
  CHECK(quoted("\x01\x7f") == "\"\\u0001\x7f\"");
  CHECK(quoted("\b\f") == R"("\b\f")");
  CHECK(quoted("\b\f", JsonEscapes::long_control) == R"("\u0008\u000c")");
  CHECK(quoted("\u2028\u2029") == R"("\u2028\u2029")");
  CHECK(quoted("ä€😀") == "\"ä€😀\"");
  CHECK(quoted("a\xff"
               "b\xe2\x82") == R"("a\ufffdb\ufffd\ufffd")");
}

TEST_CASE("a text of a single character that needs an escape has it") {
  for (const auto& each : {std::pair{"\"", R"("\"")"}, std::pair{"\\", R"("\\")"}, std::pair{"<", R"("\u003c")"},
                           std::pair{">", R"("\u003e")"}, std::pair{"&", R"("\u0026")"},
                           std::pair{"\x1f", R"("\u001f")"}, std::pair{" ", R"(" ")"}}) {
    CHECK(quoted(each.first) == each.second);
    const std::string behind_another = types::quoted(std::string{"a"} + each.first);
    CHECK(behind_another.size() == std::string_view{each.second}.size() + 1);
  }
}

}  // namespace podreel::types
