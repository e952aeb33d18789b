// Where two preimages part, and which field it is.
#include "engine/identity/preimage_difference.hpp"

#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/identity/container_hash.hpp"

namespace podreel::identity {

using Json = nlohmann::json;

namespace {

constexpr release::Release hashes_struct{14, 0};
constexpr release::Release hashes_json{20, 0};

PreimageDifference difference_of(const Json& before, const Json& after, release::Release release = hashes_json) {
  const ContainerHasher hasher{release};
  const auto difference = first_difference(hasher.preimage(before), hasher.preimage(after));
  REQUIRE(difference);
  return *difference;
}

const Json plain = Json::parse(R"({"name": "web", "image": "web:1", "command": ["/web"], "tty": true})");

Json plain_with(const char* member, Json value) {
  Json container = plain;
  container[member] = std::move(value);
  return container;
}

}  // namespace

TEST_CASE("equal preimages have no difference") {
  const ContainerHasher hasher{hashes_json};
  CHECK_FALSE(first_difference(hasher.preimage(plain), hasher.preimage(plain)));
}

TEST_CASE("another value is told by its field") {
  CHECK(difference_of(plain, plain_with("image", "web:2")).field == "image");
  CHECK(difference_of(plain, plain_with("command", {"/web2"})).field == "command[0]");
  CHECK(difference_of(plain, plain_with("image", "web:2"), hashes_struct).field == "Image");
}

TEST_CASE("a member that only one has is told, wherever it stands") {
  const std::map<std::string, Json> members{
      {"args", {"-v"}}, {"stdin", true}, {"workingDir", "/srv"}, {"imagePullPolicy", "Always"}};
  for (const auto& entry : members) {
    const Json more = plain_with(entry.first.c_str(), entry.second);
    CAPTURE(entry.first);
    CHECK(difference_of(plain, more).field.starts_with(entry.first));
    CHECK(difference_of(more, plain).field.starts_with(entry.first));
  }
}

TEST_CASE("a list that grew or shrank is told by its element") {
  CHECK(difference_of(plain, plain_with("command", {"/web", "-v"})).field == "command[1]");
  CHECK(difference_of(plain_with("command", {"/web", "-v"}), plain).field == "command[1]");
}

TEST_CASE("preimages of different forms have no field in common") {
  const PreimageDifference difference =
      first_difference(ContainerHasher{hashes_struct}.preimage(plain), ContainerHasher{hashes_json}.preimage(plain))
          .value();
  CHECK(difference.field.empty());
  CHECK(difference.offset == 0);
  CHECK(difference.before.starts_with("(v1.Container){Name:(string)web"));
  CHECK(difference.after.starts_with("{\"name\":\"web\""));
}

TEST_CASE("pieces are cut at characters, with a mark where they were cut, and are one line") {
  const std::string umlauts = "ääääääääääääääääääääääääääääääääääääääääääää";
  const PreimageDifference difference =
      difference_of(plain_with("workingDir", umlauts + "1\n" + umlauts), plain_with("workingDir", umlauts + "2"));
  CHECK(difference.before == "…äääääääääääääää1\\n" + std::string{"ääääääääääääääääääääääää"} + "…");
  CHECK(difference.after.starts_with("…äääääääääääääää2\""));
}

TEST_CASE("a piece that reaches the end has no mark there") {
  const PreimageDifference difference = difference_of(plain, plain_with("tty", false));
  CHECK(difference.before.ends_with("}"));
  CHECK(difference.after.ends_with("}"));
}

}  // namespace podreel::identity
