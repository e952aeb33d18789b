// Starting a process from a test.
#pragma once

#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace podreel::testing {

/// Descriptors that a process gets as its standard streams.
struct StandardStreams {
  int in;
  int out;
  int err;
};

/// Starts the program `arguments.front()`, a path, in the source folder. Variables of `environment` replace those of
/// this process. Returns the process ID. Throws std::system_error if the program cannot be started.
[[nodiscard]] pid_t spawn_process(std::vector<std::string> arguments,
                                  const std::map<std::string, std::string>& environment,
                                  const StandardStreams& streams);

}  // namespace podreel::testing
