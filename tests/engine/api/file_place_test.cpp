#include "engine/api/file_place.hpp"

#include <doctest/doctest.h>
#include <fstream>

#include "tests/support/scratch_folder.hpp"

namespace podreel::api {

namespace fs = std::filesystem;

TEST_CASE("a file lies where its links lead") {
  const testing::ScratchFolder scratch;
  const fs::path& folder = scratch.path();
  fs::create_directories(folder / "inside" / "deeper");
  std::ofstream{folder / "inside" / "pod.yaml"} << "";
  std::ofstream{folder / "outside.yaml"} << "";
  fs::create_symlink(folder / "outside.yaml", folder / "inside" / "out.yaml");
  fs::create_symlink("pod.yaml", folder / "inside" / "in.yaml");

  CHECK(lies_below(folder / "inside" / "pod.yaml", folder / "inside"));
  CHECK(lies_below(folder / "inside" / "in.yaml", folder / "inside"));
  CHECK(lies_below(folder / "inside" / "deeper" / ".." / "pod.yaml", folder / "inside"));
  CHECK(lies_below(folder / "inside" / "missing.yaml", folder / "inside"));
  CHECK_FALSE(lies_below(folder / "inside" / "out.yaml", folder / "inside"));
  CHECK_FALSE(lies_below(folder / "inside" / ".." / "outside.yaml", folder / "inside"));
  CHECK_FALSE(lies_below(folder / "inside-too", folder / "inside"));
  CHECK(lies_below("README.md", ""));
  CHECK_FALSE(lies_below("/etc/passwd", ""));
}

}  // namespace podreel::api
