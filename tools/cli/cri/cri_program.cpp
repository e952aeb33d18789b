#include "tools/cli/cri/cri_program.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <ostream>
#include <string>
#include <unistd.h>
#include <vector>

#include "tools/files/bad_input.hpp"

namespace podreel::cli {

namespace {

/// Returns the path of podreel-cri in the folder of this program.
std::string path_of_program() {
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  return (self.parent_path() / "podreel-cri").string();
}

/// Replaces this process by `program`; returns only on failure.
void become(const std::string& program, const std::vector<std::string>& arguments) {
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(program.c_str(), words.data());
}

}  // namespace

void try_to_become_cri_program(Context& context) {
  const std::string program = path_of_program();
  context.out.flush();
  become(program, context.arguments);
  if (errno != ENOENT) throw BadInput{fmt::format("cannot run {}: {}", program, std::strerror(errno))};
}

void become_cri_program(Context& context) {
  try_to_become_cri_program(context);
  throw BadInput{
      fmt::format("{} does not exist, because gRPC was not found when podreel was built. In a clone of podreel, run "
                  "tools/setup cri, and then cmake --preset release && ninja -C build",
                  path_of_program())};
}

}  // namespace podreel::cli
