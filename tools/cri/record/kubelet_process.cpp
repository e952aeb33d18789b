#include "tools/cri/record/kubelet_process.hpp"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "tools/cri/record/priority.hpp"

namespace podreel::cri {

namespace {

/// Returns the environment of this process with the time zone UTC, for the times of the log.
std::vector<char*> environment() {
  static std::string utc = "TZ=UTC";
  std::vector<char*> variables{utc.data()};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view{*variable}.starts_with("TZ=")) variables.push_back(*variable);
  }
  variables.push_back(nullptr);
  return variables;
}

/// Starts a process in its own group, with default signal handling, and with its log as output.
class Beginning {
 public:
  explicit Beginning(const std::string& log) {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&files_);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
    sigset_t usual;
    sigemptyset(&usual);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP}) sigaddset(&usual, signal);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    constexpr mode_t own = 0600;
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, own);
    posix_spawn_file_actions_adddup2(&files_, STDOUT_FILENO, STDERR_FILENO);
    // The process must not inherit sockets of other recordings.
    posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
  }
  ~Beginning() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  [[nodiscard]] pid_t spawn(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    std::vector<char*> variables = environment();
    const int error =
        posix_spawnp(&process, arguments.front(), &files_, &attributes_, arguments.data(), variables.data());
    if (error != 0) throw std::system_error{error, std::generic_category(), arguments.front()};
    return process;
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t files_{};
};

std::string describe_exit(int status) {
  if (WIFSIGNALED(status)) return fmt::format("it was killed by signal {}", WTERMSIG(status));
  return fmt::format("it exited with code {}", WEXITSTATUS(status));
}

}  // namespace

void KubeletProcess::start(const format::KubeletSettings& settings) {
  std::ofstream configuration{place_.configuration()};
  configuration << kubelet_configuration(settings, place_).dump(2) << '\n' << std::flush;
  const KubeletCommand* command = command_for(commands_, settings.version);
  std::vector<std::string> words;
  if (enclosure_ != nullptr) words = enclosure_->entering();
  // A command may be relative to the working directory.
  words.insert(words.end(), {"/bin/sh", "-c", "cd \"$0\" && exec " + command->command + " \"$@\"",
                             std::filesystem::current_path().string()});
  for (std::string& argument : kubelet_arguments(command->release, place_)) words.push_back(std::move(argument));
  const std::lock_guard lock{mutex_};
  is_wanted_ = true;
  if (!configuration) {
    failure_ = fmt::format("it cannot be started: cannot write '{}'", place_.configuration());
  } else if (process_ != 0) {
    next_ = std::move(words);
  } else {
    launch(words);
  }
}

std::string KubeletProcess::version_of(const format::KubeletSettings& settings) const {
  const KubeletCommand* command = command_for(commands_, settings.version);
  return command == nullptr || command->version.empty() ? release::to_string(settings.version) : command->version;
}

void KubeletProcess::launch(const std::vector<std::string>& words) noexcept {
  try {
    process_ = Beginning{place_.log()}.spawn(words);
    guard(process_);
    watching_.emplace_back([this, process = process_] { watch(process); });
  } catch (const std::system_error& error) {
    failure_ = fmt::format("it cannot be started: {}", error.what());
    // A process whose end is not watched.
    if (process_ == 0) return;
    ::kill(-process_, SIGKILL);
    ::waitpid(std::exchange(process_, 0), nullptr, 0);
  }
}

void KubeletProcess::guard(pid_t process) const {
  if (enclosure_ != nullptr) enclosure_->guard(process);
}

void KubeletProcess::watch(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  const std::lock_guard lock{mutex_};
  process_ = 0;
  guard(0);
  if (next_) {
    const std::vector<std::string> words = *std::exchange(next_, std::nullopt);
    launch(words);
  } else if (is_wanted_) {
    failure_ = describe_exit(status);
  }
  ended_.notify_all();
}

void KubeletProcess::stop(std::string_view signal) {
  const std::lock_guard lock{mutex_};
  is_wanted_ = false;
  next_.reset();
  if (process_ != 0) ::kill(-process_, signal == "killed" ? SIGKILL : SIGTERM);
}

void KubeletProcess::go_down() {
  const std::lock_guard lock{mutex_};
  if (enclosure_ == nullptr) return;
  is_going_down_ = true;
  watching_.emplace_back([this] {
    std::unique_lock ending{mutex_};
    ended_.wait(ending, [this] { return process_ == 0; });
    // It takes about a second, in which the kubelet must not start.
    ending.unlock();
    enclosure_->go_down();
    ending.lock();
    is_going_down_ = false;
    ended_.notify_all();
  });
}

void KubeletProcess::boot(std::string_view boot_id) {
  std::unique_lock lock{mutex_};
  constexpr std::chrono::seconds patience{10};
  static_cast<void>(ended_.wait_for(lock, patience, [this] { return process_ == 0 && !is_going_down_; }));
  if (enclosure_ != nullptr) enclosure_->boot(boot_id);
}

void KubeletProcess::give_way(bool gives_way) {
  const std::lock_guard lock{mutex_};
  if (process_ != 0) cri::give_way(process_, gives_way);
}

bool KubeletProcess::runs() const {
  const std::lock_guard lock{mutex_};
  return is_wanted_;
}

std::optional<std::string> KubeletProcess::failure() const {
  const std::lock_guard lock{mutex_};
  return failure_;
}

std::string KubeletProcess::last_lines() const {
  constexpr std::streamoff maximum = 2048;
  std::ifstream log{place_.log(), std::ios::ate};
  if (!log) return {};
  log.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(log.tellg()) - maximum));
  std::ostringstream text;
  text << log.rdbuf();
  return text.str();
}

void KubeletProcess::end() {
  stop("terminated");
  std::vector<std::thread> watching;
  {
    constexpr std::chrono::seconds patience{10};
    std::unique_lock lock{mutex_};
    if (!ended_.wait_for(lock, patience, [this] { return process_ == 0; })) ::kill(-process_, SIGKILL);
    watching = std::exchange(watching_, {});
  }
  for (std::thread& thread : watching) thread.join();
}

}  // namespace podreel::cri
