#include "tools/pages/playground/engine_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "engine/api/printable.hpp"

namespace podreel::playground {

namespace {

using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PODREEL_NEEDS_ADDRESS_SPACE
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PODREEL_NEEDS_ADDRESS_SPACE
#endif
#endif

std::string error_answer(std::string_view why) {
  return api::printable_json(nlohmann::ordered_json{{"error", why}});
}

[[noreturn]] void fail(const char* what) {
  throw std::system_error{errno, std::generic_category(), what};
}

class Descriptor {
 public:
  explicit Descriptor(int number = -1) noexcept : number_{number} {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  [[nodiscard]] int number() const noexcept { return number_; }

 private:
  int number_;
};

/// A process whose standard input and output are one socket. Kills it at the end.
class Process {
 public:
  Process(const std::string& program, const EngineLimits& limits) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
    socket_ = Descriptor{ends[0]};
    const Descriptor its_end{ends[1]};
    start(program, its_end.number());
    set_limits(limits);
    ::fcntl(socket_.number(), F_SETFL, O_NONBLOCK);
  }
  ~Process() {
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] int socket() const noexcept { return socket_.number(); }

  /// Waits for the end of a process that has closed its socket; returns whether it succeeded.
  [[nodiscard]] bool has_succeeded() {
    int status = 0;
    const bool is_over = ::waitpid(std::exchange(pid_, 0), &status, 0) > 0;
    return is_over && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

 private:
  void start(const std::string& program, int its_end) {
    ::posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, its_end, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, its_end, STDOUT_FILENO);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // The connections of other clients must end when the server closes them.
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    std::array<std::string, 3> words{"podreel", "playground", "--answer"};
    std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int error = ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return;
    pid_ = 0;
    throw std::system_error{error, std::generic_category(), program};
  }

  /// Limits the process before it gets its request.
  void set_limits([[maybe_unused]] const EngineLimits& limits) const {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.duration).count();
    const auto cpu = static_cast<::rlim_t>(seconds + 1);
    const ::rlimit of_time{cpu, cpu};
    ::prlimit(pid_, RLIMIT_CPU, &of_time, nullptr);
#ifndef PODREEL_NEEDS_ADDRESS_SPACE
    const ::rlimit of_memory{limits.memory, limits.memory};
    ::prlimit(pid_, RLIMIT_AS, &of_memory, nullptr);
#endif
    const ::rlimit no_core{0, 0};
    ::prlimit(pid_, RLIMIT_CORE, &no_core, nullptr);
  }

  Descriptor socket_;
  ::pid_t pid_ = 0;
};

/// The exchange with a process: sends the request, then collects the answer.
class Exchange {
 public:
  enum class State { unfinished, complete, too_large };

  Exchange(int socket, std::string_view request, std::size_t max_bytes)
      : socket_{socket}, unsent_{request}, max_bytes_{max_bytes} {}

  [[nodiscard]] short awaited() const noexcept {
    return static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT);
  }

  /// Transfers what is possible without waiting.
  State transfer() {
    if (!unsent_.empty()) {
      const ssize_t sent = ::send(socket_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
      if (sent > 0) unsent_.remove_prefix(static_cast<std::size_t>(sent));
      if (sent < 0 && errno == EPIPE) unsent_ = {};
    }
    if (unsent_.empty() && !std::exchange(is_sent_, true)) ::shutdown(socket_, SHUT_WR);
    std::array<char, 64 * 1024> part{};
    const ssize_t size = ::recv(socket_, part.data(), part.size(), 0);
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) return State::complete;
    if (size > 0) answer_.append(part.data(), static_cast<std::size_t>(size));
    return answer_.size() > max_bytes_ ? State::too_large : State::unfinished;
  }

  [[nodiscard]] std::string take() { return std::move(answer_); }

 private:
  int socket_;
  std::string_view unsent_;
  std::size_t max_bytes_;
  bool is_sent_ = false;
  std::string answer_;
};

}  // namespace

std::string answer_in_process(const std::string& program, std::string_view request, const std::stop_token& stop,
                              const EngineLimits& limits) {
  constexpr int nap_ms = 50;
  const Clock::time_point end = Clock::now() + limits.duration;
  Process process{program, limits};
  Exchange exchange{process.socket(), request, limits.answer_bytes};
  for (auto state = Exchange::State::unfinished; state != Exchange::State::complete; state = exchange.transfer()) {
    if (stop.stop_requested()) return error_answer("the request was cancelled");
    if (state == Exchange::State::too_large || Clock::now() > end) {
      return error_answer(fmt::format(
          "the run takes more than {} s, or its page more than {} MiB, the maximum here; choose a shorter "
          "duration or fewer pods, or use the command line",
          std::chrono::ceil<std::chrono::seconds>(limits.duration).count(), limits.answer_bytes / 1024 / 1024));
    }
    ::pollfd ready{process.socket(), exchange.awaited(), 0};
    ::poll(&ready, 1, nap_ms);
  }
  std::string answer = exchange.take();
  if (!process.has_succeeded() || answer.empty()) {
    return error_answer(
        fmt::format("the run failed, probably because it needs more than {} MiB of memory, the maximum here; choose a "
                    "shorter duration or fewer pods, or use the command line",
                    limits.memory / 1024 / 1024));
  }
  if (answer.ends_with('\n')) answer.pop_back();
  return answer;
}

}  // namespace podreel::playground
