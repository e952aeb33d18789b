#include "engine/upgrade/owners.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace podreel::upgrade {

namespace {

void see_controller(Owners& owners, const char* kind, const char* name, const char* owner_kind, const char* owner) {
  const nlohmann::json object{{"metadata",
                               {{"name", name},
                                {"namespace", "shop"},
                                {"ownerReferences", {{{"kind", owner_kind}, {"name", owner}, {"controller", true}}}}}}};
  owners.see(api::Cursor{object}, kind);
}

}  // namespace

TEST_CASE("an owner's owner is followed to the last that is known") {
  Owners owners;
  CHECK(owners.are_none());
  see_controller(owners, "ReplicaSet", "web-5d4", "Deployment", "web");
  see_controller(owners, "Deployment", "web", "Shop", "all");
  CHECK(owners.root_of("ReplicaSet/shop/web-5d4") == "Shop/shop/all");
  CHECK(owners.root_of("ReplicaSet/other/web-5d4") == "ReplicaSet/other/web-5d4");
  CHECK(owners.root_of("").empty());
}

TEST_CASE("owners that own each other come to an end") {
  Owners owners;
  see_controller(owners, "A", "a", "B", "b");
  see_controller(owners, "B", "b", "A", "a");
  CHECK_FALSE(owners.root_of("A/shop/a").empty());
}

}  // namespace podreel::upgrade
