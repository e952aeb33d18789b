#include "tests/support/command.hpp"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <sys/wait.h>
#include <utility>

#include "tests/support/built_paths.hpp"
#include "tests/support/spawned_process.hpp"

namespace podreel::testing {

namespace {

/// An unnamed file: unlike a pipe it takes any amount without anybody reading at the same time.
class ScratchFile {
 public:
  explicit ScratchFile(const std::string& text = {}) : file_{std::tmpfile()} {
    if (file_ == nullptr) throw std::runtime_error{"cannot create a temporary file"};
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) throw std::runtime_error{"cannot write"};
    std::fflush(file_);
    std::rewind(file_);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { std::fclose(file_); }

  [[nodiscard]] int descriptor() const { return fileno(file_); }

  std::string content() {
    std::rewind(file_);
    std::string text;
    std::array<char, 4096> buffer{};
    for (std::size_t got = 1; got > 0;) {
      got = std::fread(buffer.data(), 1, buffer.size(), file_);
      text.append(buffer.data(), got);
    }
    return text;
  }

 private:
  std::FILE* file_;
};

CommandResult run(std::vector<std::string> arguments, const CommandInput& input) {
  ScratchFile in{input.standard_input};
  ScratchFile out;
  ScratchFile err;
  const pid_t process =
      spawn_process(std::move(arguments), input.environment, {in.descriptor(), out.descriptor(), err.descriptor()});
  int status = 0;
  if (::waitpid(process, &status, 0) != process) throw std::runtime_error{"cannot wait"};
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          .out = out.content(),
          .err = err.content()};
}

}  // namespace

CommandResult run_podreel(const std::vector<std::string>& arguments, const CommandInput& input) {
  std::vector<std::string> all{built_command()};
  if (!input.redirection.empty()) all = {"/bin/bash", "-c", "exec \"$0\" \"$@\" " + input.redirection, built_command()};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run(std::move(all), input);
}

CommandResult run_shell(const std::string& line, const CommandInput& input) {
  CommandInput with_path = input;
  const char* path = std::getenv("PATH");
  with_path.environment["PATH"] = built_command().parent_path().string() + ':' + (path == nullptr ? "" : path);
  return run({"/bin/bash", "-c", line}, with_path);
}

}  // namespace podreel::testing
