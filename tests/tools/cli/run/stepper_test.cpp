// `podreel run --step`.
#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

#include "tests/support/built_paths.hpp"
#include "tests/support/command.hpp"

namespace podreel {

namespace {

using testing::CommandResult;

CommandResult step(const std::string& commands, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), {"run", "--step", "scenarios/crash-loop.yaml", "--until", "12s"});
  return testing::run_podreel(arguments, {.standard_input = commands});
}

/// What is shown at each step.
std::vector<std::string> steps_of(const std::string& text) {
  std::vector<std::string> steps;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t next = std::min(text.find("\nrecord ", begin), text.size() - 1);
    steps.push_back(text.substr(begin, next + 1 - begin));
    begin = next + 1;
  }
  return steps;
}

/// Containers and chroots without /dev/pts cannot make one.
bool has_pseudo_terminals() {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0) {
    MESSAGE("no pseudo-terminals on this machine: what needs one is not tested");
    return false;
  }
  ::close(master);
  return true;
}

/// podreel on a terminal of its own.
class OnTerminal {
 public:
  OnTerminal() : master_{::posix_openpt(O_RDWR | O_NOCTTY)} {
    REQUIRE(master_ >= 0);
    REQUIRE(::grantpt(master_) == 0);
    REQUIRE(::unlockpt(master_) == 0);
    slave_ = ::open(::ptsname(master_), O_RDWR | O_NOCTTY);
    REQUIRE(slave_ >= 0);
    mode_before_ = mode();
    process_ = ::fork();
    if (process_ == 0) become_podreel();
  }
  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;
  ~OnTerminal() {
    ::close(slave_);
    ::close(master_);
  }

  void press(const std::string& keys) const { CHECK(::write(master_, keys.data(), keys.size()) > 0); }
  void signal(int number) const { ::kill(process_, number); }

  /// Reads until `text` was seen.
  void wait_for(const std::string& text) {
    std::array<char, 4096> buffer{};
    while (seen_.find(text) == std::string::npos) {
      const ssize_t got = ::read(master_, buffer.data(), buffer.size());
      REQUIRE(got > 0);
      seen_.append(buffer.data(), static_cast<std::size_t>(got));
    }
    seen_.erase(0, seen_.find(text) + text.size());
  }

  /// How it ended, as reported by waitpid.
  int wait() {
    int status = 0;
    CHECK(::waitpid(process_, &status, 0) == process_);
    return status;
  }

  [[nodiscard]] bool reads_keys() const { return (mode() & ICANON) == 0; }
  [[nodiscard]] bool is_as_before() const { return mode() == mode_before_; }

 private:
  [[nodiscard]] tcflag_t mode() const {
    termios found{};
    REQUIRE(::tcgetattr(slave_, &found) == 0);
    return found.c_lflag;
  }

  [[noreturn]] void become_podreel() const {
    ::setsid();
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(slave_, descriptor);
    ::setenv("NO_COLOR", "1", 1);
    if (::chdir(testing::source_path().c_str()) == 0) {
      ::execl(testing::built_command().c_str(), "podreel", "run", "--step", "scenarios/crash-loop.yaml", "--until",
              "12s", nullptr);
    }
    ::_exit(127);
  }

  int master_;
  int slave_ = -1;
  pid_t process_ = -1;
  tcflag_t mode_before_ = 0;
  std::string seen_;
};

}  // namespace

TEST_CASE("a step shows the record, the clock and the pods of that instant") {
  const CommandResult result = step("G\n");
  CHECK(result.exit_code == 0);
  CHECK(result.err == "");
  CHECK(result.out ==
        "record 1 of 22, 2024-01-01T00:00:00Z\n"
        "     0.000s  default/web   API server  pod created\n"
        "\n"
        "NAME   READY   STATUS    RESTARTS   AGE\n"
        "web    0/1     Pending   0          0s\n"
        "\n"
        "record 22 of 22, 2024-01-01T00:00:11Z\n"
        "    10.268s  default/web  status  Running  app: Error 1, 1 restart\n"
        "\n"
        "NAME   READY   STATUS   RESTARTS     AGE\n"
        "web    0/1     Error    1 (6s ago)   11s\n"
        "\n");
}

TEST_CASE("back is exact: a record looks the same whichever way it was reached") {
  const std::vector<std::string> forwards = steps_of(step("\nn\n5\nG\n").out);
  REQUIRE(forwards.size() == 5);
  const std::vector<std::string> backwards = steps_of(step("G\ng\n7\n-5\nb\nG\n").out);
  REQUIRE(backwards.size() == 7);
  CHECK(backwards[1] == forwards[4]);
  CHECK(backwards[2] == forwards[0]);
  CHECK(backwards[3] == forwards[3]);
  CHECK(backwards[4] == forwards[2]);
  CHECK(backwards[5] == forwards[1]);
  CHECK(backwards[6] == forwards[4]);
}

TEST_CASE("beyond the ends there is nothing, and q quits") {
  const CommandResult result = step("b\nG\nn\n1000\nq\nn\n");
  CHECK(result.exit_code == 0);
  CHECK(steps_of(result.out).size() == 2);
  CHECK(result.err == "this is the first record\nthis is the last record\nthis is the last record\n");
}

TEST_CASE("what is no command is reported, and nothing moves") {
  const CommandResult result = step("x\n");
  CHECK(steps_of(result.out).size() == 1);
  CHECK(result.err ==
        "n or Enter: next, b: back, N: forward N records, g: first, G: last, /TEXT:\n"
        "  search, ?TEXT: search back, q: quit\n");
}

TEST_CASE("a search goes to the records that contain a text, on and back") {
  const CommandResult found = step("/BackOff\n/\n?backoff\ng\n");
  const std::vector<std::string> steps = steps_of(found.out);
  REQUIRE(steps.size() == 5);
  CHECK(steps[1].find("BackOff") != std::string::npos);
  CHECK(steps[2].find("BackOff") != std::string::npos);
  CHECK(steps[2] != steps[1]);
  CHECK(steps[3] == steps[1]);
  CHECK(found.err.empty());
}

TEST_CASE("a text that no record contains is reported, and nothing moves") {
  const CommandResult result = step("?\n/no\x1bsuch thing\n?started\n");
  CHECK(steps_of(result.out).size() == 1);
  CHECK(result.err ==
        "no previous search\n"
        "no later record contains 'no\\x1bsuch thing'\n"
        "no earlier record contains 'started'\n");
}

TEST_CASE("a terminal shows below each step what it takes, and what is typed") {
  if (!has_pseudo_terminals()) return;
  OnTerminal terminal;
  terminal.wait_for("record 1 of");
  terminal.wait_for("\r\x1b[Kn or Enter: next");
  terminal.press("/Back");
  terminal.wait_for("\r\x1b[K/Back");
  terminal.press("Off\n");
  terminal.wait_for("BackOff");
  terminal.wait_for("\r\x1b[Kn or Enter: next");
  terminal.press("q");
  CHECK(WEXITSTATUS(terminal.wait()) == 0);
}

TEST_CASE("with --explain the reasons are printed below the record") {
  const auto shown = [](const std::vector<std::string>& arguments) {
    std::string all = "\n";
    for (int i = 0; i < 100; ++i) all += "n\n";
    return step(all, arguments).out;
  };
  CHECK(shown({"--explain"}).size() > shown({}).size());
}

TEST_CASE("options that make no sense together are refused") {
  CHECK(step("", {"--speed", "2x"}).err.find("--step and --speed") != std::string::npos);
  CHECK(step("", {"-o", "yaml"}).err.find("-o table or -o wide") != std::string::npos);
  CHECK(step("", {"-f", "-"}).err.find("--step and -f -") != std::string::npos);
  CHECK(step("", {"scenarios/sidecar.yaml"}).err.find("--step takes one run") != std::string::npos);
  CHECK(step("", {"--speed", "2x"}).exit_code == 2);
}

TEST_CASE("on a terminal keys act, and its mode is restored at the end") {
  if (!has_pseudo_terminals()) return;
  OnTerminal terminal;
  terminal.wait_for("record 1 of");
  terminal.press(" ");
  terminal.wait_for("record 2 of");
  terminal.press("3\r\x1b[D");
  terminal.wait_for("record 5 of");
  terminal.wait_for("record 4 of");
  CHECK(terminal.reads_keys());
  terminal.press("q");
  const int status = terminal.wait();
  CHECK(WIFEXITED(status));
  CHECK(terminal.is_as_before());
}

TEST_CASE("the terminal's mode is restored when a signal ends the command") {
  if (!has_pseudo_terminals()) return;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    OnTerminal terminal;
    terminal.wait_for("record 1 of");
    terminal.press(" ");
    terminal.wait_for("record 2 of");
    CHECK(terminal.reads_keys());
    terminal.signal(signal);
    const int status = terminal.wait();
    CHECK(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == signal);
    CHECK(terminal.is_as_before());
  }
}

TEST_CASE("steps fit 80 columns, however long a message is, and no word of it is lost") {
  const std::string out = step("/CrashLoopBackOff\nnonsense\n", {"--kubelet-version", "1.36"}).out;
  std::istringstream lines{out};
  for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(line.size() <= 80, line);
  std::string words = out;
  std::erase_if(words, [](char character) { return character == ' ' || character == '\n'; });
  CHECK(testing::has(
      words, R"(failedto"StartContainer"for"app"withCrashLoopBackOff:"back-off10srestartingfailedcontainer=app)"));
}

}  // namespace podreel
