// tools/add-release: what it says of the types of a release, and the table that it writes.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "engine/types/catalogue.hpp"
#include "tests/support/command.hpp"
#include "tests/support/conformance.hpp"
#include "tests/support/scratch_folder.hpp"

namespace podreel::testing {

namespace {

using Json = nlohmann::json;
using types::Api;

bool has_python() {
  const bool found = run_shell("command -v python3").exit_code == 0;
  if (!found) MESSAGE("no python3: tools/add-release was not run");
  return found;
}

struct Added {
  std::string reported;
  std::string table;
};

/// What tools/add-release does with this file.
Added added(const Json& file) {
  const ScratchFolder folder;
  std::ofstream{folder / "types.json"} << file;
  const CommandResult result =
      run_shell(fmt::format("tools/add-release 1.38 {0}/types.json --output {0}/types.inc", folder.path().string()));
  CHECK(result.err == "");
  std::stringstream table;
  table << std::ifstream{folder / "types.inc"}.rdbuf();
  const std::string text = table.str();
  const std::size_t first = text.find("R\"types(") + 8;
  return {result.out, text.substr(first, text.rfind(")types\"") - first)};
}

Json field(const std::string& name, const std::string& type, const std::string& json) {
  return {{"go", name}, {"type", type}, {"json", json}, {"omitempty", true}, {"inline", false}};
}

/// The types that a container of 1.37 reaches, as reflection shows them.
void reflect(const types::Type& type, Json& types) {
  if (type.element != nullptr) reflect(*type.element, types);
  if (type.kind != types::Kind::structure || types.contains(type.name)) return;
  Json& fields = (types[type.name] = {{"kind", "struct"}, {"fields", Json::array()}})["fields"];
  for (const types::Field& each : type.fields) {
    fields.push_back({{"go", each.name},
                      {"type", each.type->name},
                      {"json", each.json},
                      {"omitempty", each.omit_empty},
                      {"inline", each.inlined}});
  }
  for (const types::Field& each : type.fields) reflect(*each.type, types);
}

Json reflected_container() {
  Json types = Json::object();
  reflect(types::v1_type({37, 0}, "Container"), types);
  return {{"root", "v1.Container"}, {"version", "1.38"}, {"types", types}};
}

Json properties_of(const std::string& type) {
  Json properties = Json::object();
  for (const types::Field* member : types::v1_type({37, 0}, type).members)
    properties[member->json] = {{"type", "string"}};
  return properties;
}

}  // namespace

TEST_CASE("the table says of every recorded release what reflection saw") {
  const auto folder = conformance_folder();
  if (!folder || !has_python()) return;
  CHECK(run_shell("tools/add-release --check " + folder->string()).err == "");
}

TEST_CASE("a release with the types of the one before changes nothing") {
  if (!has_python()) return;
  const Added result = added(reflected_container());
  CHECK(result.reported == "1.38 has the types that the table has\n");
  CHECK(result.table == types::Catalogue::built_in_types());
}

TEST_CASE("new fields and types, and fields that are gone, are reported and taken into the table") {
  if (!has_python()) return;
  Json file = reflected_container();
  Json& container = file["types"]["v1.Container"]["fields"];
  container.erase(container.size() - 1);
  container.insert(container.begin() + 1, field("Colour", "*v1.Colour", "colour"));
  file["types"]["v1.Colour"] = {{"kind", "struct"}, {"fields", {field("Name", "string", "name")}}};
  const Added result = added(file);
  CHECK(result.reported ==
        "1.38 adds Colour.name: string, not described in overlay.inc\n"
        "1.38 adds Container.colour: *Colour, not described in overlay.inc\n"
        "1.38 drops Container.tty\n");
  const types::Catalogue catalogue{result.table, types::Catalogue::built_in_overlay()};
  const types::Type& now = catalogue.get(Api::v1, release::Release{38, 0}, "Container");
  CHECK(now.fields.at(1).label == "Colour:(*v1.Colour)");
  CHECK(now.find("tty") == nullptr);
  CHECK(catalogue.get(Api::internal, release::Release{38, 0}, "Container").find("colour") != nullptr);
  CHECK(catalogue.get(Api::v1, release::Release{37, 0}, "Container").find("colour") == nullptr);
  CHECK(catalogue.get(Api::v1, release::Release{37, 0}, "Container").find("tty") != nullptr);
}

TEST_CASE("a new field of OpenAPI is listed with its hints") {
  if (!has_python()) return;
  const std::string core = "io.k8s.api.core.v1.";
  Json file;
  file["definitions"][core + "Pod"]["properties"] = properties_of("Pod");
  file["definitions"][core + "Pod"]["properties"]["spec"] = {{"$ref", "#/definitions/" + core + "PodSpec"}};
  Json& spec = file["definitions"][core + "PodSpec"]["properties"] = properties_of("PodSpec");
  spec["flavour"] = {{"type", "string"},
                     {"description", "How it tastes. Defaults to vanilla. Requires the PodFlavour feature gate."}};
  const Added result = added(file);
  CHECK(result.reported ==
        "1.38 adds PodSpec.flavour: *string, Go name and type guessed, not described in overlay.inc, gate PodFlavour?, "
        "default vanilla?\n");
  CHECK(result.table.find("  Flavour                       *string                            flavour?") !=
        std::string::npos);
}

TEST_CASE("Go's source of the public types says what is new, in both APIs") {
  if (!has_python()) return;
  const ScratchFolder folder;
  std::ofstream{folder / "types.go"}
      << "package v1\n\ntype SleepAction struct {\n"
         "\t// +featureGate=Dreams\n"
         "\tDream *string `json:\"dream,omitempty\" protobuf:\"bytes,2,opt,name=dream\"`\n"
         "\tSeconds int64 `json:\"seconds\" protobuf:\"bytes,1,opt,name=seconds\"`\n}\n\n"
         "type Pod struct {\n\tmetav1.TypeMeta `json:\",inline\"`\n"
         "\tSleep SleepAction `json:\"sleep,omitempty\"`\n}\n";
  const CommandResult result =
      run_shell(fmt::format("tools/add-release 1.38 {0}/types.go --output {0}/types.inc", folder.path().string()));
  CHECK(result.err == "");
  CHECK(has(result.out, "1.38 adds SleepAction.dream: *string, not described in overlay.inc"));
  CHECK(has(result.out, "1.38 drops Pod.spec"));
  CHECK(
      has(run_shell("grep -A 2 '^SleepAction' " + (folder / "types.inc")).out,
          "  Dream                         *string                            dream?                          1.38-"));
}

TEST_CASE("Go's source of the gates says which are new, which have another stage, and which may be gone") {
  if (!has_python()) return;
  const ScratchFolder folder;
  std::ofstream{folder / "kube_features.go"}
      << "const Dreams featuregate.Feature = \"Dreams\"\n\tMemoryQoS featuregate.Feature = \"MemoryQoS\"\n\n"
         "\tDreams: {\n\t\t{Version: version.MustParse(\"1.38\"), Default: true, PreRelease: "
         "featuregate.Alpha},\n\t},\n\n"
         "\tMemoryQoS: {\n"
         "\t\t{Version: version.MustParse(\"1.22\"), Default: false, PreRelease: featuregate.Alpha},\n"
         "\t\t{Version: version.MustParse(\"1.38\"), Default: true, PreRelease: featuregate.GA},\n\t},\n";
  const std::string table = (folder / "gates.inc");
  const CommandResult result =
      run_shell(fmt::format("cp engine/release/feature_gate_table.inc {1} && "
                            "tools/add-release 1.38 {0}/kube_features.go --gates {1} && grep 'Dreams\\|MemoryQoS' {1}",
                            folder.path().string(), table));
  CHECK(result.err == "");
  CHECK(has(result.out, "1.38 adds the gate Dreams, alpha(38).on(); what it needs is not known"));
  CHECK(has(result.out, "1.38 changes the gate MemoryQoS: ga(38).settable()"));
  CHECK(has(result.out, "undecided: no source has the gate EventedPLEG"));
  CHECK(has(result.out, "{\"Dreams\", {alpha(38).on()}},\n"));
  CHECK(has(result.out, "beta(37), ga(38).settable()}},\n"));
}

}  // namespace podreel::testing
