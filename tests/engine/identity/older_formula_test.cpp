// An older release's hash from newer types: what a dual-hash kubelet relies on.
#include "engine/identity/older_formula.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/conformance.hpp"
#include "support/json_lines.hpp"

namespace podreel::identity {

namespace {

using Json = nlohmann::json;
using release::v;

struct Statement {
  int older;
  int types;
  std::vector<std::string> ignored;
};

const std::vector<Statement>& statements() {
  static const std::vector<Statement> all{
      {12, 17, {"SubPathExpr", "StartupProbe", "WindowsOptions"}},
      {7,
       15,
       {"AllowPrivilegeEscalation", "MountPropagation", "ProcMount", "RunAsGroup", "SubPathExpr", "VolumeDevices",
        "WindowsOptions"}},
      {7,
       17,
       {"AllowPrivilegeEscalation", "MountPropagation", "ProcMount", "RunAsGroup", "StartupProbe", "SubPathExpr",
        "VolumeDevices", "WindowsOptions"}},
      {8, 15, {"ProcMount", "RunAsGroup", "SubPathExpr", "VolumeDevices", "WindowsOptions"}},
      {8, 17, {"ProcMount", "RunAsGroup", "StartupProbe", "SubPathExpr", "VolumeDevices", "WindowsOptions"}},
      {9, 15, {"ProcMount", "RunAsGroup", "SubPathExpr", "WindowsOptions"}},
      {9, 17, {"ProcMount", "RunAsGroup", "StartupProbe", "SubPathExpr", "WindowsOptions"}},
      {10, 15, {"ProcMount", "SubPathExpr", "WindowsOptions"}},
      {10, 17, {"ProcMount", "StartupProbe", "SubPathExpr", "WindowsOptions"}},
      {11, 15, {"ProcMount", "SubPathExpr", "WindowsOptions"}},
      {11, 17, {"ProcMount", "StartupProbe", "SubPathExpr", "WindowsOptions"}},
      {12, 15, {"SubPathExpr", "WindowsOptions"}},
      {13, 15, {"SubPathExpr", "WindowsOptions"}},
      {13, 17, {"StartupProbe", "SubPathExpr", "WindowsOptions"}},
      {14, 15, {"WindowsOptions"}},
      {14, 17, {"StartupProbe", "WindowsOptions"}},
      {15, 17, {"RunAsUserName", "StartupProbe"}},
  };
  return all;
}

struct Tally {
  int equal = 0;
  int total = 0;
};

Tally compare(const OlderFormula& formula, int older, const std::vector<Json>& lines) {
  Tally tally;
  for (const Json& line : lines) {
    const auto hash = line["hash"][fmt::format("1.{}", older)].get<std::string>();
    tally.equal += hash_text(formula.hash(line["container"])) == hash ? 1 : 0;
    ++tally.total;
  }
  return tally;
}

std::vector<Json> recorded_containers() {
  const auto folder = testing::conformance_folder();
  if (!folder) return {};
  std::vector<Json> lines = testing::read_json_lines(*folder / "hash/containers.jsonl");
  const auto manifests = testing::public_manifests_folder();
  if (!manifests) return lines;
  for (Json& line : testing::read_json_lines(*manifests / "containers.jsonl")) lines.push_back(std::move(line));
  return lines;
}

const Json container_with_probe = Json::parse(R"({
  "name": "app", "image": "nginx:1.25",
  "livenessProbe": {"httpGet": {"port": 80, "path": "/"}, "periodSeconds": 10},
  "lifecycle": {"preStop": {"exec": {"command": ["sleep", "5"]}}},
  "volumeMounts": [{"name": "data", "mountPath": "/data"}],
  "securityContext": {"runAsUser": 1000}
})");

}  // namespace

TEST_CASE("ignoring the fields that were added gives the older hash, as measured for each pair of releases") {
  const std::vector<Json> lines = recorded_containers();
  if (lines.empty()) MESSAGE("no recordings beside the checkout: dual-hash pairs skipped");
  for (const Statement& statement : statements()) {
    const OlderFormula formula{v(statement.older), v(statement.types), statement.ignored};
    const Tally tally = compare(formula, statement.older, lines);
    CHECK(tally.equal == tally.total);
    MESSAGE("1." << statement.older << " via 1." << statement.types << " types: " << tally.equal << " of "
                 << tally.total << " equal");
  }
}

TEST_CASE("the fields to ignore are found in the types table") {
  for (const Statement& statement : statements()) {
    std::vector<std::string> expected = statement.ignored;
    std::vector<std::string> found = fields_added(v(statement.older), v(statement.types));
    std::sort(expected.begin(), expected.end());
    CAPTURE(statement.older);
    CAPTURE(statement.types);
    CHECK(found == expected);
  }
}

TEST_CASE("1.15's hash comes out of 1.36's types once the handlers print under their old names") {
  const std::vector<Json> lines = recorded_containers();
  if (lines.empty()) MESSAGE("no recordings beside the checkout: 1.36's types skipped");
  for (const int types : {22, 23, 28, 30, 36}) {
    const OlderFormula formula{v(15), v(types), fields_added(v(15), v(types))};
    const Tally tally = compare(formula, 15, lines);
    CHECK(tally.equal == tally.total);
    MESSAGE("1.15 via 1." << types << " types: " << tally.equal << " of " << tally.total << " equal");
  }
}

TEST_CASE("a container with a probe and a hook keeps its older hash across the split of Handler") {
  const OlderFormula formula{v(12), v(36), fields_added(v(12), v(36))};
  CHECK(formula.preimage(container_with_probe).hashed == ContainerHasher{v(12)}.preimage(container_with_probe).hashed);
}

}  // namespace podreel::identity
