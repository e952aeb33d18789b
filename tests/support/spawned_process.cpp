#include "tests/support/spawned_process.hpp"

#include <spawn.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "tests/support/built_paths.hpp"

namespace podreel::testing {

namespace {

/// Returns "NAME=value" of each variable of the child process.
std::vector<std::string> variables(std::map<std::string, std::string> own) {
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string variable = *each;
    const std::size_t end = variable.find('=');
    if (end != std::string::npos) own.try_emplace(variable.substr(0, end), variable.substr(end + 1));
  }
  std::vector<std::string> all;
  for (const auto& [name, value] : own) all.push_back(name + '=' + value);
  return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// What the child process does before it runs the program.
class ChildSetup {
 public:
  explicit ChildSetup(const StandardStreams& streams) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, streams.in, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, streams.out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, streams.err, STDERR_FILENO);
    ::posix_spawn_file_actions_addchdir_np(&actions_, source_path().c_str());
  }
  ~ChildSetup() { ::posix_spawn_file_actions_destroy(&actions_); }
  ChildSetup(const ChildSetup&) = delete;
  ChildSetup& operator=(const ChildSetup&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* actions() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

// A fork would copy the page tables of the test program first.
pid_t spawn_process(std::vector<std::string> arguments, const std::map<std::string, std::string>& environment,
                    const StandardStreams& streams) {
  const ChildSetup setup{streams};
  std::vector<std::string> all_variables = variables(environment);
  pid_t process = 0;
  const int error = ::posix_spawn(&process, arguments.front().c_str(), setup.actions(), nullptr,
                                  pointers_to(arguments).data(), pointers_to(all_variables).data());
  if (error != 0) throw std::system_error{error, std::generic_category(), arguments.front()};
  return process;
}

}  // namespace podreel::testing
