#include "tools/files/file_watch.hpp"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/scratch_folder.hpp"

namespace podreel::cli {

namespace {

const auto never_ends = [] { return false; };

void save(const std::string& path, const std::string& text) {
  std::ofstream{path} << text;
}

}  // namespace

TEST_CASE("a watch reports files that were added, edited and removed, in the order of their paths") {
  const testing::ScratchFolder folder;
  std::filesystem::create_directories(folder / "below/.git");
  for (const char* name : {"b.yaml", "below/c.yaml", "below/.git/index"}) save(folder / name, "1");
  FileWatch watch{{folder.path().string()}};
  CHECK(watch.num_files() == 2);
  save(folder / "a.yaml", "1");
  save(folder / "b.yaml", "22");
  save(folder / "below/.git/index", "22");
  std::filesystem::remove(folder / "below/c.yaml");
  const std::vector<FileChange> changes{{folder / "a.yaml", FileChangeKind::added},
                                        {folder / "b.yaml", FileChangeKind::edited},
                                        {folder / "below/c.yaml", FileChangeKind::removed}};
  CHECK(watch.wait(never_ends) == changes);
}

TEST_CASE("a file with another content of the same length is edited, also if its time is set back") {
  const testing::ScratchFolder folder;
  const std::string path = folder / "a.yaml";
  save(path, "1");
  const auto time = std::filesystem::last_write_time(path);
  FileWatch watch{{path}};
  save(path, "2");
  std::filesystem::last_write_time(path, time);
  CHECK(watch.wait(never_ends) == std::vector<FileChange>{{path, FileChangeKind::edited}});
}

TEST_CASE("a watch that should end reports nothing") {
  const testing::ScratchFolder folder;
  FileWatch watch{{folder.path().string()}};
  int asked = 0;
  CHECK(watch.wait([&asked] { return ++asked > 3; }).empty());
}

}  // namespace podreel::cli
