#include "tools/cli/upgrade/kubectl_output.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include "tools/files/bad_input.hpp"
#include "tools/text/shell_word.hpp"

namespace podreel::cli {

KubectlOutput::KubectlOutput(const std::string& kinds, const std::string& context)
    : command_{fmt::format("kubectl get {} --all-namespaces -o json", kinds)} {
  if (!context.empty()) command_ += " --context " + shell_word(context);
  std::fflush(nullptr);
  pipe_.reset(::popen(("exec " + command_).c_str(), "re"));
  if (pipe_ == nullptr) throw BadInput{command_ + ": cannot start this command"};
}

bool KubectlOutput::read(std::string& bytes, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(before + size);
  const std::size_t got = std::fread(bytes.data() + before, 1, size, pipe_.get());
  bytes.resize(before + got);
  return got > 0;
}

void KubectlOutput::finish() {
  constexpr int not_found = 127;
  const int status = ::pclose(pipe_.release());
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == not_found)
    throw BadInput{command_ + ": kubectl not found; install it, or name files with -f"};
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  throw BadInput{fmt::format("{}: exited with {}", command_, code)};
}

}  // namespace podreel::cli
