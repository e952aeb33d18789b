// What the hashed text looks like, by situation.
#include "engine/identity/container_hash.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/identity/hash_cache.hpp"
#include "engine/types/mismatch.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::v;

std::string text(const Json& container, int minor) {
  return ContainerHasher{v(minor)}.preimage(container).readable();
}

const Json minimal{{"name", "c"}, {"image", "nginx"}};

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("hashes of a minimal container by formula") {
  CHECK(hash_text(container_hash(minimal, v(2))) == "77e8da12");
  CHECK(hash_text(container_hash(minimal, v(7))) == "23729c8b");
  CHECK(hash_text(container_hash(minimal, v(15))) == "18362abd");
  CHECK(hash_text(container_hash(minimal, v(16))) == "5d571300");
  CHECK(hash_text(container_hash(minimal, v(31))) == "4611fea5");
}

TEST_CASE("a Go struct prints every field, nothing and empty told apart") {
  const std::string printed = text({{"name", "c"}, {"command", Json::array()}, {"args", nullptr}}, 15);
  CHECK(contains(printed, "(v1.Container){Name:(string)c Image:(string) Command:([]string)[] Args:([]string)<nil>"));
  CHECK(contains(printed, "LivenessProbe:(*v1.Probe)<nil>"));
}

TEST_CASE("maps print sorted by bytes and strings without quotes") {
  const Json container{{"name", "a \"b\" {c}"}, {"resources", {{"limits", {{"b", "2"}, {"a", "1"}, {"B", "3"}}}}}};
  const std::string printed = text(container, 12);
  CHECK(contains(printed, "Name:(string)a \"b\" {c} "));
  CHECK(printed.find("map[B:{") < printed.find(" a:{"));
  CHECK(printed.find(" a:{") < printed.find(" b:{"));
}

TEST_CASE("JSON leaves out what is empty, but not resources, name and a divisor") {
  const Json container{
      {"name", ""},
      {"stdin", false},
      {"ports", Json::array()},
      {"env", Json::array({{{"name", "A"}, {"valueFrom", {{"resourceFieldRef", {{"resource", "x"}}}}}}})}};
  CHECK(
      text(container, 20) ==
      R"({"name":"","env":[{"name":"A","valueFrom":{"resourceFieldRef":{"resource":"x","divisor":"0"}}}],"resources":{}})");
}

TEST_CASE("JSON escapes what Go escapes") {
  const Json container{{"name", "c"}, {"args", {"<a&b>", "\x01\t\n\"\\/", "\u2028\u2029 é", "\x7f"}}};
  CHECK(text(container, 20) ==
        "{\"name\":\"c\",\"args\":[\"\\u003ca\\u0026b\\u003e\",\"\\u0001\\t\\n\\\"\\\\/\","
        "\"\\u2028\\u2029 é\",\"\x7f\"],\"resources\":{}}");
}

TEST_CASE("backspace and form feed are written as the release's Go toolchain does, or as told") {
  const Json container{{"name", "c"}, {"image", "\b\f"}};
  CHECK(text(container, 31) == R"({"image":"\b\f","name":"c"})");
  CHECK(contains(text(container, 29), R"("\u0008\u000c")"));
  const ContainerHasher newer{v(29), {.escapes = types::JsonEscapes::short_control}};
  CHECK(contains(newer.preimage(container).json, R"("\b\f")"));
}

TEST_CASE("bytes that are no UTF-8 become the replacement character") {
  std::string out;
  types::write_go_string("a\xff\xc3", types::JsonEscapes::short_control, out);
  CHECK(out == "\"a\\ufffd\\ufffd\"");
}

TEST_CASE("ports by number and by name") {
  const Json container{{"name", "c"},
                       {"livenessProbe", {{"httpGet", {{"port", 80}}}}},
                       {"readinessProbe", {{"tcpSocket", {{"port", "web"}}}}}};
  CHECK(
      contains(text(container, 10), "Port:(intstr.IntOrString){Type:(intstr.Type)0 IntVal:(int32)80 StrVal:(string)}"));
  CHECK(contains(text(container, 10),
                 "Port:(intstr.IntOrString){Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)web}"));
  CHECK(contains(text(container, 20), R"("livenessProbe":{"httpGet":{"port":80}})"));
  CHECK(contains(text(container, 20), R"("readinessProbe":{"tcpSocket":{"port":"web"}})"));
}

TEST_CASE("members that a release does not know do not change its hash") {
  Json container = minimal;
  container["startupProbe"] = {{"exec", {{"command", {"true"}}}}};
  container["noSuchField"] = {1, 2, 3};
  CHECK(container_hash(container, v(14)) == container_hash(minimal, v(14)));
  CHECK(container_hash(container, v(16)) != container_hash(minimal, v(16)));
}

TEST_CASE("from 1.31 on only name and image count") {
  Json container = minimal;
  container["command"] = {"sleep"};
  CHECK(container_hash(container, v(31)) == container_hash(minimal, v(31)));
  container["image"] = "nginx:2";
  CHECK(container_hash(container, v(31)) != container_hash(minimal, v(31)));
}

TEST_CASE("the hash without resources does not see resources, from 1.27 to 1.30") {
  Json container = minimal;
  container["resources"] = {{"limits", {{"cpu", "1"}}}};
  const HashOptions bare{.without_resources = true};
  CHECK(container_hash(container, v(28), bare) == container_hash(minimal, v(28)));
  CHECK(container_hash(container, v(26), bare) == container_hash(container, v(26)));
  CHECK_FALSE(release::has_hash_without_resources.contains(v(31)));
}

TEST_CASE("hashes are read and written as hex without leading zeros") {
  CHECK(hash_text(0x311670a) == "311670a");
  CHECK(parse_hash("311670a") == 0x311670aU);
  CHECK_FALSE(parse_hash("0xff").has_value());
  CHECK_FALSE(parse_hash("").has_value());
}

TEST_CASE("a spec is hashed once, by identity and by content") {
  HashCache cache{ContainerHasher{v(28)}};
  const auto first = std::make_shared<const Json>(minimal);
  const auto second = std::make_shared<const Json>(minimal);
  const auto other = std::make_shared<const Json>(Json{{"name", "d"}});
  CHECK(cache.hash(first) == container_hash(minimal, v(28)));
  CHECK(cache.hash(first) == cache.hash(second));
  CHECK(cache.computed() == 1);
  CHECK(cache.hash(other) != cache.hash(first));
  CHECK(cache.computed() == 2);
}

TEST_CASE("a cache keeps one spec of each content alive, however many objects ask") {
  HashCache cache{ContainerHasher{v(28)}};
  const auto first = std::make_shared<const Json>(minimal);
  const std::uint64_t hash = cache.hash(first);
  std::vector<std::weak_ptr<const Json>> copies;
  for (int copy = 0; copy < 1000; ++copy) {
    const auto another = std::make_shared<const Json>(minimal);
    CHECK(cache.hash(another) == hash);
    copies.push_back(another);
  }
  CHECK(std::ranges::all_of(copies, [](const auto& copy) { return copy.expired(); }));
  CHECK(first.use_count() == 2);
}

TEST_CASE("an object at the address of one that no longer exists has its own hash") {
  HashCache cache{ContainerHasher{v(28)}};
  for (int name = 0; name < 1000; ++name) {
    const Json spec{{"name", std::to_string(name % 3)}};
    CHECK(cache.hash(std::make_shared<const Json>(spec)) == container_hash(spec, v(28)));
  }
  CHECK(cache.computed() == 3);
}

TEST_CASE("what Go could not decode is found with its place") {
  const types::Type& type = types::v1_type(v(28), "Container");
  CHECK_FALSE(find_mismatch(type, minimal).has_value());
  const auto mismatch = [&type](const Json& container) { return find_mismatch(type, container).value(); };
  CHECK(mismatch({{"name", 1}}).path == "name");
  CHECK(mismatch({{"ports", {{{"containerPort", "http"}}}}}).path == "ports[0].containerPort");
  CHECK(mismatch({{"resources", {{"limits", {{"cpu", "1 core"}}}}}}).path == "resources.limits[cpu]");
  CHECK(mismatch({{"ports", {{{"containerPort", 4294967296}}}}}).expected == "an integer of at most 32 bits");
  CHECK(mismatch({{"env", "A=1"}}).expected == "a list");
  CHECK(mismatch(Json::array()).expected == "a map");
}

TEST_CASE("values of a wrong kind count as absent") {
  CHECK(container_hash({{"name", "c"}, {"image", "nginx"}, {"ports", 7}, {"stdin", "yes"}}, v(28)) ==
        container_hash(minimal, v(28)));
}

}  // namespace podreel::identity
