// Priorities of the kubelets that are recorded at the same time.
#pragma once

#include <sys/types.h>

namespace podreel::cri {

/// Returns whether this process may raise the priority of others: it has CAP_SYS_NICE.
[[nodiscard]] bool can_raise_priority();

/// Lets the threads of a process group run only where nobody else wants to, or as this process does again. Without
/// effect if this process could not take it back.
void give_way(pid_t process_group, bool gives_way);

}  // namespace podreel::cri
