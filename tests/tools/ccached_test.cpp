// tools/cmake/ccached finds what another clone compiled, with precompiled headers of either compiler as well.
#include <doctest/doctest.h>
#include <string>

#include "tests/support/command.hpp"

namespace podreel::testing {

namespace {

/// Two clones with a header and a unit. `compile CLONE` precompiles the header, which ccache does not keep, and
/// compiles the unit, which reads it; `hits` prints how often ccache found what had been compiled.
constexpr const char* two_clones = R"bash(
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CCACHE_DIR=$folder/cache
unset CCACHE_DISABLE CCACHE_BASEDIR
for clone in one other; do
  mkdir -p "$folder/$clone/tools/cmake" "$folder/$clone/build"
  cp tools/cmake/ccached "$folder/$clone/tools/cmake"
  echo 'inline int answer() { return 1; }' >"$folder/$clone/answer.hpp"
  echo 'int asked() { return answer(); }' >"$folder/$clone/unit.cpp"
  echo '#include <answer.hpp>' >"$folder/$clone/build/all.hxx"
  echo >"$folder/$clone/build/all.cxx"
done
compile() {
  local clone=$folder/$1
  cd "$clone/build"
  "compile_by_$compiler" "$clone" "$clone/tools/cmake/ccached" >/dev/null
}
compile_by_clang() {
  CCACHE_DISABLE=1 "$2" clang++ -I"$1" -Xclang -emit-pch -Xclang -include -Xclang "$1/build/all.hxx" -x c++-header \
    -o all.hxx.pch -MD -MT all.hxx.pch -MF all.d -c "$1/build/all.cxx"
  "$2" clang++ -I"$1" -Xclang -include-pch -Xclang "$1/build/all.hxx.pch" -Xclang -include -Xclang "$1/build/all.hxx" \
    -MD -MT unit.o -MF unit.d -o unit.o -c "$1/unit.cpp"
}
compile_by_gcc() {
  CCACHE_DISABLE=1 "$2" g++ -I"$1" -x c++-header -include "$1/build/all.hxx" -o all.hxx.gch \
    -MD -MT all.hxx.gch -MF all.d -c "$1/build/all.cxx"
  "$2" g++ -I"$1" -include "$1/build/all.hxx" -MD -MT unit.o -MF unit.d -o unit.o -c "$1/unit.cpp"
}
hits() { ccache --print-stats | awk '$1 == "direct_cache_hit" { print $2 }'; }
)bash";

/// Returns what the lines print, with that compiler.
std::string printed(const std::string& compiler, const std::string& lines) {
  const CommandResult result = run_shell("compiler=" + compiler + "\n" + two_clones + lines);
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
  return result.out;
}

constexpr const char* compilers[] = {"clang", "gcc"};

}  // namespace

TEST_CASE("a unit that reads a precompiled header is found in another clone") {
  for (const std::string compiler : compilers) {
    CAPTURE(compiler);
    CHECK(printed(compiler, "compile one\nhits\ncompile other\nhits\n") == "0\n1\n");
  }
}

TEST_CASE("a unit is compiled again when its precompiled header has changed") {
  for (const std::string compiler : compilers) {
    CAPTURE(compiler);
    CHECK(printed(compiler,
                  "compile one\nsed -i 's/1/2/' \"$folder/other/answer.hpp\"\ncompile other\nhits\n"
                  "cmp -s \"$folder/one/build/unit.o\" \"$folder/other/build/unit.o\" || echo differs\n") ==
          "0\ndiffers\n");
  }
}

}  // namespace podreel::testing
