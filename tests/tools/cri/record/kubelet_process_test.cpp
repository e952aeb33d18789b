#include "tools/cri/record/kubelet_process.hpp"

#include <chrono>
#include <doctest/doctest.h>
#include <thread>

#include "tools/cri/record/own_folder.hpp"

namespace podreel::cri {

namespace {

format::KubeletSettings settings_of(std::string_view version) {
  format::KubeletSettings settings;
  settings.version = *release::parse_release(version);
  return settings;
}

KubeletCommand command_of(std::string_view version, std::string command) {
  return {*release::parse_release(version), std::move(command)};
}

void wait_for_failure(const KubeletProcess& kubelet) {
  constexpr int maximum = 2000;
  for (int time = 0; time < maximum && !kubelet.failure(); ++time) {
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
}

/// The system starts no program that has so long an argument.
const std::string too_long(300'000, 'x');

}  // namespace

TEST_CASE("a kubelet that cannot be started is reported, and not thrown") {
  const OwnFolder folder;
  KubeletProcess kubelet{{command_of("1.30", too_long)}};
  kubelet.settle_at({folder.path(), "/tmp/cri.sock", "http://127.0.0.1:1", "node-1"});
  kubelet.start(settings_of("1.30"));
  REQUIRE(kubelet.failure());
  CHECK(kubelet.failure()->starts_with("it cannot be started: "));
}

TEST_CASE("a kubelet that cannot be started when its predecessor has ended is reported, too") {
  const OwnFolder folder;
  KubeletProcess kubelet{{command_of("1.30", "sleep 30; true"), command_of("1.31", too_long)}};
  kubelet.settle_at({folder.path(), "/tmp/cri.sock", "http://127.0.0.1:1", "node-1"});
  kubelet.start(settings_of("1.30"));
  CHECK_FALSE(kubelet.failure());
  kubelet.stop("killed");
  kubelet.start(settings_of("1.31"));
  wait_for_failure(kubelet);
  REQUIRE(kubelet.failure());
  CHECK(kubelet.failure()->starts_with("it cannot be started: "));
}

TEST_CASE("a kubelet whose folder is gone cannot be started") {
  KubeletProcess kubelet{{command_of("1.30", "true")}};
  kubelet.settle_at({"/nowhere/at/all", "/tmp/cri.sock", "http://127.0.0.1:1", "node-1"});
  kubelet.start(settings_of("1.30"));
  REQUIRE(kubelet.failure());
  CHECK(kubelet.failure()->find("cannot write '") != std::string::npos);
}

TEST_CASE("a kubelet has the release that its command names, and not the patch that podreel knows") {
  KubeletCommand named = command_of("1.30", "true");
  named.version = "1.30.99";
  const KubeletProcess kubelet{{named, command_of("1.31.2", "true")}};
  CHECK(kubelet.version_of(settings_of("1.30")) == "1.30.99");
  CHECK(kubelet.version_of(settings_of("1.31.2")) == "1.31.2");
}

TEST_CASE("a kubelet that exits is reported with the cause") {
  const OwnFolder folder;
  KubeletProcess kubelet{{command_of("1.30", "sh -c 'echo alas; exit 3'")}};
  kubelet.settle_at({folder.path(), "/tmp/cri.sock", "http://127.0.0.1:1", "node-1"});
  kubelet.start(settings_of("1.30"));
  wait_for_failure(kubelet);
  CHECK(kubelet.failure() == "it exited with code 3");
  CHECK(kubelet.last_lines() == "alas\n");
}

}  // namespace podreel::cri
