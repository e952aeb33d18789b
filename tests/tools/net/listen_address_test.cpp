// Where a runtime may listen.
#include "tools/net/listen_address.hpp"

#include <doctest/doctest.h>
#include <fstream>

#include "tests/support/scratch_folder.hpp"

namespace podreel::cri {

TEST_CASE("kubelets want the path of a socket") {
  CHECK(listen_path_of("unix:///run/podreel.sock").path == "/run/podreel.sock");
  for (const char* address : {"", "unix://", "unix://a", "unix:/run/a", "/run/a", "tcp://127.0.0.1:1", "unix:///a/"}) {
    CAPTURE(address);
    CHECK(listen_path_of(address).problem.find("accepted: unix://") != std::string::npos);
  }
  CHECK(listen_path_of("unix:///" + std::string(106, 'a')).problem.empty());
  CHECK(listen_path_of("unix:///" + std::string(107, 'a')).problem.find("at most 107") != std::string::npos);
}

TEST_CASE("what is no socket stays where it is") {
  const testing::ScratchFolder folder;
  std::ofstream{folder / "file"} << "kept";
  CHECK_FALSE(make_way(folder / "new.sock"));
  CHECK(make_way(folder / "file").value().find("is not a socket") != std::string::npos);
  CHECK(std::filesystem::exists(folder / "file"));
  CHECK(make_way(folder / "missing/a.sock").value().find("does not exist") != std::string::npos);
}

}  // namespace podreel::cri
