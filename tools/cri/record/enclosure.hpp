// The parts of this machine that a recorded kubelet has of its own.
#pragma once

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include "tools/cri/record/own_folder.hpp"

namespace podreel::cri {

/// A private folder and, for root, a mount namespace in which /var/lib, /var/log, the sysctls that kubelets set and the
/// boot id are copies, and a control group in each hierarchy. A process of its own removes all of it when this object
/// or this process ends, also by SIGKILL.
class Enclosure {
 public:
  /// Throws std::system_error.
  Enclosure();
  ~Enclosure();
  Enclosure(const Enclosure&) = delete;
  Enclosure& operator=(const Enclosure&) = delete;

  [[nodiscard]] const std::string& path() const noexcept { return folder_.path(); }
  /// Returns the words before a command that runs in the mount namespace; empty if there is none.
  [[nodiscard]] const std::vector<std::string>& entering() const noexcept { return entering_; }
  /// Returns the path of the folder for logs of pods. In the mount namespace it is at /var/log/pods, too.
  [[nodiscard]] std::string pod_logs() const { return path() + "/logs"; }
  /// Returns the path of the control group, such as "/podreel-record-a1b2c3"; empty if there is none.
  [[nodiscard]] const std::string& cgroup() const noexcept { return cgroup_; }
  /// Returns why there is no mount namespace or no control group, one line each.
  [[nodiscard]] const std::vector<std::string>& lacks() const noexcept { return lacks_; }

  /// Makes a process group end with this process; 0: none. May be called from any thread.
  void guard(pid_t group) const;
  /// Removes what no boot leaves: the mounts of its processes below the folder's "root", and the control groups below
  /// that of this object. Processes that use them must have ended.
  void go_down() const;
  /// Gives processes in the mount namespace another boot id.
  void boot(std::string_view boot_id) const;

 private:
  [[nodiscard]] bool start_keeper(bool with_mounts);
  /// Returns whether the keeper could be sent the line.
  [[nodiscard]] bool send(const std::string& line) const;
  /// Reads a line of the keeper's report.
  void read_line(const std::string& line);
  void end_keeper() noexcept;

  OwnFolder folder_;
  pid_t keeper_ = 0;
  /// The keeper's input and output.
  int to_keeper_ = -1;
  int from_keeper_ = -1;
  std::vector<std::string> entering_;
  std::string cgroup_;
  std::vector<std::string> lacks_;
};

/// Returns whether a kubelet of this user gets a mount namespace of its own, after trying it once.
[[nodiscard]] bool has_mount_namespaces();

}  // namespace podreel::cri
