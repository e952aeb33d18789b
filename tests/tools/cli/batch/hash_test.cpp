// What `podreel hash` prints, and what it says about lines that are wrong.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/command.hpp"

namespace podreel {

namespace {

using nlohmann::json;
using testing::CommandResult;
using testing::has;

constexpr const char* line =
    R"({"name":"n","container":{"name":"c","image":"i","resources":{},"volumeMounts":[{"name":"v","mountPath":"/v"}]}})"
    "\n";

CommandResult hash(std::vector<std::string> arguments, const std::string& input = line) {
  arguments.insert(arguments.begin(), {"hash", "-f", "-"});
  return testing::run_podreel(arguments, {.standard_input = input});
}

}  // namespace

TEST_CASE("hash -o jsonl has a hash for each release") {
  const CommandResult result = hash({"--kubelet-version", "all", "-o", "jsonl"});
  CHECK(result.exit_code == 0);
  const json answer = json::parse(result.out);
  CHECK(answer.at("name") == "n");
  CHECK(answer.at("hash").size() == 32);
  CHECK(answer.at("hash").at("1.31") == answer.at("hash").at("1.36"));
  CHECK(answer.at("hash").at("1.13") != answer.at("hash").at("1.14"));
}

TEST_CASE("hash --explain prints what is hashed, and where a release parts from the one before") {
  const CommandResult result = hash({"--kubelet-version", "1.13,1.14", "--explain"});
  CHECK(has(result.out, "(v1.Container){Name:(string)c"));
  CHECK(has(result.out, "1.13 and 1.14 differ at byte "));
  CHECK(has(result.out, "field VolumeMounts[0].SubPathExpr:"));
  const CommandResult new_formula = hash({"--kubelet-version", "1.30,1.31", "--explain"});
  CHECK(has(new_formula.out, R"({"image":"i","name":"c"})"));
  CHECK(has(new_formula.out, "hashed text (the bytes in decimal): ([]uint8)[123 34 105"));
  CHECK(has(hash({"--kubelet-version", "1.31,1.32", "--explain"}).out, "1.31 and 1.32 hash the same text"));
}

TEST_CASE("a field that no release has is not hashed, which is said, and refused with --strict") {
  const std::string mistyped = R"({"name":"n","container":{"name":"c","imgae":"i"}})"
                               "\n";
  const std::string field = "-:1:1: container.imgae: unknown field, ignored; did you mean \"image\"?\n";
  const CommandResult warned = hash({"--kubelet-version", "1.30"}, mistyped);
  CHECK(warned.exit_code == 0);
  CHECK(warned.err == "warning: " + field);
  const CommandResult refused = hash({"--kubelet-version", "1.30", "--strict", "-o", "jsonl"}, mistyped + line);
  CHECK(refused.exit_code == 2);
  CHECK(refused.err == field);
  CHECK(json::parse(refused.out).at("hash").size() == 1);
  const std::string pod =
      "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c}], hostNetwrk: true}\n";
  const CommandResult manifest = hash({"--static", "--kubelet-version", "1.30"}, pod);
  CHECK(manifest.exit_code == 0);
  CHECK(manifest.err == "warning: -:1:1: spec.hostNetwrk: unknown field, ignored; did you mean \"hostNetwork\"?\n");
}

TEST_CASE("hash --static prints UIDs of manifests and of lines") {
  const std::string pod =
      R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"containers":[{"name":"c"}]}})";
  const CommandResult lines = hash({"--static", "--kubelet-version", "1.19,1.21", "-o", "jsonl"},
                                   R"({"name":"n","node":"cp","path":"/m/p.yaml","pod":)" + pod + "}\n");
  CHECK(json::parse(lines.out).at("uid").at("1.21").get<std::string>().size() == 32);
  const CommandResult manifest = hash({"--static", "--kubelet-version", "1.19", "-o", "jsonl"}, pod);
  CHECK(json::parse(manifest.out).at("uid").at("1.19") == json::parse(lines.out).at("uid").at("1.19"));
  const CommandResult wrong = hash({"--static", "--kubelet-version", "1.19"}, "kind: Service\n");
  CHECK(wrong.exit_code == 2);
  CHECK(has(wrong.err, ":1:1: kind: found \"Service\"; accepted in a static pod's file: Pod"));
}

TEST_CASE("hash names the line that is wrong, and the release") {
  const CommandResult broken = hash({}, std::string{line} + "{\"container\":\n");
  CHECK(broken.exit_code == 2);
  CHECK(has(broken.err, ":2:14: parse error"));
  CHECK(has(hash({}, "{\"name\":\"n\",\"container\":3}\n").err, ":1:1: container: is 3: expected a Container"));
  CHECK(has(hash({}, "{\"name\":3,\"container\":{}}\n").err, ":1:1: name: is 3: expected a string"));
  CHECK(has(hash({}, R"({"name":"n","container":{"name":"c","ports":[{"containerPort":"80"}]}})"
                     "\n")
                .err,
            R"(:1:1: container.ports[0].containerPort: found "80"; accepted: )"));
  CHECK(has(hash({"--kubelet-version", "1.30,1.99"}).err, "--kubelet-version: found \"1.99\"; accepted: all, or"));
}

}  // namespace podreel
