#include "tools/cri/record/priority.hpp"

#include <algorithm>
#include <array>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace podreel::cri {

bool can_raise_priority() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> capabilities{};
  if (::syscall(SYS_capget, &header, capabilities.data()) != 0) return false;
  return (capabilities.front().effective & (1U << CAP_SYS_NICE)) != 0;
}

void give_way(pid_t process_group, bool gives_way) {
  if (!can_raise_priority()) return;
  constexpr int by = 15;
  constexpr int lowest = 19;
  const int own = ::getpriority(PRIO_PROCESS, 0);
  static_cast<void>(
      ::setpriority(PRIO_PGRP, static_cast<id_t>(process_group), gives_way ? std::min(own + by, lowest) : own));
}

}  // namespace podreel::cri
