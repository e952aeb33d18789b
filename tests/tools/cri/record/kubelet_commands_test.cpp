// Commands that should be kubelets.
#include "tools/cri/record/kubelet_commands.hpp"

#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "tests/support/scratch_folder.hpp"
#include "tools/files/bad_input.hpp"

namespace podreel::cri {

namespace {

/// Returns the path of a script with these lines.
std::string script(const testing::ScratchFolder& folder, const std::string& lines) {
  const auto path = folder.path() / "kubelet";
  std::ofstream{path} << "#!/bin/sh\n" << lines << '\n';
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path.string();
}

}  // namespace

TEST_CASE("a kubelet says its release") {
  const testing::ScratchFolder folder;
  CHECK(query_command(script(folder, "echo Kubernetes v1.30.7")).release == release::parse_release("1.30.7"));
}

TEST_CASE("a command that does not end is killed, with what it has started") {
  const testing::ScratchFolder folder;
  const std::string hangs = script(folder, "sleep 1000 & sleep 1000");
  CHECK_THROWS_WITH_AS(static_cast<void>(query_command(hangs, std::chrono::milliseconds{200})),
                       doctest::Contains("did not end within 1 s"), cli::BadInput);
}

TEST_CASE("a long answer of another program is shown in part") {
  const testing::ScratchFolder folder;
  const std::string talks = script(folder, "head -c 2000000 /dev/zero | tr '\\0' x");
  std::string said;
  try {
    static_cast<void>(query_command(talks));
  } catch (const cli::BadInput& bad) {
    said = bad.what();
  }
  CHECK(said.find("must print \"Kubernetes v\"") != std::string::npos);
  CHECK(said.size() < 500);
}

}  // namespace podreel::cri
