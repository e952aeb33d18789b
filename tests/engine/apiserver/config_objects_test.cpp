#include "engine/apiserver/config_objects.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

TEST_CASE("what nobody speaks of is there, and has every key") {
  const ConfigObjects objects;
  CHECK(objects.exists(ConfigKind::secret, "default/keys"));
  CHECK(objects.has_key(ConfigKind::secret, "default/keys", "anything"));
  CHECK(objects.has_every_key(ConfigKind::secret, "default/keys"));
}

TEST_CASE("what is expected is not there until it comes, and then has the keys that it comes with") {
  ConfigObjects objects;
  objects.expect(ConfigKind::config_map, "default/settings");
  CHECK_FALSE(objects.exists(ConfigKind::config_map, "default/settings"));
  CHECK(objects.exists(ConfigKind::secret, "default/settings"));
  objects.put(ConfigKind::config_map, "default/settings", {{"a", "1"}});
  CHECK(objects.has_key(ConfigKind::config_map, "default/settings", "a"));
  CHECK_FALSE(objects.has_key(ConfigKind::config_map, "default/settings", "b"));
  CHECK_FALSE(objects.has_every_key(ConfigKind::config_map, "default/settings"));
  objects.remove(ConfigKind::config_map, "default/settings");
  CHECK_FALSE(objects.exists(ConfigKind::config_map, "default/settings"));
  CHECK_FALSE(objects.has_key(ConfigKind::config_map, "default/settings", "a"));
}

TEST_CASE("what is removed before it comes again was there") {
  ConfigObjects objects;
  objects.assume(ConfigKind::config_map, "default/settings");
  objects.expect(ConfigKind::config_map, "default/settings");
  CHECK(objects.has_key(ConfigKind::config_map, "default/settings", "a"));
}

}  // namespace podreel::apiserver
