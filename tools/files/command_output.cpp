#include "tools/files/command_output.hpp"

#include <sys/wait.h>
#include <utility>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

CommandOutput::CommandOutput(std::string command) : command_{std::move(command)} {
  std::fflush(nullptr);
  pipe_.reset(::popen(("exec " + command_).c_str(), "re"));
  if (pipe_ == nullptr) throw BadInput{command_ + ": cannot start this command"};
}

bool CommandOutput::read(std::string& bytes, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(before + size);
  const std::size_t got = std::fread(bytes.data() + before, 1, size, pipe_.get());
  bytes.resize(before + got);
  return got > 0;
}

int CommandOutput::finish() {
  const int status = ::pclose(pipe_.release());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace podreel::cli
