#include "engine/types/type_changes.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace podreel::types {

namespace {

using nlohmann::json;
using release::v;

/// "+1.29 SleepAction.x at place 2/1": added or gone, since when, where, how often, and how often with a value.
std::string changes(Api api, std::string_view id, release::Release from, release::Release to, const char* value) {
  std::string text;
  for (const FieldChange& change : type_changes(api, id, from, to, json::parse(value))) {
    text += fmt::format("{}{}{} {}.{}{}{} {}/{}", text.empty() ? "" : "; ", change.added ? "+" : "-",
                        release::minor_string(change.since), change.type, change.field,
                        change.place.empty() ? "" : " at ", change.place, change.occurrences, change.filled);
    if (!change.renamed_to.empty()) text += " now " + change.renamed_to;
  }
  return text;
}

std::string of_container(release::Release from, release::Release to, const char* value = R"({"name": "app"})") {
  return changes(Api::v1, "Container", from, to, value);
}

}  // namespace

TEST_CASE("a field that a release brings is a change of every structure that the value has, filled or not") {
  CHECK(of_container(v(27), v(28)) == "+1.28 Container.restartPolicy 1/0");
  CHECK(of_container(v(27), v(28), R"({"name": "app", "restartPolicy": "Always"})") ==
        "+1.28 Container.restartPolicy 1/1");
  CHECK(of_container(v(27), v(27)).empty());
  CHECK(of_container(v(28), v(29)).empty());
}

TEST_CASE("on the way back the field goes, and has come with the same release") {
  CHECK(of_container(v(28), v(27)) == "-1.28 Container.restartPolicy 1/0");
}

TEST_CASE("a structure that the value does not have has no changes, and one that it has twice is counted twice") {
  CHECK(of_container(v(13), v(14)).find("VolumeMount") == std::string::npos);
  const std::string mounts = of_container(
      v(13), v(14), R"({"name": "app", "volumeMounts": [{"name": "a", "subPathExpr": "x"}, {"name": "b"}, null]})");
  CHECK(mounts.find("+1.14 VolumeMount.subPathExpr at volumeMounts[] 3/1") != std::string::npos);
  const std::string hook =
      of_container(v(28), v(29), R"({"name": "app", "lifecycle": {"preStop": {"exec": {"command": ["a"]}}}})");
  CHECK(hook.find(" at lifecycle.preStop 1/0") != std::string::npos);
}

TEST_CASE("what is no list where one is expected has no structures") {
  CHECK(of_container(v(13), v(14), R"({"name": "app", "volumeMounts": "x"})").find("VolumeMount") == std::string::npos);
}

TEST_CASE("a field of the internal types that is renamed has its new name since the release that renamed it") {
  int renamed = 0;
  for (int minor = 8; minor <= 36; ++minor) {
    const json pod = json::parse(R"({"spec": {"containers": [{"name": "app"}]}})");
    for (const FieldChange& change : type_changes(Api::internal, "Pod", v(minor - 1), v(minor), pod)) {
      if (change.renamed_to.empty()) continue;
      ++renamed;
      CHECK(change.since == v(minor));
      CHECK(change.renamed_to != change.field);
    }
  }
  MESSAGE(renamed << " fields were renamed");
}

}  // namespace podreel::types
