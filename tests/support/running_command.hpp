// A podreel that runs beside the test.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace podreel::testing {

/// Runs `podreel ARGUMENTS…` in the repository's root, with both outputs in one pipe. The destructor kills it.
class RunningCommand {
 public:
  explicit RunningCommand(const std::vector<std::string>& arguments);
  RunningCommand(const RunningCommand&) = delete;
  RunningCommand& operator=(const RunningCommand&) = delete;
  ~RunningCommand();

  /// Reads until `text` has been printed, and returns the output since the last call including it. Throws
  /// std::runtime_error with that output if it is not printed within a minute, or the command ends before.
  std::string read_until(const std::string& text);

  /// Returns the output since the last call, once nothing has arrived for `milliseconds`.
  std::string read_rest(int milliseconds);

  /// Sends a signal, and returns the exit code, or -1 if a signal has ended the command.
  int end_by(int signal);

 private:
  /// Appends output that arrives within `milliseconds`; returns false if there is none.
  bool read_more(int milliseconds);

  pid_t process_ = -1;
  int output_ = -1;
  std::string unread_;
};

}  // namespace podreel::testing
