#include "tools/cri/record/enclosure.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace podreel::cri {

namespace {

namespace fs = std::filesystem;

/// Waits up to ten seconds.
template <class Condition>
bool comes_true(Condition holds) {
  constexpr int most = 500;
  for (int time = 0; time < most; ++time) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  return false;
}

std::string content_of(const std::string& path) {
  std::ifstream file{path};
  std::string text;
  std::getline(file, text);
  return text;
}

/// Runs a shell command in the enclosure; returns its exit code.
int run_in(const Enclosure& enclosure, const std::string& command) {
  std::string words;
  for (const std::string& word : enclosure.entering()) words += word + " ";
  const int status = std::system((words + "sh -c '" + command + "'").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("what a recording had of its own is gone when it ends") {
  std::string folder;
  std::string group;
  {
    const Enclosure enclosure;
    folder = enclosure.path();
    group = enclosure.cgroup();
    CHECK(fs::is_directory(folder));
    std::ofstream{folder + "/kubelet.log"} << "text";
    if (::geteuid() == 0) CHECK(enclosure.entering().empty() == !enclosure.lacks().empty());
  }
  CHECK_FALSE(fs::exists(folder));
  if (!group.empty()) CHECK_FALSE(fs::exists("/sys/fs/cgroup/memory" + group));
}

TEST_CASE("files and sysctls that a kubelet changes outside of its folder are its own") {
  const Enclosure enclosure;
  if (enclosure.entering().empty()) return;
  const std::string overcommit = "/proc/sys/vm/overcommit_memory";
  const std::string before = content_of(overcommit);
  CHECK(run_in(enclosure, "mkdir -p /var/lib/kubelet/podreel-test && echo 7 > " + overcommit) == 0);
  CHECK(run_in(enclosure, "test -d /var/lib/kubelet/podreel-test && grep -q 7 " + overcommit) == 0);
  CHECK_FALSE(fs::exists("/var/lib/kubelet/podreel-test"));
  CHECK(content_of(overcommit) == before);
  CHECK(run_in(enclosure, "test -d " + enclosure.path()) == 0);
}

TEST_CASE("a kubelet that finds the logs of pods in /var/log/pods finds those of its own recording") {
  const Enclosure enclosure;
  CHECK(has_mount_namespaces() == !enclosure.entering().empty());
  if (enclosure.entering().empty()) return;
  CHECK(run_in(enclosure, "mkdir /var/log/pods/podreel-test") == 0);
  CHECK(fs::is_directory(enclosure.pod_logs() + "/podreel-test"));
  CHECK_FALSE(fs::exists("/var/log/pods/podreel-test"));
  std::ofstream{enclosure.pod_logs() + "/podreel-test/0.log"} << "text";
  CHECK(run_in(enclosure, "grep -q text /var/log/pods/podreel-test/0.log") == 0);
}

TEST_CASE("after a boot the enclosed machine has another boot id, and no mount or control group of a pod") {
  const Enclosure enclosure;
  if (enclosure.entering().empty()) return;
  const std::string boot_id = "/proc/sys/kernel/random/boot_id";
  const std::string machines = content_of(boot_id);
  const std::string root = enclosure.path() + "/root";
  CHECK(run_in(enclosure, "grep -q " + machines + " " + boot_id) == 0);
  CHECK(run_in(enclosure, "mkdir -p " + root + "/pods/a/volumes && mount -t tmpfs podreel " + root +
                              "/pods/a/volumes && touch " + root + "/checkpoint " + root + "/pods/a/volumes/token") ==
        0);
  const std::string group = "/sys/fs/cgroup/memory" + enclosure.cgroup();
  const bool has_groups = !enclosure.cgroup().empty() && fs::is_directory(group);
  if (has_groups) fs::create_directories(group + "/kubepods/pod1");
  enclosure.go_down();
  enclosure.boot("11111111-2222-4333-8444-555555555555");
  CHECK(run_in(enclosure, "grep -q 11111111-2222-4333-8444-555555555555 " + boot_id) == 0);
  CHECK(content_of(boot_id) == machines);
  CHECK(run_in(enclosure, "test -e " + root + "/checkpoint && test ! -e " + root + "/pods/a/volumes/token") == 0);
  if (has_groups) {
    CHECK(fs::is_directory(group));
    CHECK_FALSE(fs::exists(group + "/kubepods"));
  }
}

TEST_CASE("when podreel is killed its kubelet and folder are gone soon") {
  std::array<int, 2> ends{};
  REQUIRE(::pipe(ends.data()) == 0);
  const pid_t recorder = ::fork();
  if (recorder == 0) {
    const Enclosure enclosure;
    const pid_t kubelet = ::fork();
    if (kubelet == 0) {
      ::setpgid(0, 0);
      ::execl("/bin/sleep", "sleep", "600", nullptr);
      ::_exit(1);
    }
    ::setpgid(kubelet, kubelet);
    enclosure.guard(kubelet);
    const std::string told = enclosure.path() + "\n" + std::to_string(kubelet) + "\n";
    static_cast<void>(::write(ends[1], told.data(), told.size()));
    ::pause();
  }
  ::close(ends[1]);
  std::string told;
  std::array<char, 256> part{};
  while (told.find('\n', told.find('\n') + 1) == std::string::npos) {
    const ssize_t size = ::read(ends[0], part.data(), part.size());
    REQUIRE(size > 0);
    told.append(part.data(), static_cast<std::size_t>(size));
  }
  ::close(ends[0]);
  const std::string folder = told.substr(0, told.find('\n'));
  const pid_t kubelet = std::stoi(told.substr(folder.size() + 1));
  CHECK(fs::is_directory(folder));
  ::kill(recorder, SIGKILL);
  ::waitpid(recorder, nullptr, 0);
  CHECK(comes_true([&] { return !fs::exists(folder); }));
  CHECK(comes_true([&] { return content_of("/proc/" + std::to_string(kubelet) + "/cmdline").empty(); }));
}

}  // namespace podreel::cri
