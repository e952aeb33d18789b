// Folders for results, whose files are named by input.
#include "tools/files/output_folder.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/command.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace fs = std::filesystem;

TEST_CASE("a name from input names a file of its folder") {
  CHECK(safe_file_name("init-containers_1.30") == "init-containers_1.30");
  CHECK(safe_file_name("../../evil") == "-..-evil");
  CHECK(safe_file_name("/etc/passwd") == "-etc-passwd");
  CHECK(safe_file_name("..") == "unnamed");
  CHECK(safe_file_name("") == "unnamed");
  CHECK(safe_file_name(".hidden") == "hidden");
  CHECK(safe_file_name(std::string("a\0b\n\x1b[31mc", 9)) == "a-b---31m");
  CHECK(safe_file_name(std::string(5000, 'x')).size() == 200);
  CHECK(safe_file_name("\xc3\xa9") == "--");
}

TEST_CASE("files are written into the folder only, and none is overwritten") {
  const testing::ScratchFolder scratch;
  const fs::path path = scratch.path() / "found";
  OutputFolder folder{"--save", path.string(), ".yaml", false};
  CHECK(folder.write("../../evil", "one") == (path / "-..-evil.yaml").string());
  CHECK(folder.write("../../evil", "two") == (path / "-..-evil-2.yaml").string());
  CHECK(std::distance(fs::directory_iterator{path}, fs::directory_iterator{}) == 2);
  CHECK(std::distance(fs::directory_iterator{scratch.path()}, fs::directory_iterator{}) == 1);
  CHECK_THROWS_WITH_AS(OutputFolder("--save", path.string(), ".yaml", false),
                       doctest::Contains("name a new folder, or overwrite files with --force"), BadInput);
  OutputFolder again{"--save", path.string(), ".yaml", true};
  CHECK(again.write("../../evil", "three") == (path / "-..-evil.yaml").string());
  std::ifstream file{path / "-..-evil.yaml"};
  std::string text;
  file >> text;
  CHECK(text == "three");
  CHECK(again.write("../../evil", "another result") == (path / "-..-evil-2.yaml").string());
}

TEST_CASE("a link in the folder is replaced, not followed") {
  const testing::ScratchFolder scratch;
  const fs::path path = scratch.path() / "found";
  fs::create_directory(path);
  std::ofstream{scratch.path() / "precious"} << "kept";
  fs::create_symlink(scratch.path() / "precious", path / "a.yaml");
  OutputFolder folder{"--save", path.string(), ".yaml", true};
  static_cast<void>(folder.write("a", "new"));
  CHECK(fs::is_regular_file(fs::symlink_status(path / "a.yaml")));
  CHECK(fs::file_size(scratch.path() / "precious") == 4);
}

TEST_CASE("a folder that cannot be written is refused before the work") {
  const testing::ScratchFolder scratch;
  std::ofstream{scratch.path() / "file"} << "";
  CHECK_THROWS_AS(OutputFolder("--save", (scratch.path() / "file").string(), ".yaml", false), BadInput);
  CHECK_THROWS_AS(OutputFolder("--save", "/proc/podreel", ".yaml", false), BadInput);
  const testing::CommandResult result = testing::run_podreel(
      {"explore", "scenarios/init-containers.yaml", "--budget", "1000000", "--save", "/proc/podreel"});
  CHECK(result.exit_code == 2);
  CHECK(testing::has(result.err, "podreel explore: --save: cannot create '/proc/podreel'"));
}

}  // namespace podreel::cli
