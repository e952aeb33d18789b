#include "tools/files/input_files.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

namespace fs = std::filesystem;

/// A folder with two manifests, a note, an empty folder and a folder with one more manifest.
struct Manifests {
  Manifests() {
    fs::create_directories(root / "inner");
    fs::create_directories(root / "nothing");
    for (const char* name : {"b.yaml", "a.json", "note.txt", "inner/c.yml"}) std::ofstream{root / name} << "x";
  }

  [[nodiscard]] std::string operator/(const std::string& name) const { return folder / name; }

  testing::ScratchFolder folder;
  const fs::path& root = folder.path();
};

}  // namespace

TEST_CASE("a folder means the manifests in it, by name, and with recursion for those below") {
  const Manifests folder;
  CHECK(input_files({folder.root.string()}) == std::vector{folder / "a.json", folder / "b.yaml"});
  CHECK(input_files({folder.root.string()}, true) ==
        std::vector{folder / "a.json", folder / "b.yaml", folder / "inner/c.yml"});
}

TEST_CASE("files and standard input stay as they are, in their order") {
  const Manifests folder;
  CHECK(input_files({"-", folder / "note.txt"}) == std::vector<std::string>{"-", folder / "note.txt"});
}

TEST_CASE("everything that is wrong with the names is reported at once") {
  const Manifests folder;
  const std::string expected = "cannot read '" + (folder / "x.yaml") + "': no such file or folder\n" +
                               "found no .yaml, .yml or .json file in the folder '" + (folder / "nothing") + "'\n" +
                               "'-' is named twice";
  CHECK_THROWS_WITH_AS(static_cast<void>(input_files({folder / "x.yaml", "-", folder / "nothing", "-"})),
                       expected.c_str(), BadInput);
  CHECK_THROWS_WITH_AS(static_cast<void>(input_files({})), "no input; name a FILE, a folder, or - for standard input",
                       BadInput);
}

}  // namespace podreel::cli
