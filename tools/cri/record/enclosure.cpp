#include "tools/cri/record/enclosure.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "tools/cri/record/keeper_script.hpp"

namespace podreel::cri {

namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error{errno, std::generic_category(), "pipe"};
    read = ends[0];
    write = ends[1];
  }
  ~Pipe() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read = -1;
  int write = -1;
};

/// Starts a process in its own group; 0 if it is impossible.
pid_t spawn(std::vector<std::string> words, int input, int output) {
  ::posix_spawn_file_actions_t files{};
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  ::posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  if (::posix_spawnp(&process, arguments.front(), &files, &attributes, arguments.data(), environ) != 0) process = 0;
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return process;
}

/// Reads everything up to an empty line, which may be the first one, or to the end.
std::string read_report(int from) {
  std::string text;
  std::array<char, 512> part{};
  while (text != "\n" && !text.ends_with("\n\n")) {
    const ssize_t size = ::read(from, part.data(), part.size());
    if (size == 0 || (size < 0 && errno != EINTR)) break;
    if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
  }
  return text;
}

bool hides(std::string_view folder) {
  return folder.starts_with("/var/lib/") || folder.starts_with("/var/log/");
}

}  // namespace

Enclosure::Enclosure() {
  const bool is_root = ::geteuid() == 0;
  const bool with_mounts = is_root && !hides(path());
  if (!is_root) lacks_.emplace_back("a mount namespace and control groups need root");
  if (is_root && !with_mounts) lacks_.emplace_back("TMPDIR is below /var/lib or /var/log, which would be private");
  if (!start_keeper(with_mounts) && with_mounts) {
    lacks_.emplace_back("unshare --mount is not possible");
    static_cast<void>(start_keeper(false));
  }
}

Enclosure::~Enclosure() {
  end_keeper();
}

bool Enclosure::start_keeper(bool with_mounts) {
  Pipe input;
  Pipe output;
  std::vector<std::string> words;
  if (with_mounts) words = {"unshare", "--mount", "--propagation", "private"};
  const std::string name = path().substr(path().rfind('/'));
  const std::string uses_groups = ::geteuid() == 0 ? "1" : "";
  words.insert(words.end(),
               {"/bin/sh", "-c", std::string{keeper_script}, "sh", path(), name, with_mounts ? "1" : "", uses_groups});
  keeper_ = spawn(std::move(words), input.read, output.write);
  ::close(std::exchange(output.write, -1));
  to_keeper_ = std::exchange(input.write, -1);
  from_keeper_ = std::exchange(output.read, -1);
  const std::string report = read_report(from_keeper_);
  if (!report.empty()) {
    std::istringstream lines{report};
    for (std::string line; std::getline(lines, line) && !line.empty();) read_line(line);
    return true;
  }
  end_keeper();
  return false;
}

void Enclosure::read_line(const std::string& line) {
  if (line == "enclosed") {
    entering_ = {"nsenter", fmt::format("--mount=/proc/{}/ns/mnt", keeper_), "--"};
  } else if (line == "grouped") {
    cgroup_ = path().substr(path().rfind('/'));
  } else {
    lacks_.push_back(line);
  }
}

void Enclosure::end_keeper() noexcept {
  for (int* end : {&to_keeper_, &from_keeper_}) {
    if (*end >= 0) ::close(std::exchange(*end, -1));
  }
  if (keeper_ > 0) ::waitpid(std::exchange(keeper_, 0), nullptr, 0);
}

bool Enclosure::send(const std::string& line) const {
  return to_keeper_ >= 0 && ::write(to_keeper_, line.data(), line.size()) > 0;
}

void Enclosure::guard(pid_t group) const {
  // A keeper that is gone guards nothing.
  static_cast<void>(send(fmt::format("guard {}\n", group)));
}

void Enclosure::go_down() const {
  if (send("down\n")) static_cast<void>(read_report(from_keeper_));
}

void Enclosure::boot(std::string_view boot_id) const {
  std::ofstream{path() + "/boot_id"} << boot_id << '\n';
}

bool has_mount_namespaces() {
  static const bool are_possible = !Enclosure{}.entering().empty();
  return are_possible;
}

}  // namespace podreel::cri
