// tools/podreel builds anew what has changed, wherever it lies, and answers before it optimizes.
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/source_tree.hpp"

namespace podreel::testing {

namespace {

/// The files and folders that the script watches.
std::set<std::string> watched() {
  const std::string script = text_of_file("tools/podreel");
  const std::size_t begin = script.find("sources=(\"$root\"/{");
  REQUIRE(begin != std::string::npos);
  const std::size_t first = script.find('{', begin) + 1;
  std::set<std::string> paths;
  std::string path;
  for (std::size_t at = first; script[at] != '}'; ++at) {
    if (script[at] != ',') {
      path += script[at];
      continue;
    }
    paths.insert(path);
    path.clear();
  }
  paths.insert(path);
  return paths;
}

/// A clone of the script alone. Its builds make programs that print what they are; optimized ones wait for the file go.
constexpr const char* script_clone = R"bash(
set -e
root=$(mktemp -d)
trap 'touch "$root/go"; flock "$root/build/.lock" rm -rf "$root"' EXIT
mkdir -p "$root/tools/cli/command" "$root/build"
cp tools/podreel "$root/tools"
cp tools/cli/command/optional_verbs.hpp "$root/tools/cli/command"
cat >"$root/tools/build" <<'build'
#!/usr/bin/env bash
root=$(dirname "$0")/..
folder=$root/build
[ "$1" = release ] || folder=$root/build-$1
program=$folder/podreel
[ "$2" = podreel_command ] || program=$folder/core/podreel
mkdir -p "$(dirname "$program")"
exec {lock}>"$folder/.lock"
flock "$lock"
echo "$1 $2" >>"$root/builds"
[ "$1" = first ] || until [ -e "$root/go" ]; do sleep 0.02; done
printf '#!/bin/sh\necho "%s runs $*"\n' "$1 $2" >"$program"
chmod +x "$program"
touch "$folder/.built-$2"
build
chmod +x "$root/tools/build"
podreel() { "$root/tools/podreel" "$@" 2>/dev/null; }
until_there() { until grep -qs "$2" "$1"; do sleep 0.02; done; }
)bash";

/// Returns what the lines print in such a clone.
std::string printed_in_clone(const std::string& lines) {
  const CommandResult result = run_shell(script_clone + lines);
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
  return result.out;
}

}  // namespace

TEST_CASE("the first use of the core's verbs does not wait for the optimizer, and later ones use what it made") {
  CHECK(printed_in_clone(R"(
podreel run a.yaml
until_there "$root/builds" release
podreel test a.yaml
touch "$root/go"
flock "$root/build/.lock" true
podreel run b.yaml
cat "$root/builds"
)") == "first podreel_core_command runs run a.yaml\n"
       "first podreel_core_command runs test a.yaml\n"
       "release podreel_core_command runs run b.yaml\n"
       "first podreel_core_command\n"
       "release podreel_core_command\n");
}

TEST_CASE("a verb that the core lacks does not wait for the optimizer, and the complete command then runs all verbs") {
  CHECK(printed_in_clone(R"(
podreel upgrade --to 1.36
until_there "$root/builds" release
podreel upgrade --to 1.35
touch "$root/go"
flock "$root/build/.lock" true
podreel run a.yaml
cat "$root/builds"
)") == "first podreel_command runs upgrade --to 1.36\n"
       "first podreel_command runs upgrade --to 1.35\n"
       "release podreel_command runs run a.yaml\n"
       "first podreel_command\n"
       "release podreel_command\n");
}

TEST_CASE("a verb that the core lacks does not wait for the optimizer where the core was optimized") {
  CHECK(printed_in_clone(R"(
touch "$root/go"
podreel run a.yaml
until_there "$root/builds" release
flock "$root/build/.lock" true
podreel upgrade --to 1.36
until_there "$root/builds" "release podreel_command"
flock "$root/build/.lock" true
podreel upgrade --to 1.35
cat "$root/builds"
)") == "first podreel_core_command runs run a.yaml\n"
       "first podreel_command runs upgrade --to 1.36\n"
       "release podreel_command runs upgrade --to 1.35\n"
       "first podreel_core_command\n"
       "release podreel_core_command\n"
       "first podreel_command\n"
       "release podreel_command\n");
}

TEST_CASE("the complete command, once optimized, is optimized again after a change") {
  CHECK(printed_in_clone(R"(
touch "$root/go"
"$root/tools/build" release podreel_command
touch -d '1 minute ago' "$root/build/.built-podreel_command"
touch "$root/CMakeLists.txt"
podreel run a.yaml
podreel upgrade --to 1.36
cat "$root/builds"
)") == "release podreel_core_command runs run a.yaml\n"
       "release podreel_command runs upgrade --to 1.36\n"
       "release podreel_command\n"
       "release podreel_core_command\n"
       "release podreel_command\n");
}

TEST_CASE("what was optimized once is optimized again after a change") {
  CHECK(printed_in_clone(R"(
touch "$root/go"
"$root/tools/build" release podreel_core_command
touch -d '1 minute ago' "$root/build/.built-podreel_core_command"
touch "$root/CMakeLists.txt"
podreel run a.yaml
cat "$root/builds"
)") == "release podreel_core_command runs run a.yaml\n"
       "release podreel_core_command\n"
       "release podreel_core_command\n");
}

TEST_CASE("every source of the product is watched, and so is what CMake reads") {
  const std::set<std::string> paths = watched();
  for (const SourceFile& file : source_tree()) {
    const std::string folder = file.path.substr(0, file.path.find('/'));
    if (folder != "tests") CHECK_MESSAGE(paths.contains(folder), file.path);
  }
  for (const char* path : {"CMakeLists.txt", "CMakePresets.json", "tests/verified"})
    CHECK_MESSAGE(paths.contains(path), path);
}

TEST_CASE("a verb that the core lacks is known to the script by its line in optional_verbs.hpp") {
  const std::string text = text_of_file("tools/cli/command/optional_verbs.hpp");
  for (const char* verb : {"upgrade", "fleet", "serve", "explore", "reproduce", "match", "check"}) {
    CHECK_MESSAGE(text.find("OptionalVerb{\"" + std::string{verb} + "\",") != std::string::npos, verb);
  }
}

}  // namespace podreel::testing
