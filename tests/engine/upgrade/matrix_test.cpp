#include "engine/upgrade/matrix.hpp"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

using nlohmann::json;

struct Counted {
  Matrix matrix;

  [[nodiscard]] std::size_t place_of(int minor) const {
    const auto found = std::ranges::find(matrix.releases(), minor, &release::Release::minor);
    REQUIRE(found != matrix.releases().end());
    return static_cast<std::size_t>(found - matrix.releases().begin());
  }
  [[nodiscard]] int changed(int from, int to) const { return matrix.changed(place_of(from), place_of(to)); }
};

}  // namespace

TEST_CASE_FIXTURE(Counted, "of every container it is counted between which releases its hash changes") {
  matrix.add_container(json::parse(R"({"name": "a", "image": "a:1", "livenessProbe": {"exec": {"command": ["x"]}}})"));
  matrix.add_container(json::parse(R"({"name": "b", "image": "b:1"})"));
  CHECK(matrix.containers() == 2);
  CHECK(changed(30, 30) == 0);
  CHECK(changed(30, 31) == 2);
  CHECK(changed(31, 30) == 2);
  CHECK(changed(31, 32) == 0);
}

TEST_CASE_FIXTURE(Counted, "of a pod its regular containers are counted, as they are stored or would be") {
  const char* spec = R"({"initContainers": [{"name": "i", "image": "i:1"}],
                         "containers": [{"name": "a", "image": "a:1"}, {"name": "b", "image": "b:1"}]})";
  const json made{{"metadata", {{"name", "web"}}}, {"spec", json::parse(spec)}};
  matrix.add_pod(made);
  CHECK(matrix.containers() == 2);
  CHECK(changed(30, 31) == 2);
}

}  // namespace podreel::upgrade
