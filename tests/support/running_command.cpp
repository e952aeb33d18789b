#include "tests/support/running_command.hpp"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "tests/support/built_paths.hpp"
#include "tests/support/spawned_process.hpp"

namespace podreel::testing {

RunningCommand::RunningCommand(const std::vector<std::string>& arguments) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error{"cannot make a pipe"};
  std::vector<std::string> words{built_command().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  process_ = spawn_process(std::move(words), {}, {STDIN_FILENO, ends[1], ends[1]});
  ::close(ends[1]);
  output_ = ends[0];
}

RunningCommand::~RunningCommand() {
  ::close(output_);
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

bool RunningCommand::read_more(int milliseconds) {
  pollfd readable{output_, POLLIN, 0};
  if (::poll(&readable, 1, milliseconds) <= 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t got = ::read(output_, buffer.data(), buffer.size());
  if (got <= 0) return false;
  unread_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::string RunningCommand::read_until(const std::string& text) {
  constexpr int max_wait = 60'000;
  while (unread_.find(text) == std::string::npos) {
    if (!read_more(max_wait)) throw std::runtime_error{"\"" + text + "\" is not printed, but: " + unread_};
  }
  const std::size_t end = unread_.find(text) + text.size();
  std::string read = unread_.substr(0, end);
  unread_.erase(0, end);
  return read;
}

std::string RunningCommand::read_rest(int milliseconds) {
  while (read_more(milliseconds)) continue;
  return std::exchange(unread_, {});
}

int RunningCommand::end_by(int signal) {
  ::kill(process_, signal);
  int status = 0;
  if (::waitpid(process_, &status, 0) != process_) throw std::runtime_error{"cannot wait"};
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace podreel::testing
