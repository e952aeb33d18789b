#include "tools/cri/record/priority.hpp"

#include <csignal>
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace podreel::cri {

TEST_CASE("a process group that gives way has a lower priority until it no longer does, if that can be taken back") {
  const pid_t process = ::fork();
  if (process == 0) {
    ::pause();
    ::_exit(0);
  }
  REQUIRE(process > 0);
  ::setpgid(process, process);
  const auto priority = [process] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(process)); };
  const int before = priority();
  give_way(process, true);
  CHECK((priority() > before) == (can_raise_priority() && before < 19));
  give_way(process, false);
  CHECK(priority() == before);
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

}  // namespace podreel::cri
