#include "engine/apiserver/config_objects.hpp"

#include <doctest/doctest.h>

namespace podreel::apiserver {

TEST_CASE("what nobody speaks of is there, and has every key") {
  const ConfigObjects objects;
  CHECK(objects.exists(ConfigKind::secret, "default/keys"));
  CHECK(objects.has_key(ConfigKind::secret, "default/keys", "anything"));
  CHECK(objects.has_every_key(ConfigKind::secret, "default/keys"));
  CHECK(objects.changed_after(0).empty());
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

TEST_CASE("what was done since is told as it is now") {
  ConfigObjects objects;
  objects.expect(ConfigKind::config_map, "default/settings");
  objects.put(ConfigKind::secret, "default/login", {{"user", "me"}});
  const std::uint64_t then = objects.version();
  objects.put(ConfigKind::config_map, "default/settings", {{"a", "1"}});
  objects.put(ConfigKind::config_map, "default/settings", {{"a", "2"}});
  objects.remove(ConfigKind::secret, "default/login");
  const auto changes = objects.changed_after(then);
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].name == "default/settings");
  CHECK(changes[0].data == ConfigObjects::Data{{"a", "2"}});
  CHECK(changes[1].kind == ConfigKind::secret);
  CHECK_FALSE(changes[1].data.has_value());
  CHECK(objects.changed_after(objects.version()).empty());
}

TEST_CASE("what is removed before it comes again was there") {
  ConfigObjects objects;
  objects.assume(ConfigKind::config_map, "default/settings");
  objects.expect(ConfigKind::config_map, "default/settings");
  CHECK(objects.has_key(ConfigKind::config_map, "default/settings", "a"));
}

}  // namespace podreel::apiserver
