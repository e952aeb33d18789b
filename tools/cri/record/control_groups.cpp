#include "tools/cri/record/control_groups.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

namespace podreel::cri {

api::CgroupVersion machine_control_groups() {
  struct statfs found {};
  const bool is_unified = statfs("/sys/fs/cgroup", &found) == 0 && found.f_type == CGROUP2_SUPER_MAGIC;
  return is_unified ? api::CgroupVersion::v2 : api::CgroupVersion::v1;
}

}  // namespace podreel::cri
