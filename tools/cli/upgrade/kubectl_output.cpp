#include "tools/cli/upgrade/kubectl_output.hpp"

#include <fmt/format.h>

#include "tools/files/bad_input.hpp"
#include "tools/text/shell_word.hpp"

namespace podreel::cli {

KubectlOutput::KubectlOutput(const std::string& kinds, const std::string& context)
    : output_{fmt::format("kubectl get {} --all-namespaces -o json{}", kinds,
                          context.empty() ? "" : " --context " + shell_word(context))} {}

void KubectlOutput::finish() {
  constexpr int not_found = 127;
  const int code = output_.finish();
  if (code == 0) return;
  if (code == not_found) throw BadInput{command() + ": kubectl not found; install it, or name files with -f"};
  throw BadInput{fmt::format("{}: exited with {}", command(), code)};
}

}  // namespace podreel::cli
