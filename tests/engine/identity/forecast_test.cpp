// Which containers restart, and the words for why.
#include "engine/identity/forecast.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/identity/container_hash.hpp"
#include "support/conformance.hpp"
#include "support/json_lines.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::v;

const Json web = Json::parse(R"({
  "name": "web", "image": "nginx:1.25", "resources": {},
  "volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "b", "mountPath": "/b"}],
  "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
  "imagePullPolicy": "IfNotPresent"
})");

Json with(Json container, const std::string& pointer, Json value) {
  container[Json::json_pointer{pointer}] = std::move(value);
  return container;
}

Forecast between(const Json& container, int from, int to) {
  return forecast(container, v(from), container, v(to));
}

struct Expected {
  int from;
  int to;
  int all;
  int without_security_tests;
  int with_token;
};

// Counted over the containers of public manifests: as written, without the manifests that test pod security, and with
// the service account's mount that admission adds.
const std::vector<Expected>& upgrade_table() {
  static const std::vector<Expected> table{
      {7, 8, 425, 294, 711},   {8, 9, 724, 585, 711}, {9, 10, 212, 81, 205},   {10, 11, 0, 0, 0},
      {11, 12, 212, 81, 205},  {12, 13, 0, 0, 0},     {13, 14, 287, 286, 711}, {14, 15, 212, 81, 205},
      {15, 16, 724, 585, 711}, {16, 17, 0, 0, 0},     {17, 18, 0, 0, 0},       {18, 19, 14, 0, 14},
      {19, 20, 0, 0, 0},       {20, 21, 0, 0, 0},     {21, 22, 6, 0, 6},       {22, 23, 0, 0, 0},
      {23, 24, 0, 0, 0},       {24, 25, 0, 0, 0},     {25, 26, 4, 4, 4},       {26, 27, 0, 0, 0},
      {27, 28, 0, 0, 0},       {28, 29, 0, 0, 0},     {29, 30, 0, 0, 0},       {30, 31, 724, 585, 711},
      {31, 32, 0, 0, 0},       {32, 33, 0, 0, 0},     {33, 34, 0, 0, 0},       {34, 35, 0, 0, 0},
      {35, 36, 0, 0, 0},       {7, 9, 724, 585, 711}, {8, 16, 724, 585, 711},  {12, 17, 724, 585, 711},
      {12, 16, 724, 585, 711}, {16, 30, 24, 4, 24},
  };
  return table;
}

struct Sample {
  std::vector<std::uint64_t> hashes;
  bool has_token = false;
  bool tests_security = false;
};

std::vector<Sample> samples(const std::vector<Json>& lines) {
  std::vector<ContainerHasher> hashers;
  for (int minor = 7; minor <= 36; ++minor) hashers.emplace_back(v(minor));
  std::vector<Sample> result;
  for (const Json& line : lines) {
    Sample sample;
    for (const ContainerHasher& hasher : hashers) sample.hashes.push_back(hasher.hash(line["container"]));
    sample.has_token = line.contains("variant");
    sample.tests_security = line["from"].get<std::string>().find("pod-security-admission") != std::string::npos;
    result.push_back(std::move(sample));
  }
  return result;
}

}  // namespace

TEST_CASE("the table of real containers that restart, release by release") {
  const auto folder = testing::public_manifests_folder();
  if (!folder) {
    MESSAGE("no public manifests: upgrade table skipped");
    return;
  }
  const std::vector<Sample> containers = samples(testing::read_json_lines(*folder / "containers.jsonl"));
  for (const Expected& row : upgrade_table()) {
    Expected counted{row.from, row.to, 0, 0, 0};
    for (const Sample& sample : containers) {
      const auto hash = [&sample](int minor) { return sample.hashes[static_cast<std::size_t>(minor - 7)]; };
      if (hash(row.from) == hash(row.to)) continue;
      ++(sample.has_token ? counted.with_token : counted.all);
      if (!sample.has_token && !sample.tests_security) ++counted.without_security_tests;
    }
    CAPTURE(row.from);
    CAPTURE(row.to);
    CHECK(counted.all == row.all);
    CHECK(counted.without_security_tests == row.without_security_tests);
    CHECK(counted.with_token == row.with_token);
  }
  MESSAGE(upgrade_table().size() << " upgrades over " << containers.size() << " containers counted");
}

TEST_CASE("a field added to a mounted volume's type restarts what has mounts, and says how many") {
  const Forecast result = between(web, 13, 14);
  CHECK(result.changes());
  CHECK(result.cause.kind == CauseKind::types);
  CHECK(result.cause.text() ==
        "1.14 adds VolumeMount.subPathExpr to the hashed type; this container has 2 volumeMounts");
}

TEST_CASE("a field added to the container's own type restarts every container") {
  CHECK(between({{"name", "c"}, {"image", "i"}}, 8, 9).cause.text() ==
        "1.9 adds Container.volumeDevices to the hashed type; that is in every container");
}

TEST_CASE("several fields over several releases are named with the release that brought each") {
  const Json container = with(web, "/securityContext", {{"runAsUser", 1}});
  CHECK(
      between(container, 9, 14).cause.text() ==
      "1.10 adds SecurityContext.runAsGroup, 1.12 adds SecurityContext.procMount, 1.14 adds VolumeMount.subPathExpr to "
      "the hashed type; this container has 2 volumeMounts and a securityContext");
}

TEST_CASE("a container without the structure that changed stays") {
  CHECK_FALSE(between({{"name", "c"}, {"image", "i"}}, 13, 14).changes());
  CHECK(between({{"name", "c"}, {"image", "i"}}, 13, 14).cause.kind == CauseKind::none);
}

TEST_CASE("a change of the formula is the cause whatever else changed") {
  CHECK(between(web, 15, 16).cause.text() == "1.16 hashes the container's JSON instead of its Go struct");
  CHECK(between(web, 12, 17).cause.text() == "1.16 hashes the container's JSON instead of its Go struct");
  CHECK(between(web, 30, 31).cause.text() == "1.31 hashes only name and image");
  CHECK(between(web, 12, 36).cause.text() == "1.31 hashes only name and image");
}

TEST_CASE("in the JSON era only a member that the older kubelet drops restarts a container") {
  const Json container = with(web, "/securityContext/seccompProfile", {{"type", "RuntimeDefault"}});
  const Forecast result = between(container, 18, 19);
  CHECK(result.changes());
  CHECK(result.cause.kind == CauseKind::members);
  CHECK(result.cause.text() == "1.19 keeps securityContext.seccompProfile, which 1.18's kubelet drops");
  CHECK_FALSE(between(web, 18, 19).changes());
}

TEST_CASE("a downgrade is told from the older kubelet's side") {
  CHECK(between(web, 14, 13).cause.text() ==
        "1.13 does not hash VolumeMount.subPathExpr, which 1.14 does; this container has 2 volumeMounts");
  const Json container = with(web, "/securityContext/seccompProfile", {{"type", "RuntimeDefault"}});
  CHECK(between(container, 19, 18).cause.text() ==
        "1.18 drops securityContext.seccompProfile, which 1.19's kubelet keeps");
}

TEST_CASE("an API server that stores a new default restarts a container although the kubelets agree") {
  const Json after =
      with(web, "/resizePolicy", Json::array({{{"resourceName", "cpu"}, {"restartPolicy", "NotRequired"}}}));
  const Forecast result = forecast(web, v(27), after, v(28));
  CHECK(result.changes());
  CHECK(result.cause.kind == CauseKind::stored_object);
  CHECK(result.cause.text() == "the API server stores another resizePolicy");
}

TEST_CASE("a control character that Go's toolchains write differently is told apart") {
  const Json container = with(web, "/args", Json::array({"a\bb"}));
  CHECK(between(container, 29, 30).cause.kind == CauseKind::escapes);
}

TEST_CASE("the fields that changed have places and counts for programs") {
  const Forecast result = between(web, 13, 14);
  REQUIRE(result.cause.fields.size() == 1);
  CHECK(result.cause.fields[0] ==
        types::FieldChange{"VolumeMount", "subPathExpr", "volumeMounts[]", true, release::Release{14, 0}, 2, 0});
}

TEST_CASE("every kind of cause has its name in data") {
  const std::vector<std::string_view> names{"",        "formula",      "types",       "members",
                                            "escapes", "storedObject", "resizePolicy"};
  for (std::size_t kind = 0; kind < names.size(); ++kind) {
    CHECK(to_string(static_cast<CauseKind>(kind)) == names[kind]);
  }
}

}  // namespace podreel::identity
