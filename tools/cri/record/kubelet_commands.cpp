#include "tools/cri/record/kubelet_commands.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "scenarios/format/kubelets.hpp"
#include "tools/files/bad_input.hpp"
#include "tools/text/shown_text.hpp"

namespace podreel::cri {

namespace {

/// The output of a command, which is killed with its children at the end.
class CommandOutput {
 public:
  explicit CommandOutput(const std::string& command) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error{errno, std::generic_category(), "pipe"};
    end_ = ends[0];
    start(command, ends[1]);
    ::close(ends[1]);
  }
  ~CommandOutput() {
    ::close(end_);
    if (pid_ <= 0) return;
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  CommandOutput(const CommandOutput&) = delete;
  CommandOutput& operator=(const CommandOutput&) = delete;

  /// Returns at most `max_bytes` of the output, until its end or `patience` is over; no value in the latter case.
  [[nodiscard]] std::optional<std::string> read(std::size_t max_bytes, std::chrono::milliseconds patience) const {
    const auto end = std::chrono::steady_clock::now() + patience;
    std::string text;
    while (text.size() < max_bytes) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
      if (left <= 0) return std::nullopt;
      ::pollfd ready{end_, POLLIN, 0};
      if (::poll(&ready, 1, static_cast<int>(left)) <= 0) continue;
      std::array<char, 4096> part{};
      const ssize_t size = ::read(end_, part.data(), std::min(part.size(), max_bytes - text.size()));
      if (size == 0 || (size < 0 && errno != EINTR)) break;
      if (size > 0) text.append(part.data(), static_cast<std::size_t>(size));
    }
    return text;
  }

 private:
  void start(const std::string& command, int output) {
    ::posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
    ::posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::array<std::string, 3> words{"sh", "-c", command};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    if (::posix_spawn(&pid_, "/bin/sh", &actions, &attributes, arguments.data(), environ) != 0) pid_ = 0;
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&actions);
  }

  int end_ = -1;
  ::pid_t pid_ = 0;
};

std::string query_version(const std::string& command, std::chrono::milliseconds patience) {
  constexpr std::size_t maximum = 4096;
  if (auto text = CommandOutput{command + " --version 2>&1"}.read(maximum, patience)) return *std::move(text);
  throw cli::BadInput{fmt::format("--kubelet: '{} --version' did not end within {} s", command,
                                  std::chrono::ceil<std::chrono::seconds>(patience).count())};
}

}  // namespace

std::string printed_release(std::string_view text) {
  constexpr std::string_view name = "Kubernetes v";
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + name.size());
  return std::string{text.substr(0, text.find_first_not_of(".0123456789"))};
}

std::optional<release::Release> extract_release(std::string_view text) {
  const std::string printed = printed_release(text);
  return printed.empty() ? std::nullopt : release::parse_release(printed);
}

KubeletCommand query_command(const std::string& command, std::chrono::milliseconds patience) {
  const std::string said = query_version(command, patience);
  if (const auto release = extract_release(said)) return {*release, command, printed_release(said)};
  throw cli::BadInput{
      fmt::format("--kubelet: '{} --version' must print \"Kubernetes v\" and a release that podreel knows; found: {}",
                  command, cli::shown(said))};
}

const KubeletCommand* command_for(const std::vector<KubeletCommand>& commands, release::Release release) {
  const auto found = std::ranges::find_if(commands, [release](const KubeletCommand& command) {
    return release::any_patch_of(release).contains(command.release);
  });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<release::Release> minor_kubelets_of(const format::Scenario& scenario) {
  std::vector<release::Release> first;
  for (const release::Release release : format::kubelets_of(scenario)) {
    const bool is_known = std::ranges::any_of(
        first, [release](release::Release known) { return release::any_patch_of(known).contains(release); });
    if (!is_known) first.push_back(release);
  }
  return first;
}

}  // namespace podreel::cri
