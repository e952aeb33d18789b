#include "tools/cri/record/control_groups.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

namespace podreel::cri {

ControlGroups machine_control_groups() {
  struct statfs found {};
  const bool is_unified = statfs("/sys/fs/cgroup", &found) == 0 && found.f_type == CGROUP2_SUPER_MAGIC;
  return is_unified ? ControlGroups::v2 : ControlGroups::v1;
}

}  // namespace podreel::cri
