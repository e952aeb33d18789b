#include "engine/apiserver/stored_specs.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/release/behaviour/deciding.hpp"

namespace podreel::apiserver {

namespace {

using nlohmann::json;

api::Manifest manifest_of(const char* image) {
  return std::make_shared<const json>(
      json{{"metadata", {{"name", "web"}}}, {"spec", {{"containers", {{{"name", "app"}, {"image", image}}}}}}});
}

json with_image(const api::SpecPtr& spec, const char* image) {
  json changed = *spec->stored;
  changed["containers"][0]["image"] = image;
  return changed;
}

}  // namespace

TEST_CASE("specs that say the same are one, however they came about") {
  StoredSpecs specs{release::Release{30, 0}, {}};
  const api::SpecPtr first = specs.of_manifest(manifest_of("app:1"), "node-1");
  CHECK(specs.of_manifest(manifest_of("app:1"), "node-1") == first);
  CHECK(first->stored->at("nodeName") == "node-1");
  CHECK(first->stored->at("dnsPolicy") == "ClusterFirst");
  CHECK(specs.of(*first->stored, first) == first);
  const api::SpecPtr second = specs.of(with_image(first, "app:2"), first);
  CHECK(second != first);
  CHECK(specs.of(with_image(second, "app:1"), second) == first);
  CHECK(specs.of(with_image(first, "app:2"), first) == second);
}

TEST_CASE("a spec of another server is this one's when something else takes its place") {
  StoredSpecs specs{release::Release{30, 0}, {}};
  StoredSpecs others{release::Release{30, 0}, {}};
  const api::SpecPtr from_there = others.of_manifest(manifest_of("app:1"), "node-1");
  const api::SpecPtr changed = specs.of(with_image(from_there, "app:2"), from_there);
  CHECK(specs.of(*from_there->stored, changed) == from_there);
}

TEST_CASE("what is stored from an upgrade on has the defaults of the other release") {
  StoredSpecs specs{release::Release{12, 0}, {}};
  const api::SpecPtr before = specs.of_manifest(manifest_of("app:1"), "node-1");
  CHECK_FALSE(before->stored->contains("enableServiceLinks"));
  specs.upgrade(release::Release{30, 0});
  CHECK(specs.release() == release::Release{30, 0});
  const api::SpecPtr after = specs.of_manifest(manifest_of("app:1"), "node-1");
  CHECK(after->stored->contains("enableServiceLinks"));
  CHECK(specs.behaviour().has(release::sidecars));
}

}  // namespace podreel::apiserver
