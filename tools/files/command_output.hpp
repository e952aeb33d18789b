// Output of a command of the shell.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

namespace podreel::cli {

/// Runs a command and streams its output. The command's standard error is passed through.
class CommandOutput {
 public:
  /// Throws BadInput if no process can be started.
  explicit CommandOutput(std::string command);

  [[nodiscard]] const std::string& command() const noexcept { return command_; }

  /// Appends the available output, at most `size` bytes; returns false at the end.
  bool read(std::string& bytes, std::size_t size);

  /// Must be called after the end. Returns the exit code, or the negative number of the signal that ended the command.
  [[nodiscard]] int finish();

 private:
  struct Closer {
    void operator()(std::FILE* pipe) const { static_cast<void>(::pclose(pipe)); }
  };

  std::string command_;
  std::unique_ptr<std::FILE, Closer> pipe_;
};

}  // namespace podreel::cli
